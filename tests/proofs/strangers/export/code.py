import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Contact:
    name: str
    mail: str


def save(contacts, path):
    Path(path).write_text(dump(contacts))


def load(path):
    return parse(Path(path).read_text())


def dump(contacts):
    return json.dumps([asdict(one) for one in contacts])


def parse(text):
    return [Contact(**one) for one in json.loads(text)]
