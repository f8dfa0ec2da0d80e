"""Specs of other tools, read where they lie: spec-kit, Kiro, OpenSpec."""

from brickyard.recipe.foreign.loading import ASSUMED, load_spec
from brickyard.recipe.foreign.places import Spec, seat, spec_at, specs_below

__all__ = ["ASSUMED", "Spec", "load_spec", "seat", "spec_at", "specs_below"]
