"""What crossed from a sandbox, read back strictly and judged here: for proofs of speed."""
