"""From a recipe to bricks with interfaces, checked before any code is paid for."""
