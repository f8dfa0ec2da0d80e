"""Trusted code that is copied into sandboxes: it plays scripts there and tells what was seen."""
