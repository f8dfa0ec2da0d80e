"""What a recipe lets its code do that a gate would otherwise refuse."""

from brickyard.recipe.permissions import granted, twins_meant
from brickyard.recipe.twins import distribution
from brickyard.values import Recipe, Value


class Allowed(Value):
    """`packages`: what the code may import beside the standard library.

    `permissions`: what the person allowed by name; `twins`: packages that look like others and
    are meant.
    """

    packages: tuple[str, ...] = ()
    permissions: frozenset[str] = frozenset()
    twins: tuple[str, ...] = ()

    @property
    def distributions(self) -> frozenset[str]:
        """The names of the packages, as registries tell them apart."""
        return frozenset(map(distribution, self.packages))


NOTHING_MORE = Allowed()


def allowed_by(recipe: Recipe) -> Allowed:
    """By the recipe's packages, and by what a person permitted in it or for this build."""
    return Allowed(
        packages=recipe.packages,
        permissions=frozenset(one.name for one in granted(recipe)),
        twins=twins_meant(recipe.silences, map(distribution, recipe.packages)),
    )
