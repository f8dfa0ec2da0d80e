"""Code as it is first written, without sight of any test."""
