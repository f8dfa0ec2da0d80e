"""The notation of cases, as it is told to whoever writes them."""

from importlib.resources import files

NOTATION = (files("brickyard.cases") / "notation.md").read_text("utf-8")
