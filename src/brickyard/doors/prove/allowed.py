"""What an answer may do to somebody's code, checked by machine before anything is run."""

import ast

from brickyard.doors.prove.code import Code
from brickyard.doors.prove.disk import is_linked, on_disk
from brickyard.doors.prove.stays import interface_changes
from brickyard.doors.prove.surface import read_surface
from brickyard.doors.prove.tree import is_left_over, is_test
from brickyard.files import Files
from brickyard.repair import edits
from brickyard.repair.question import MendOut
from brickyard.values import Value


class Allowed(Value):
    """Python files of the package that were shown, and new ones beside them; never a test.

    `interfaces` is what the code offered at first: it stays, or grows if names may be added.
    """

    code: Code
    interfaces: Files
    may_add: bool = False

    def edited(self, answer: MendOut, shown: Files, files: Files) -> tuple[Files, list[str]]:
        """The files with the edits of an answer to whom these were shown; and what is wrong."""
        problems = [
            f"{path}: {why}"
            for path in sorted({*answer.edits, *answer.code})
            if (why := self._refusal(path, answer, shown, files))
        ]
        if not answer.edits and not answer.code:
            problems.append("There is no edit.")
        if problems:
            return files, problems
        new = dict(files)
        for path in (*answer.edits, *answer.code):
            try:
                new[f"src/{path}"] = _content(path, answer, shown, files)
            except edits.Unusable as error:
                problems.append(f"{path}: {error}.")
        if not problems and new == dict(files):
            problems.append("The edits change nothing.")
        return Files(new), problems or self._offered(Files(new))

    def _refusal(self, path: str, answer: MendOut, shown: Files, files: Files) -> str:
        """Why this file may not be edited or added; nothing if it may."""
        package, file = self.code.package, on_disk(self.code, path)
        is_known = f"src/{path}" in files
        is_inside = path.startswith(f"{package}/") or path == f"{package}.py"
        if not is_inside or (self._is_module and not is_known):
            return f"only files of the package `{package}` may be edited."
        around = [each for each in file.parents if each.is_relative_to(self.code.place)]
        if is_test(file) or any(each.name == "tests" for each in around):
            return "tests are never edited."
        if not path.endswith(".py") or any(map(is_left_over, (file, *around))):
            return "only Python files may be edited."
        if path in answer.edits and path in answer.code:
            return "it stands in `edits` and in `code`; give one of the two."
        if path not in shown and (is_known or file.exists()):
            return "it is there, but it was not shown; edit the files in `code`."
        if path in answer.edits and path not in shown:
            return "there is no such file; a new one stands in `code` as a whole."
        if is_linked(self.code, path):
            return "it is a symbolic link; edit the file that it leads to, if that is in `code`."
        return ""

    @property
    def _is_module(self) -> bool:
        """A package that is one file has no room for others."""
        return f"src/{self.code.package}.py" in self.code.files

    def _offered(self, files: Files) -> list[str]:
        surface = read_surface(self.code.model_copy(update={"files": files}))
        return interface_changes(self.interfaces, surface.interfaces, may_add=self.may_add)


def _content(path: str, answer: MendOut, shown: Files, files: Files) -> str:
    raw = files.get(f"src/{path}")
    if path in answer.edits:
        text = edits.edited(shown[path], edits.read_edits(answer.edits[path]))
    else:
        text = answer.code[path].replace("\r\n", "\n")
    if (why := no_python(text)) and not no_python(shown.get(path, "")):
        raise edits.Unusable(f"the edited file is no Python: {why}")
    return edits.kept_form(raw, text) if raw is not None else text


def no_python(text: str) -> str:
    """Why this does not parse; nothing if it does."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        return str(error)
    return ""
