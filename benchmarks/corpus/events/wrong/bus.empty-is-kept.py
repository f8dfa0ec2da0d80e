"""Messages on topics for subscribers with inboxes."""

import re
from dataclasses import dataclass

_TOPIC = re.compile(r"[a-z0-9]+(\.[a-z0-9]+)*")
_PATTERN = re.compile(r"(([a-z0-9]+|\*)\.)*([a-z0-9]+|\*\*?)")


class TopicError(ValueError):
    """The text is not a topic, or not a pattern."""


@dataclass(frozen=True)
class _Subscription:
    pattern: str
    name: str
    priority: int
    once: bool
    stops: bool


class Bus:
    """Subscriptions, inboxes and retained messages."""

    def __init__(self) -> None:
        """Make a bus without subscriptions and messages."""
        self._subscriptions: list[_Subscription] = []
        self._inboxes: dict[str, list[tuple[str, str]]] = {}
        self._retained: dict[str, str] = {}

    def subscribe(
        self, pattern: str, name: str, priority: int = 0, once: bool = False, stops: bool = False
    ) -> None:
        """Make or replace the subscription of `name` to `pattern`; deliver retained messages.

        Raises TopicError for a bad pattern.
        """
        if not _PATTERN.fullmatch(pattern):
            raise TopicError(f"not a pattern: {pattern!r}")
        self.unsubscribe(pattern, name)
        subscription = _Subscription(pattern, name, priority, once, stops)
        self._subscriptions.append(subscription)
        for topic in sorted(self._retained):
            if subscription in self._subscriptions and _matches(pattern, topic):
                self._deliver(subscription, topic, self._retained[topic])

    def unsubscribe(self, pattern: str, name: str) -> bool:
        """End the subscription with this pattern and name; return whether there was one."""
        before = len(self._subscriptions)
        self._subscriptions = [
            one for one in self._subscriptions if (one.pattern, one.name) != (pattern, name)
        ]
        return len(self._subscriptions) < before

    def publish(self, topic: str, payload: str, retain: bool = False) -> list[str]:
        """Deliver the message and return the names that got it, in the order of delivery.

        With `retain` it is kept for later subscribers; an empty payload then keeps none. Raises
        TopicError for a bad topic.
        """
        if not _TOPIC.fullmatch(topic):
            raise TopicError(f"not a topic: {topic!r}")
        if retain:
            self._retain(topic, payload)
        names: list[str] = []
        for subscription in sorted(self._subscriptions, key=lambda one: -one.priority):
            if subscription.name in names or not _matches(subscription.pattern, topic):
                continue
            self._deliver(subscription, topic, payload)
            names.append(subscription.name)
            if subscription.stops:
                break
        return names

    def inbox(self, name: str) -> list[tuple[str, str]]:
        """Return the messages that the name got, as (topic, payload), the oldest first."""
        return list(self._inboxes.get(name, []))

    def _retain(self, topic: str, payload: str) -> None:
        self._retained[topic] = payload

    def _deliver(self, subscription: _Subscription, topic: str, payload: str) -> None:
        self._inboxes.setdefault(subscription.name, []).append((topic, payload))
        if subscription.once:
            self._subscriptions.remove(subscription)


def _matches(pattern: str, topic: str) -> bool:
    wanted, words = pattern.split("."), topic.split(".")
    if wanted[-1] == "**":
        wanted.pop()
        if len(words) <= len(wanted):
            return False
        words = words[: len(wanted)]
    if len(wanted) != len(words):
        return False
    return all(one in ("*", word) for one, word in zip(wanted, words, strict=True))
