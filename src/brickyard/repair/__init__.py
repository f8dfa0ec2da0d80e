"""Repair: edits of files that are there, read strictly and applied once."""
