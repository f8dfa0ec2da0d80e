"""Brickyard in an assistant: a server of the Model Context Protocol.

Runs are processes of their own, so that the server answers at once, whatever they do, and that
they survive it. `mcp` itself is imported by server.py alone, when a server is started.
"""
