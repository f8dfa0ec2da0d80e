@proves(R1)
def delivers_to_those_that_match():
    """The message goes to those with a pattern that matches, and their names are returned."""
    hub = Bus()
    hub.subscribe("door.front", "ann")
    hub.subscribe("door.back", "bob")
    assert hub.publish("door.front", "open") == ["ann"]
    assert hub.publish("door.back", "shut") == ["bob"]
    assert hub.publish("window", "x") == []
    assert hub.inbox("ann") == [("door.front", "open")]
    assert hub.inbox("bob") == [("door.back", "shut")]


@proves(R1)
def inbox_holds_all_messages():
    """The inbox keeps all messages, the oldest first."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("b", "x")
    assert hub.publish("b", "1") == ["x"]
    assert hub.publish("a", "2") == ["x"]
    assert hub.publish("b", "1") == ["x"]
    assert hub.publish("a", "") == ["x"]
    assert hub.inbox("x") == [("b", "1"), ("a", "2"), ("b", "1"), ("a", "")]


@proves("R1.a")
def star_is_exactly_one_word():
    """* matches one word, neither none nor two."""
    hub = Bus()
    hub.subscribe("a.*", "x")
    hub.subscribe("*", "y")
    hub.subscribe("*.b.*", "z")
    assert hub.publish("a.b", "1") == ["x"]
    assert hub.publish("a", "2") == ["y"]
    assert hub.publish("a.b.c", "3") == ["z"]
    assert hub.publish("a.c.d", "4") == []
    assert hub.publish("b.a", "5") == []
    assert hub.publish("q0.b.9", "6") == ["z"]


@proves("R1.a")
def two_stars_are_one_or_more_words():
    """** at the end matches one or more words, not none."""
    hub = Bus()
    hub.subscribe("a.**", "x")
    assert hub.publish("a", "0") == []
    assert hub.publish("a.b", "1") == ["x"]
    assert hub.publish("a.b.c.d", "2") == ["x"]
    assert hub.publish("b.a", "3") == []
    assert hub.publish("ab.c", "4") == []


@proves("R1.a")
def two_stars_alone():
    """** alone matches every topic."""
    hub = Bus()
    hub.subscribe("**", "x")
    assert hub.publish("a", "1") == ["x"]
    assert hub.publish("a.b.c", "2") == ["x"]
    assert hub.inbox("x") == [("a", "1"), ("a.b.c", "2")]


@proves("R1.a")
def star_and_two_stars():
    """* and ** in one pattern."""
    hub = Bus()
    hub.subscribe("*.**", "x")
    hub.subscribe("a.*.**", "y")
    assert hub.publish("a", "0") == []
    assert hub.publish("b.c", "1") == ["x"]
    assert hub.publish("a.b", "2") == ["x"]
    assert hub.publish("a.b.c", "3") == ["x", "y"]


@proves("R1.a")
def whole_topic():
    """A pattern matches the whole topic and whole words."""
    hub = Bus()
    hub.subscribe("door", "x")
    hub.subscribe("door.front", "y")
    assert hub.publish("door.front", "1") == ["y"]
    assert hub.publish("door", "2") == ["x"]
    assert hub.publish("doors", "3") == []
    assert hub.publish("front", "4") == []
    assert hub.publish("door.front.left", "5") == []
    assert hub.publish("door1", "6") == []


@proves("R1.b")
def bad_topics():
    """What is no topic is refused."""
    hub = Bus()
    hub.subscribe("**", "x")
    with raises(TopicError):
        hub.publish("", "1")
    with raises(TopicError):
        hub.publish(".", "1")
    with raises(TopicError):
        hub.publish("a.", "1")
    with raises(TopicError):
        hub.publish(".a", "1")
    with raises(TopicError):
        hub.publish("a..b", "1")
    with raises(TopicError):
        hub.publish("A", "1")
    with raises(TopicError):
        hub.publish("a b", "1")
    with raises(TopicError):
        hub.publish("a-b", "1")
    with raises(TopicError):
        hub.publish("a_b", "1")
    with raises(TopicError):
        hub.publish(" a", "1")
    with raises(TopicError):
        hub.publish("a\n", "1")
    with raises(TopicError):
        hub.publish("é", "1")
    with raises(TopicError):
        hub.publish("a.٣", "1")
    assert hub.inbox("x") == []
    assert hub.publish("a1.2b", "2") == ["x"]


@proves("R1.b")
def patterns_are_no_topics():
    """Stars are refused in topics."""
    hub = Bus()
    hub.subscribe("**", "x")
    with raises(TopicError):
        hub.publish("*", "1")
    with raises(TopicError):
        hub.publish("**", "1")
    with raises(TopicError):
        hub.publish("a.*", "1")
    with raises(TopicError):
        hub.publish("a.**", "1", retain=True)
    assert hub.inbox("x") == []
    assert hub.publish("a", "2") == ["x"]


@proves("R1.b")
def bad_patterns():
    """What is no pattern is refused, and nothing changes."""
    hub = Bus()
    with raises(TopicError):
        hub.subscribe("", "x")
    with raises(TopicError):
        hub.subscribe("a.", "x")
    with raises(TopicError):
        hub.subscribe(".a", "x")
    with raises(TopicError):
        hub.subscribe("a..b", "x")
    with raises(TopicError):
        hub.subscribe("A", "x")
    with raises(TopicError):
        hub.subscribe("a*", "x")
    with raises(TopicError):
        hub.subscribe("*a", "x")
    with raises(TopicError):
        hub.subscribe("***", "x")
    with raises(TopicError):
        hub.subscribe("a b", "x")
    with raises(TopicError):
        hub.subscribe("**.a", "x")
    with raises(TopicError):
        hub.subscribe("a.**.b", "x")
    with raises(TopicError):
        hub.subscribe("**.**", "x")
    with raises(TopicError):
        hub.subscribe("*.A", "x")
    with raises(TopicError):
        hub.subscribe("a\n", "x")
    assert hub.publish("a", "1") == []
    assert hub.publish("a.b", "2") == []
    assert hub.inbox("x") == []
    hub.subscribe("*", "x")
    assert hub.publish("a", "3") == ["x"]


@proves("R1.b")
def bad_pattern_keeps_subscriptions():
    """A refused topic or pattern leaves subscriptions and retained messages."""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.publish("a", "1", retain=True) == ["x"]
    with raises(TopicError):
        hub.subscribe("a.", "x")
    with raises(TopicError):
        hub.publish("A", "2", retain=True)
    assert hub.publish("a", "3") == ["x"]
    hub.subscribe("a", "y")
    assert hub.inbox("y") == [("a", "1")]
    assert hub.inbox("x") == [("a", "1"), ("a", "3")]


@proves("R1.c")
def inbox_of_unknown_and_former_names():
    """The inbox of an unknown name is empty; one stays when its subscriptions end."""
    hub = Bus()
    assert hub.inbox("x") == []
    hub.subscribe("a", "x")
    assert hub.inbox("x") == []
    assert hub.publish("a", "1") == ["x"]
    assert hub.unsubscribe("a", "x") is True
    assert hub.publish("a", "2") == []
    assert hub.inbox("x") == [("a", "1")]
    hub.subscribe("a", "x")
    assert hub.publish("a", "3") == ["x"]
    assert hub.inbox("x") == [("a", "1"), ("a", "3")]
    assert hub.inbox("X") == []


@proves(R2)
def highest_priority_first():
    """The highest priority comes first, whatever the order of subscribing and the patterns."""
    hub = Bus()
    hub.subscribe("a", "low", priority=-5)
    hub.subscribe("**", "mid")
    hub.subscribe("*", "high", priority=10)
    hub.subscribe("a", "more", priority=9)
    assert hub.publish("a", "1") == ["high", "more", "mid", "low"]


@proves(R2)
def equal_priority_in_order():
    """Where the priority is equal whoever subscribed earlier comes first."""
    hub = Bus()
    hub.subscribe("a", "zoe")
    hub.subscribe("**", "ann")
    hub.subscribe("*", "max")
    assert hub.publish("a", "1") == ["zoe", "ann", "max"]
    hub.subscribe("a", "first", priority=1)
    assert hub.publish("a", "2") == ["first", "zoe", "ann", "max"]


@proves("R2.a")
def one_message_for_a_name():
    """A name with several patterns that match gets the message once, at its best place."""
    hub = Bus()
    hub.subscribe("a", "x", priority=-1)
    hub.subscribe("*", "y")
    hub.subscribe("**", "x", priority=5)
    assert hub.publish("a", "1") == ["x", "y"]
    assert hub.inbox("x") == [("a", "1")]
    assert hub.publish("a.b", "2") == ["x"]


@proves("R2.a")
def one_message_at_equal_priority():
    """At equal priority the earlier subscription of the name counts."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("a", "y")
    hub.subscribe("*", "x")
    hub.subscribe("*", "y", priority=0)
    assert hub.publish("a", "1") == ["x", "y"]
    assert hub.inbox("x") == [("a", "1")]
    assert hub.inbox("y") == [("a", "1")]


