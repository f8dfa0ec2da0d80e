"""Trusted code that is copied into sandboxes: it makes changes there and runs the tests on them."""
