"""One plain example of each requirement."""


@proves(R1)
def one_message():
    """One message."""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["x"]
    assert hub.inbox("x") == [("a", "1")]


@proves(R2)
def two_priorities():
    """Two priorities."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("a", "y", priority=1)
    assert hub.publish("a", "1") == ["y", "x"]


@proves(R3)
def one_once():
    """One once."""
    hub = Bus()
    hub.subscribe("a", "x", once=True)
    assert hub.publish("a", "1") == ["x"]
    assert hub.publish("a", "2") == []


@proves(R4)
def one_retained():
    """One retained."""
    hub = Bus()
    assert hub.publish("a", "1", retain=True) == []
    hub.subscribe("a", "x")
    assert hub.inbox("x") == [("a", "1")]
