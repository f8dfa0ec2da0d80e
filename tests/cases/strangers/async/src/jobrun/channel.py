"""A closable async queue."""
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from jobrun.model import ChannelClosed

T = TypeVar("T")


class Channel(Generic[T]):
    """A first-in-first-out async queue that can be closed."""

    def __init__(self, maxsize: int = 0) -> None:
        """Hold at most maxsize items; 0 means unbounded."""
        if maxsize < 0:
            raise ValueError("maxsize must not be negative")
        self._maxsize = maxsize
        self._items: deque[T] = deque()
        self._closed = False
        self._changed = asyncio.Event()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def put(self, item: T) -> None:
        """Add an item, waiting while the channel is full."""
        while not self._closed and self._maxsize and len(self._items) >= self._maxsize:
            await self._changed.wait()
        if self._closed:
            raise ChannelClosed("channel is closed")
        self._items.append(item)
        self._notify()

    async def get(self) -> T:
        """Take the oldest item, waiting while the channel is empty."""
        while not self._items:
            if self._closed:
                raise ChannelClosed("channel is closed")
            await self._changed.wait()
        item = self._items.popleft()
        self._notify()
        return item

    def close(self) -> None:
        """Refuse further items; items left can still be taken."""
        self._closed = True
        self._notify()

    def __len__(self) -> int:
        """The number of items held."""
        return len(self._items)

    async def __aiter__(self) -> AsyncIterator[T]:
        """Take items until the channel is closed and empty."""
        while True:
            try:
                item = await self.get()
            except ChannelClosed:
                return
            yield item