@proves("R2.b")
def subscribing_again_comes_behind():
    """Subscribing again with the same pattern comes behind others of equal priority."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("a", "y")
    hub.subscribe("a", "x")
    assert hub.publish("a", "1") == ["y", "x"]
    assert hub.inbox("x") == [("a", "1")]


@proves("R2.b")
def subscribing_again_replaces():
    """Priority, once and stops are those of the new subscription."""
    hub = Bus()
    hub.subscribe("a", "x", priority=5, stops=True)
    hub.subscribe("a", "y")
    assert hub.publish("a", "1") == ["x"]
    hub.subscribe("a", "x")
    assert hub.publish("a", "2") == ["y", "x"]
    hub.subscribe("a", "y", once=True)
    assert hub.publish("a", "3") == ["x", "y"]
    assert hub.publish("a", "4") == ["x"]


@proves("R2.b")
def another_pattern_does_not_replace():
    """A subscription with another pattern or name stays."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("*", "x")
    hub.subscribe("a", "y")
    assert hub.publish("a", "1") == ["x", "y"]
    assert hub.unsubscribe("a", "x") is True
    assert hub.publish("a", "2") == ["x", "y"]
    assert hub.unsubscribe("*", "x") is True
    assert hub.publish("a", "3") == ["y"]


@proves("R3.a")
def once_ends_after_one():
    """A subscription with once gets one message."""
    hub = Bus()
    hub.subscribe("*", "x", once=True)
    assert hub.publish("a.b", "0") == []
    assert hub.publish("a", "1") == ["x"]
    assert hub.publish("b", "2") == []
    assert hub.inbox("x") == [("a", "1")]
    assert hub.unsubscribe("*", "x") is False


