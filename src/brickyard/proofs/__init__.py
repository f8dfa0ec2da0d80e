"""Kinds of proof, each with its question, its logic and what is made of it; and the matrix."""
