"""`python -m brickyard` is the command line."""

from brickyard.cli import main

main()
