"""Cases that decide: from requirements and interfaces, each seen to fail without the code."""
