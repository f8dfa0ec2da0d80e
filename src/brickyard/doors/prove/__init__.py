"""Proving code that somebody else wrote: what it is, and what it offers."""