@proves("R3.a")
def once_is_not_ended_by_others():
    """A message that the name got by another subscription does not end it."""
    hub = Bus()
    hub.subscribe("a", "x", priority=5)
    hub.subscribe("*", "x", once=True)
    assert hub.publish("a", "1") == ["x"]
    assert hub.publish("a", "2") == ["x"]
    assert hub.publish("b", "3") == ["x"]
    assert hub.publish("b", "4") == []
    assert hub.inbox("x") == [("a", "1"), ("a", "2"), ("b", "3")]


@proves("R3.a")
def once_before_a_lasting_one():
    """After once has ended, the other subscription of the name goes on."""
    hub = Bus()
    hub.subscribe("*", "x")
    hub.subscribe("a", "x", priority=1, once=True)
    hub.subscribe("a", "y")
    assert hub.publish("a", "1") == ["x", "y"]
    assert hub.inbox("x") == [("a", "1")]
    assert hub.publish("a", "2") == ["x", "y"]
    assert hub.inbox("x") == [("a", "1"), ("a", "2")]
    assert hub.unsubscribe("a", "x") is False
    assert hub.unsubscribe("*", "x") is True


@proves("R3.b")
def stops_ends_the_delivery():
    """Those that come after it do not get the message, also of equal priority."""
    hub = Bus()
    hub.subscribe("a", "top", priority=9)
    hub.subscribe("a", "guard", stops=True)
    hub.subscribe("a", "equal")
    hub.subscribe("**", "low", priority=-1)
    assert hub.publish("a", "1") == ["top", "guard"]
    assert hub.inbox("equal") == []
    assert hub.inbox("low") == []
    assert hub.publish("b", "2") == ["low"]


@proves("R3.b")
def stops_by_place():
    """Those that subscribed earlier at equal priority get the message."""
    hub = Bus()
    hub.subscribe("a", "x")
    hub.subscribe("a", "guard", stops=True)
    assert hub.publish("a", "1") == ["x", "guard"]
    hub.subscribe("a", "x")
    assert hub.publish("a", "2") == ["guard"]
    assert hub.inbox("x") == [("a", "1")]


@proves("R3.b")
def stops_only_where_delivered_by_it():
    """A subscription that did not deliver does not stop."""
    hub = Bus()
    hub.subscribe("a", "x", priority=5)
    hub.subscribe("*", "x", priority=3, stops=True)
    hub.subscribe("**", "y")
    assert hub.publish("a", "1") == ["x", "y"]
    assert hub.publish("b", "2") == ["x"]
    assert hub.inbox("y") == [("a", "1")]


@proves("R3.b")
def stopped_once_stays():
    """A once subscription behind a stop is not ended, and one with both stops one message."""
    hub = Bus()
    hub.subscribe("a", "guard", priority=1, once=True, stops=True)
    hub.subscribe("a", "x", once=True)
    assert hub.publish("a", "1") == ["guard"]
    assert hub.publish("a", "2") == ["x"]
    assert hub.publish("a", "3") == []
    assert hub.inbox("guard") == [("a", "1")]
    assert hub.inbox("x") == [("a", "2")]


