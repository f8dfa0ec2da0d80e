"""Wheels and source distributions made on the spot, in a folder that installers look into."""

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path


def write_wheel(
    folder: Path,
    name: str,
    version: str,
    files: Mapping[str, str] | str = "",
    needs: Sequence[str] = (),
) -> str:
    """One module of that name, or these files; the hash of the wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    head = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
    head += [f"Requires-Dist: {need}" for need in needs]
    about = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents = {f"{name}.py": files} if isinstance(files, str) else dict(files)
    contents |= {f"{info}/METADATA": "\n".join(head) + "\n", f"{info}/WHEEL": about}
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in contents.items():
            archive.writestr(inner, text)
        archive.writestr(f"{info}/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_sdist(folder: Path, name: str, version: str, setup: str) -> None:
    """A source distribution of one module, whose build runs `setup`."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{name}-{version}"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    contents = {"setup.py": setup, f"{name}.py": "", "PKG-INFO": head}
    with tarfile.open(folder / f"{stem}.tar.gz", "w:gz") as archive:
        for inner, text in contents.items():
            entry = tarfile.TarInfo(f"{stem}/{inner}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))


def write_project(folder: Path, project: str, files: Mapping[str, str] | None = None) -> Path:
    """A package `borrower` with this pyproject.toml beside it."""
    for path, text in {"borrower.py": "", "pyproject.toml": project, **(files or {})}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return folder


def project(*needs: str, python: str = "", more: str = "") -> str:
    lines = ['[project]\nname = "borrower"\nversion = "1"', f"dependencies = {[*needs]!r}"]
    lines += [f"requires-python = '{python}'"] if python else []
    return "\n".join([*lines, more]) + "\n"
