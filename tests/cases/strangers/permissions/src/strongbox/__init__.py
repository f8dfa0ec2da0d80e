"""Files with the right permissions."""
