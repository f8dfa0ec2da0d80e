"""How places are called inside: as on a user's machine, and differently for each job.

Code that is right only where it is judged would have to know the place. So nothing inside has a
name of ours, and the names come from a digest of the whole job: the same job sees the same names,
so that its outcome can be read back; code cannot know them beforehand, because it is in the digest.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from brickyard.files import Files
from brickyard.values import Value

BOX = "/box"
TRUSTED = "/trusted"
"""What whoever writes a command calls the work folder and the read-only files."""

_CONSONANTS = "bdfghjklmnprstvw"
_VOWELS = "aeio"
_SYLLABLES = 3


class Names(Value):
    user: str
    host: str
    home: str
    box: str
    trusted: str
    environment: str
    launcher: str
    archive: str

    def below(self, folder: Path) -> "Names":
        """The same places where nothing can be mounted: all of them in one folder of the host."""
        places = self.model_dump(exclude={"user", "host"})
        return self.model_copy(update={name: f"{folder}{path}" for name, path in places.items()})

    def translate(self, command: Sequence[str]) -> tuple[str, ...]:
        """`/trusted` and `/box` in arguments as they are called inside."""
        return tuple(map(self._translated, command))

    def _translated(self, argument: str) -> str:
        for name, path in ((TRUSTED, self.trusted), (BOX, self.box)):
            argument = re.sub(rf"(?<![\w./-]){name}(?![\w.-])", lambda _, p=path: p, argument)
        return argument


def names_for(files: Files, command: Sequence[str], readonly: Files) -> Names:
    job = "\0".join((files.digest, readonly.digest, *command))
    digest = hashlib.sha256(job.encode()).digest()
    words = [_word(digest[at : at + _SYLLABLES]) for at in range(0, len(digest), _SYLLABLES)]
    user, host, work, trusted, tools, own, *_ = words
    return Names(
        user=user,
        host=host,
        home=f"/home/{user}",
        box=f"/home/{user}/{work}",
        trusted=f"/srv/{trusted}",
        environment=f"/opt/{tools}",
        launcher=f"/var/lib/{own}/main.py",
        archive=f"/var/lib/{own}/data",
    )


def _word(numbers: bytes) -> str:
    return "".join(f"{_CONSONANTS[one % 16]}{_VOWELS[one // 16 % 4]}" for one in numbers)
