"""What a run came to, as text, Markdown, JUnit, SARIF, a badge."""
