"""Trusted code that is copied into sandboxes: it plays cases there, and judges them elsewhere."""
