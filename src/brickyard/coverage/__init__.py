"""Which lines the tests execute, and how much of each module that has to be."""