@proves("R3.c")
def unsubscribe_says_whether():
    """unsubscribe ends exactly this subscription and says whether there was one."""
    hub = Bus()
    hub.subscribe("a.*", "x")
    hub.subscribe("a.b", "x")
    assert hub.unsubscribe("a.b", "y") is False
    assert hub.unsubscribe("a.**", "x") is False
    assert hub.unsubscribe("a.c", "x") is False
    assert hub.publish("a.b", "1") == ["x"]
    assert hub.unsubscribe("a.b", "x") is True
    assert hub.unsubscribe("a.b", "x") is False
    assert hub.publish("a.b", "2") == ["x"]
    assert hub.unsubscribe("a.*", "x") is True
    assert hub.publish("a.b", "3") == []
    assert hub.inbox("x") == [("a.b", "1"), ("a.b", "2")]


@proves(R4)
def retained_for_later_subscribers():
    """A retained message is delivered to those that subscribe later; an earlier one is replac…"""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.publish("a", "1", retain=True) == ["x"]
    assert hub.publish("a", "2", retain=True) == ["x"]
    hub.subscribe("a", "y")
    assert hub.inbox("y") == [("a", "2")]
    assert hub.inbox("x") == [("a", "1"), ("a", "2")]
    assert hub.publish("a", "3") == ["x", "y"]
    hub.subscribe("a", "z")
    assert hub.inbox("z") == [("a", "2")]


@proves(R4)
def empty_payload_ends_retaining():
    """An empty payload is delivered and ends the retained message."""
    hub = Bus()
    hub.subscribe("a", "x")
    assert hub.publish("a", "1", retain=True) == ["x"]
    assert hub.publish("b", "2", retain=True) == []
    assert hub.publish("a", "", retain=True) == ["x"]
    assert hub.inbox("x") == [("a", "1"), ("a", "")]
    hub.subscribe("**", "y")
    assert hub.inbox("y") == [("b", "2")]


@proves(R4)
def without_retain_it_stays():
    """A message without retain is not kept and leaves the retained one, also an empty one."""
    hub = Bus()
    assert hub.publish("b", "0") == []
    assert hub.publish("a", "1", retain=True) == []
    assert hub.publish("a", "2") == []
    assert hub.publish("a", "", retain=False) == []
    hub.subscribe("**", "x")
    assert hub.inbox("x") == [("a", "1")]


@proves("R4.a")
def retained_in_order_of_topics():
    """All retained messages that match come at once, by topic, to this name alone."""
    hub = Bus()
    hub.subscribe("**", "old")
    assert hub.publish("c", "1", retain=True) == ["old"]
    assert hub.publish("a", "2", retain=True) == ["old"]
    assert hub.publish("b", "3", retain=True) == ["old"]
    assert hub.publish("b.x", "4", retain=True) == ["old"]
    hub.subscribe("*", "new")
    assert hub.inbox("new") == [("a", "2"), ("b", "3"), ("c", "1")]
    assert hub.inbox("old") == [("c", "1"), ("a", "2"), ("b", "3"), ("b.x", "4")]


@proves("R4.a")
def retained_again_when_replacing():
    """Replacing a subscription delivers the retained messages again."""
    hub = Bus()
    assert hub.publish("a", "1", retain=True) == []
    hub.subscribe("a", "x")
    hub.subscribe("a", "x", priority=3)
    hub.subscribe("*", "x")
    assert hub.inbox("x") == [("a", "1"), ("a", "1"), ("a", "1")]
    assert hub.publish("a", "2") == ["x"]


@proves("R4.b")
def once_gets_only_the_first_retained():
    """once gets the first of the retained messages and ends; without one it waits."""
    hub = Bus()
    assert hub.publish("b", "1", retain=True) == []
    assert hub.publish("a", "2", retain=True) == []
    hub.subscribe("**", "x", once=True)
    assert hub.inbox("x") == [("a", "2")]
    assert hub.publish("c", "3") == []
    assert hub.unsubscribe("**", "x") is False
    hub.subscribe("z", "y", once=True)
    assert hub.inbox("y") == []
    assert hub.publish("z", "4") == ["y"]
    assert hub.publish("z", "5") == []


@proves("R4.b")
def stops_has_no_effect_on_retained():
    """stops gets all retained messages, and stops later ones."""
    hub = Bus()
    assert hub.publish("b", "1", retain=True) == []
    assert hub.publish("a", "2", retain=True) == []
    hub.subscribe("*", "x", stops=True)
    assert hub.inbox("x") == [("a", "2"), ("b", "1")]
    hub.subscribe("*", "y")
    assert hub.inbox("y") == [("a", "2"), ("b", "1")]
    assert hub.publish("a", "3") == ["x"]
