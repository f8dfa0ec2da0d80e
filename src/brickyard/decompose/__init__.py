"""A recipe too large for one plan: split into parts that are planned apart, into one plan."""
