"""create: an idea becomes a recipe, by two questions to a model and a few to the person."""
