"""Trusted code that is copied into sandboxes; only `crossing` is imported on this side too."""
