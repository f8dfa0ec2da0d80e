@proves(R1)
def h_numbers_as_words():
    """Words of digits, and long topics."""
    hub = Bus()
    hub.subscribe("7.*.9", "x")
    hub.subscribe("7.8.**", "y")
    assert hub.publish("7.8.9", "a") == ["x", "y"]
    assert hub.publish("7.89", "b") == []
    assert hub.publish("7.8.9.0", "c") == ["y"]
    assert hub.publish("7.8", "d") == []


@proves(R1)
def h_bad_forms():
    """Stars glued to words and spaces at the end."""
    hub = Bus()
    with raises(TopicError):
        hub.subscribe("a.b*", "x")
    with raises(TopicError):
        hub.subscribe("a.* ", "x")
    with raises(TopicError):
        hub.subscribe("*.", "x")
    with raises(TopicError):
        hub.subscribe("a.***", "x")
    with raises(TopicError):
        hub.publish("a.b ", "1")
    with raises(TopicError):
        hub.publish("a,b", "1")
    hub.subscribe("*.*", "x")
    assert hub.publish("a.b", "2") == ["x"]
    assert hub.publish("a", "3") == []
    assert hub.inbox("x") == [("a.b", "2")]


@proves(R1)
def h_names_are_any_text():
    """Names are not topics; empty and with capitals."""
    hub = Bus()
    hub.subscribe("a", "")
    hub.subscribe("a", "Ann B.")
    hub.subscribe("a", "ann b.")
    assert hub.publish("a", "hi\nthere") == ["", "Ann B.", "ann b."]
    assert hub.inbox("") == [("a", "hi\nthere")]
    assert hub.inbox("Ann B.") == [("a", "hi\nthere")]
    assert hub.inbox("ann") == []


@proves(R2)
def h_best_of_three_subscriptions():
    """The best of three subscriptions of a name sets its place; when it ends the next one doe…"""
    hub = Bus()
    hub.subscribe("a.**", "x", priority=2)
    hub.subscribe("*.b", "y", priority=1)
    hub.subscribe("a.b", "x", priority=0)
    hub.subscribe("**", "z", priority=2)
    assert hub.publish("a.b", "1") == ["x", "z", "y"]
    assert hub.unsubscribe("a.**", "x") is True
    assert hub.publish("a.b", "2") == ["z", "y", "x"]


@proves(R2)
def h_replace_with_same_priority_twice():
    """Each time it goes to the end of its priority, not of all."""
    hub = Bus()
    hub.subscribe("a", "p", priority=1)
    hub.subscribe("a", "q", priority=1)
    hub.subscribe("a", "r")
    hub.subscribe("a", "p", priority=1)
    assert hub.publish("a", "1") == ["q", "p", "r"]
    hub.subscribe("a", "q", priority=0)
    assert hub.publish("a", "2") == ["p", "r", "q"]


@proves(R2)
def h_leave_and_return():
    """Who leaves and comes back comes last."""
    hub = Bus()
    hub.subscribe("a", "p")
    hub.subscribe("a", "q")
    assert hub.unsubscribe("a", "p") is True
    hub.subscribe("a", "p")
    assert hub.publish("a", "1") == ["q", "p"]


@proves(R3)
def h_once_on_equal_priority():
    """Of two equal subscriptions of a name the earlier one is used, even if the later is once."""
    hub = Bus()
    hub.subscribe("*", "x")
    hub.subscribe("a", "x", once=True)
    assert hub.publish("a", "1") == ["x"]
    assert hub.unsubscribe("*", "x") is True
    assert hub.publish("a", "2") == ["x"]
    assert hub.publish("a", "3") == []
    assert hub.inbox("x") == [("a", "1"), ("a", "2")]


@proves(R3)
def h_stop_after_unsubscribe():
    """When the stopping one is gone the rest gets messages; one stopped before does not."""
    hub = Bus()
    hub.subscribe("**", "g", priority=1, stops=True)
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["g"]
    assert hub.unsubscribe("**", "g") is True
    assert hub.publish("a", "2") == ["x"]
    assert hub.inbox("x") == [("a", "2")]
    assert hub.inbox("g") == [("a", "1")]


@proves(R3)
def h_two_stops():
    """The first stop wins; the other is not reached, nor ended if it is once."""
    hub = Bus()
    hub.subscribe("a", "g", priority=2, stops=True, once=True)
    hub.subscribe("a", "h", priority=1, stops=True, once=True)
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["g"]
    assert hub.publish("a", "2") == ["h"]
    assert hub.publish("a", "3") == ["x"]


@proves(R4)
def h_retained_of_deep_topics():
    """Only topics that match, in alphabetical order of the whole text."""
    hub = Bus()
    assert hub.publish("a.c", "1", retain=True) == []
    assert hub.publish("a.b", "2", retain=True) == []
    assert hub.publish("a10", "3", retain=True) == []
    assert hub.publish("a2", "4", retain=True) == []
    hub.subscribe("a.**", "x")
    assert hub.inbox("x") == [("a.b", "2"), ("a.c", "1")]
    hub.subscribe("*", "y")
    assert hub.inbox("y") == [("a10", "3"), ("a2", "4")]


@proves(R4)
def h_retained_once_and_replaced():
    """A subscription replaced by a once one takes one retained message and is gone."""
    hub = Bus()
    hub.subscribe("*", "x")
    assert hub.publish("a", "1", retain=True) == ["x"]
    hub.subscribe("*", "x", once=True)
    assert hub.publish("a", "2") == []
    assert hub.inbox("x") == [("a", "1"), ("a", "1")]
    assert hub.unsubscribe("*", "x") is False
    hub.subscribe("*", "x")
    assert hub.inbox("x") == [("a", "1"), ("a", "1"), ("a", "1")]


@proves(R4)
def h_retain_while_stopped():
    """What was stopped is retained all the same; what was cleared twice is no error."""
    hub = Bus()
    hub.subscribe("a", "g", stops=True)
    hub.subscribe("a", "x")
    assert hub.publish("a", "1", retain=True) == ["g"]
    hub.subscribe("a", "x")
    assert hub.inbox("x") == [("a", "1")]
    assert hub.publish("a", "", retain=True) == ["g"]
    assert hub.publish("a", "", retain=True) == ["g"]
    hub.subscribe("a", "y")
    assert hub.inbox("y") == []
