"""What the security gate looks for, read from the syntax tree: one file for each kind of risk."""
