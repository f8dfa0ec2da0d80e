"""fix: WHAT and HOW that stand in each other's file are put where they belong."""
