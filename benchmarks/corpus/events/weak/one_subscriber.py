"""Never more than one subscriber, one pattern and one topic of one word."""


@proves(R1)
def gets_it():
    """It gets the message."""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["x"]


@proves(R1)
def gets_two():
    """It gets two."""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["x"]
    assert hub.publish("a", "2") == ["x"]
    assert hub.inbox("x") == [("a", "1"), ("a", "2")]


@proves(R1)
def refuses_empty():
    """The empty topic."""
    hub = Bus()
    with raises(TopicError):
        hub.publish("", "1")


@proves(R2)
def twice_the_same():
    """Subscribed twice it gets it once."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["x"]
    assert hub.inbox("x") == [("a", "1")]


@proves(R3)
def leaves():
    """It leaves."""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.unsubscribe("a", "x") is True
    assert hub.publish("a", "1") == []


@proves(R3)
def was_not_there():
    """It was not there."""
    hub = Bus()
    assert hub.unsubscribe("a", "x") is False


@proves(R4)
def late():
    """It comes late."""
    hub = Bus()
    assert hub.publish("a", "1", retain=True) == []
    hub.subscribe("a", "x")
    assert hub.inbox("x") == [("a", "1")]
