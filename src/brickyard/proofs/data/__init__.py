"""Cases as data, for proofs of speed and of services: read, rendered, played."""
