"""What an operation gives when it only pretends: laid beside impostors, never used by Brickyard.

This file stands alone: its text is copied into the sandbox and imported there.
"""

from collections.abc import AsyncIterator, Callable, Generator, Iterator
from enum import Enum
from inspect import Parameter, isabstract, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

ABSTRACT: dict[str, type] = {
    **dict.fromkeys(("Sequence", "MutableSequence", "Iterable", "Collection", "Reversible"), list),
    **dict.fromkeys(("Mapping", "MutableMapping"), dict),
    **dict.fromkeys(("Set", "MutableSet", "AbstractSet"), set),
}

LOOSE = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}


class Anything:
    """Has every attribute, can be called, entered, awaited and walked over; equals only itself.

    It cannot be ordered: a test that compares by size shall see that this is no number.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def itself(self, *_: Any, **__: Any) -> Any:
        return self

    __call__ = __getitem__ = __enter__ = __abs__ = __neg__ = __round__ = itself
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = itself
    __truediv__ = __rtruediv__ = __floordiv__ = __mod__ = __pow__ = itself

    def __exit__(self, *_: object) -> None: ...

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __int__(self) -> int:
        return 0

    def __float__(self) -> float:
        return 0.0

    def __str__(self) -> str:
        return ""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, item: object) -> bool:
        return False

    def __await__(self) -> Generator[Any, Any, Any]:
        return self
        yield

    async def __aiter__(self) -> AsyncIterator[Any]:
        return
        yield

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None: ...


class NotKnown(BaseException):
    """How it goes on depends on what an operation gives that is not written yet."""


class Unknown:
    """What such an operation gives: it can be handed on, looked into and called, no more."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Unknown()

    def more(self, *_: Any, **__: Any) -> Any:
        return Unknown()

    __call__ = __getitem__ = more

    def refused(self, *_: Any) -> Any:
        raise NotKnown

    __bool__ = __eq__ = __str__ = __repr__ = __iter__ = __len__ = refused
    __hash__ = None  # type: ignore[assignment]


def hollow(annotation: Callable[[], Any]) -> Any:
    """The emptiest value of a type: 0, an empty text, False, an object that was told nothing."""
    try:
        return of(annotation())
    except (NameError, RecursionError):
        return Anything()


def of(hint: Any) -> Any:
    origin: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if origin in (None, NoneType):
        return None
    if origin in (Union, UnionType):
        return None if NoneType in inner else of(inner[0])
    if origin is Annotated:
        return of(inner[0])
    if origin in (Literal, type) and inner:
        return inner[0]
    if origin is tuple and inner and inner[-1] is not ...:
        return tuple(map(of, inner))
    return made(origin) if isinstance(origin, type) else Anything()


def made(kind: Any) -> Any:
    if issubclass(kind, Enum):
        return next(iter(kind), None)
    if kind.__module__ in ("collections.abc", "typing"):
        return ABSTRACT.get(kind.__name__, Anything)()
    if isabstract(kind) or getattr(kind, "_is_protocol", False):
        return Anything()
    loose = type(kind.__name__, (kind,), LOOSE) if is_frozen(kind) else kind
    for way in (call, lowest, filled, kind.__new__):
        try:
            return way(loose)
        except Exception:  # noqa: BLE001, S112 (a declaration may refuse in its own words)
            continue
    return Anything()


def is_frozen(kind: Any) -> bool:
    """A frozen dataclass; its hollow objects are not, so that a test may see the difference."""
    return getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)


def call(kind: Any) -> Any:
    return kind()


def lowest(kind: Any) -> Any:
    """Dates and times have to be told something, and say what the first of them is."""
    if type(found := getattr(kind, "min", None)) is not kind:
        raise TypeError(kind)
    return found


def filled(kind: Any) -> Any:
    """Made with a hollow value for everything that it must be told."""
    hints = {**get_type_hints(kind), **get_type_hints(kind.__init__)}
    needed = [
        one.name
        for one in signature(kind).parameters.values()
        if one.default is one.empty
        and one.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    ]
    return kind(**{name: of(hints.get(name)) for name in needed})
