"""What generated test files lean on, as it is written into a project: see `evidence.support`."""
