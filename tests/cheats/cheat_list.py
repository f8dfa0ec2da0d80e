"""Every cheating project, and two that do not cheat."""

import cheats_by_ending
import cheats_by_files
import cheats_on_judge
import cheats_on_values
from cheat_kit import RIGHT, Cheat, project

HONEST = Cheat(name="an honest project", files=project(otherwise=RIGHT))
MISTAKEN = Cheat(name="a project that is wrong and hides nothing", files=project())

CHEATS: tuple[Cheat, ...] = (
    *cheats_by_files.CHEATS,
    *cheats_by_ending.CHEATS,
    *cheats_on_values.CHEATS,
    *cheats_on_judge.CHEATS,
)
EVERY = (HONEST, MISTAKEN, *CHEATS)
