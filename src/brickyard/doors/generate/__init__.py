"""A contract and an implementation spec become a recipe."""
