"""What runs in the sandbox, copied there as text: standard library alone."""
