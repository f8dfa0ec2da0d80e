"""Events, pipelines and retries by callbacks."""
