"""Only inboxes are looked at, never the order of delivery that publish returns, and only what is delivered, never what is not."""


@proves(R1)
def star_gets_it():
    """A star matches."""
    hub = Bus()
    hub.subscribe("*", "x")
    hub.publish("a", "1")
    assert hub.inbox("x") == [("a", "1")]


@proves(R1)
def stars_get_it():
    """Two stars match."""
    hub = Bus()
    hub.subscribe("a.**", "x")
    hub.publish("a.b", "1")
    assert hub.inbox("x") == [("a.b", "1")]


@proves(R2)
def both_get_it():
    """Both get it."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("a", "y", priority=3)
    hub.publish("a", "1")
    assert hub.inbox("x") == [("a", "1")]
    assert hub.inbox("y") == [("a", "1")]


@proves(R3)
def stopper_gets_it():
    """The one that stops gets it."""
    hub = Bus()
    hub.subscribe("a", "x", stops=True)
    hub.publish("a", "1")
    assert hub.inbox("x") == [("a", "1")]


@proves(R3)
def once_gets_it():
    """The one with once gets it."""
    hub = Bus()
    hub.subscribe("a", "x", once=True)
    hub.publish("a", "1")
    assert hub.inbox("x") == [("a", "1")]


@proves(R4)
def retained_is_delivered():
    """A retained message is delivered to those that are there."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.publish("a", "1", retain=True)
    assert hub.inbox("x") == [("a", "1")]
