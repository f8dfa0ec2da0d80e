"""Other ways in than a recipe alone."""
