"""What was built, proven again as it is now: no model is asked."""
