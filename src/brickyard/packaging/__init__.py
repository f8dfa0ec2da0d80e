"""The parts of the package stage: project files, wheel, clean install, the final write."""
