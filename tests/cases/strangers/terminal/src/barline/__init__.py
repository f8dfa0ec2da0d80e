"""Bar charts for terminals and pipes."""
