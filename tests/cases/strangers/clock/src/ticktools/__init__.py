"""Small tools around the clock."""
