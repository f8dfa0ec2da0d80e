"""`python -m brickyard` is the command line."""

from brickyard.faces.cli import main

main()
