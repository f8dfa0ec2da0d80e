"""Thread-safe counting, caching and locking."""
