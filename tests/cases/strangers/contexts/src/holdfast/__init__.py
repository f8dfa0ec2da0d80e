"""Context managers for state and resources."""
