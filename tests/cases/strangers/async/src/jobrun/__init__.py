"""A small runner of async jobs."""
