def make_raising(error):
    def raising(*args):
        raise error
    return raising


def make_logging(log, name, result=None):
    def logging(*args):
        log.append(name)
        return result
    return logging


@table(R1, [
    ("user.add", "user.add", ["hit"]),
    ("user.add", "user.add.bulk", []),
    ("user.add", "user", []),
    ("user.add", "User.add", []),
    ("user.*", "user.add", ["hit"]),
    ("user.*", "user.add.bulk", ["hit"]),
    ("user.*", "user.", ["hit"]),
    ("user.*", "user", []),
    ("user.*", "users.add", []),
    ("user.*", "my.user.add", []),
    ("user.add.*", "user.add.bulk", ["hit"]),
    ("user.add.*", "user.add", []),
    ("*", "user", ["hit"]),
    ("*", "user.add", ["hit"]),
])
def patterns(pattern, name, expected):
    bus = EventBus()
    subscription = bus.subscribe(pattern, returning("hit"))
    assert subscription.pattern == pattern and subscription.active is True
    assert bus.publish(name) == expected
    assert subscription.calls == len(expected)
    assert bus.count(name) == len(expected)


@table(R1, [
    ("", "bad pattern: ''"),
    (".*", "bad pattern: '.*'"),
    ("**", "bad pattern: '**'"),
    ("user*", "bad pattern: 'user*'"),
    ("*user", "bad pattern: '*user'"),
    ("*.add", "bad pattern: '*.add'"),
    ("user.*.add", "bad pattern: 'user.*.add'"),
    ("user.**", "bad pattern: 'user.**'"),
    ("*.*", "bad pattern: '*.*'"),
    ("it's*", "bad pattern: \"it's*\""),
])
def bad_patterns(pattern, message):
    bus = EventBus()
    with raises(ValueError) as error:
        bus.subscribe(pattern, recorder())
    assert str(error.value) == message
    assert bus.count("user.add") == 0


@proves(R1)
def one_handler_subscribed_several_times():
    bus = EventBus()
    handler = returning(1, 2, 3, 4)
    first = bus.subscribe("a", handler)
    second = bus.subscribe("a", handler)
    third = bus.subscribe("*", handler)
    assert bus.publish("a") == [1, 2, 3]
    assert second.cancel() is True
    assert [first.active, second.active, third.active] == [True, False, True]
    assert bus.publish("a") == [4, 4]
    assert [first.calls, second.calls, third.calls] == [2, 1, 2]


@proves(R2)
def the_highest_priority_first_then_the_order_of_subscription():
    bus = EventBus()
    log = []
    bus.subscribe("a", make_logging(log, "default 1", 1))
    bus.subscribe("*", make_logging(log, "low", 2), priority=-5)
    bus.subscribe("a", make_logging(log, "high 1", 3), priority=10)
    bus.subscribe("*", make_logging(log, "default 2", 4))
    bus.subscribe("a", make_logging(log, "high 2", 5), priority=10)
    bus.subscribe("b", make_logging(log, "other", 6), priority=99)
    assert bus.publish("a") == [3, 5, 1, 4, 2]
    assert log == ["high 1", "high 2", "default 1", "default 2", "low"]


@proves(R2)
def handlers_get_one_event():
    bus = EventBus()
    payload = {"id": 1}
    first, second = recorder(), recorder()
    bus.subscribe("user.add", first)
    bus.subscribe("user.*", second)
    bus.publish("user.add", payload)
    assert first.calls == [(Event("user.add", {"id": 1}),)]
    assert first.calls[0][0].payload is payload
    assert second.calls[0][0] is first.calls[0][0]
    bus.publish("user.add")
    assert first.calls[1] == (Event("user.add", None),)
    assert len(second.calls) == 2


@proves(R2)
def all_return_values_are_given():
    bus = EventBus()
    assert bus.publish("a") == []
    bus.subscribe("a", lambda event: None)
    bus.subscribe("a", lambda event: event.payload * 2)
    bus.subscribe("a", lambda event: [])
    bus.subscribe("a", lambda event: False)
    assert bus.publish("a", 21) == [None, 42, [], False]
    assert bus.publish("b", 21) == []


@table(R2, [
    ("", "bad event name: ''"),
    ("*", "bad event name: '*'"),
    ("user.*", "bad event name: 'user.*'"),
    ("a*b", "bad event name: 'a*b'"),
])
def bad_event_names(name, message):
    bus = EventBus()
    handler = recorder()
    bus.subscribe("*", handler)
    with raises(ValueError) as error:
        bus.publish(name)
    assert str(error.value) == message
    assert handler.calls == []


@proves(R3)
def a_subscription_added_during_a_publish_waits_for_the_next():
    bus = EventBus()
    late = returning("late")

    def adding(event):
        bus.subscribe("a", late, priority=-1)
        return "adding"

    bus.subscribe("a", adding, once=True)
    bus.subscribe("a", returning("last"), priority=-2)
    assert bus.publish("a") == ["adding", "last"]
    assert late.calls == []
    assert bus.publish("a") == ["late", "last"]


@proves(R3)
def a_subscription_cancelled_before_its_turn_is_not_called():
    bus = EventBus()
    victim_handler = returning("victim")
    early = bus.subscribe("a", returning("early"), priority=2)

    def cancelling(event):
        return [early.cancel(), victim.cancel()]

    bus.subscribe("a", cancelling, priority=1)
    victim = bus.subscribe("a", victim_handler)
    bus.subscribe("a", returning("last"))
    assert bus.publish("a") == ["early", [True, True], "last"]
    assert victim_handler.calls == []
    assert victim.calls == 0 and early.calls == 1


@proves(R3)
def an_inner_publish_is_complete_before_it_returns():
    bus = EventBus()
    log = []

    def outer(event):
        log.append("outer begins")
        results = bus.publish("inner", event.payload + 1)
        log.append("outer ends")
        return results

    bus.subscribe("outer", outer)
    bus.subscribe("outer", make_logging(log, "outer 2", "second"))
    bus.subscribe("inner", make_logging(log, "inner 1", 1))
    bus.subscribe("inner", lambda event: event.payload)
    bus.subscribe("inner", make_logging(log, "inner 2", 2))
    assert bus.publish("outer", 10) == [[1, 11, 2], "second"]
    assert log == ["outer begins", "inner 1", "inner 2", "outer ends", "outer 2"]


@table(R4, [
    (True, ["called"]),
    (1, ["called"]),
    ("yes", ["called"]),
    ([0], ["called"]),
    (False, []),
    (0, []),
    (None, []),
    ("", []),
    ([], []),
])
def answers_of_where(answer, expected):
    bus = EventBus()
    where = returning(answer)
    subscription = bus.subscribe("a", returning("called"), where=where)
    bus.subscribe("a", returning("always"))
    assert bus.publish("a", 7) == expected + ["always"]
    assert where.calls == [(Event("a", 7),)]
    assert subscription.calls == len(expected)


@proves(R4)
def where_is_asked_just_before_the_turn():
    bus = EventBus()
    log = []
    bus.subscribe("a", make_logging(log, "call 1"), where=make_logging(log, "where 1", True))
    bus.subscribe("a", make_logging(log, "call 2"), where=make_logging(log, "where 2", False))
    bus.subscribe("a", make_logging(log, "call 3"), where=lambda event: "call 1" in log)
    unasked = bus.subscribe("a", make_logging(log, "call 4"), where=make_logging(log, "where 4", True))
    unasked.cancel()
    assert bus.publish("a") == [None, None]
    assert log == ["where 1", "call 1", "where 2", "call 3"]


@proves(R4)
def once_is_cancelled_before_its_handler_is_called():
    bus = EventBus()
    seen = []

    def handler(event):
        seen.append(subscription.active)
        return bus.publish("a", "inner")

    subscription = bus.subscribe("a", handler, once=True)
    bus.subscribe("a", lambda event: event.payload)
    assert bus.publish("a", "outer") == [["inner"], "outer"]
    assert seen == [False]
    assert bus.publish("a", "again") == ["again"]
    assert subscription.calls == 1 and subscription.active is False
    assert subscription.cancel() is False


@proves(R4)
def a_refused_event_does_not_use_up_once():
    bus = EventBus()
    handler = returning("big")
    subscription = bus.subscribe("n", handler, where=lambda event: event.payload > 10, once=True)
    assert bus.publish("n", 5) == []
    assert subscription.active is True and subscription.calls == 0
    assert bus.publish("n", 11) == ["big"]
    assert subscription.active is False and subscription.calls == 1
    assert bus.publish("n", 12) == []
    assert handler.calls == [(Event("n", 11),)]


@proves(R4)
def calls_count_failed_calls_too():
    bus = EventBus(on_error=recorder())
    handler = failing(ValueError("boom"), times=2, then="fine")
    subscription = bus.subscribe("a", handler, where=lambda event: event.payload != "skip")
    assert subscription.calls == 0
    assert bus.publish("a") == []
    assert subscription.calls == 1
    assert bus.publish("a", "skip") == []
    assert subscription.calls == 1
    assert bus.publish("a") == []
    assert bus.publish("a") == ["fine"]
    assert subscription.calls == 3


@proves(R5)
def cancel_says_whether_it_did_something():
    bus = EventBus()
    handler = returning("x")
    subscription = bus.subscribe("a", handler)
    assert subscription.active is True
    assert bus.publish("a") == ["x"]
    assert subscription.cancel() is True
    assert subscription.active is False
    assert subscription.cancel() is False
    assert bus.publish("a") == []
    assert subscription.calls == 1 and len(handler.calls) == 1


@proves(R5)
def unsubscribe_cancels_all_of_a_handler():
    """Bound methods are equal without being the same object."""
    bus = EventBus()
    log, other = [], []
    first = bus.subscribe("a", log.append)
    second = bus.subscribe("b.*", log.append, priority=3)
    gone = bus.subscribe("a", log.append)
    kept = bus.subscribe("a", other.append)
    gone.cancel()
    assert bus.unsubscribe(log.append) == 2
    assert [first.active, second.active, kept.active] == [False, False, True]
    assert bus.unsubscribe(log.append) == 0
    assert bus.unsubscribe(recorder()) == 0
    assert bus.publish("a", 1) == [None]
    assert log == [] and other == [Event("a", 1)]


@proves(R5)
def count_does_not_ask_where():
    bus = EventBus()
    where = returning(False)
    bus.subscribe("user.add", recorder(), where=where)
    bus.subscribe("user.*", recorder())
    everything = bus.subscribe("*", recorder())
    bus.subscribe("user.add", recorder(), once=True)
    assert [bus.count(name) for name in ["user.add", "user.drop", "user", "other"]] == [4, 2, 1, 1]
    assert where.calls == []
    bus.publish("user.add")
    assert bus.count("user.add") == 3
    everything.cancel()
    assert [bus.count(name) for name in ["user.add", "user.drop", "user", "other"]] == [2, 1, 0, 0]


@table(R6, [
    (StopPropagation("stop"), "stop"),
    (StopPropagation(), None),
    (StopPropagation(0), 0),
    (StopPropagation([1, 2]), [1, 2]),
])
def stop_propagation(stop, value):
    report, never = recorder(), recorder()
    for bus in [EventBus(), EventBus(on_error=report)]:
        bus.subscribe("a", returning("first"), priority=1)
        stopping = bus.subscribe("a", make_raising(stop))
        bus.subscribe("a", never)
        assert bus.publish("a") == ["first", value]
        assert stopping.calls == 1
    assert never.calls == []
    assert report.calls == []


@proves(R6)
def stop_propagation_from_where_is_an_ordinary_error():
    stop = StopPropagation("from where")
    report = recorder()
    bus = EventBus(on_error=report)
    subscription = bus.subscribe("a", returning("never"), where=make_raising(stop))
    bus.subscribe("a", returning("next"))
    assert bus.publish("a") == ["next"]
    assert len(report.calls) == 1
    assert report.calls[0][0] is stop and report.calls[0][2] is subscription
    assert subscription.calls == 0
    plain = EventBus()
    plain.subscribe("a", returning("never"), where=make_raising(stop))
    with raises(StopPropagation) as error:
        plain.publish("a")
    assert error.value is stop


@proves(R7)
def without_an_error_handler_the_error_goes_through():
    bus = EventBus()
    boom = ValueError("boom")
    before, after = recorder(), recorder()
    bus.subscribe("a", before)
    bus.subscribe("a", failing(boom, times=1, then="fine"))
    bus.subscribe("a", after)
    with raises(ValueError) as error:
        bus.publish("a")
    assert error.value is boom
    assert len(before.calls) == 1 and after.calls == []
    assert bus.publish("a") == [None, "fine", None]


@proves(R7)
def on_error_is_told_and_the_next_handler_follows():
    report = recorder()
    bus = EventBus(on_error=report)
    boom, bad = ValueError("boom"), KeyError("bad")
    never = recorder()
    bus.subscribe("a", returning(1))
    first = bus.subscribe("a", make_raising(boom))
    bus.subscribe("a", returning(2))
    second = bus.subscribe("a", never, where=make_raising(bad))
    bus.subscribe("a", returning(3))
    assert bus.publish("a", "p") == [1, 2, 3]
    assert len(report.calls) == 2
    assert report.calls[0][0] is boom and report.calls[1][0] is bad
    assert [call[1] for call in report.calls] == [Event("a", "p"), Event("a", "p")]
    assert report.calls[0][2] is first and report.calls[1][2] is second
    assert never.calls == []


@proves(R7)
def an_exception_from_on_error_goes_through():
    log = []

    def report(error, event, subscription):
        log.append(str(error))
        raise RuntimeError("report: " + event.name)

    bus = EventBus(on_error=report)
    after = recorder()
    bus.subscribe("a", make_raising(ValueError("boom")))
    bus.subscribe("a", after)
    with raises(RuntimeError) as error:
        bus.publish("a")
    assert str(error.value) == "report: a"
    assert log == ["boom"]
    assert after.calls == []


@table(R7, [(KeyboardInterrupt(),), (SystemExit(2),), (GeneratorExit(),), (BaseException("base"),)])
def what_is_no_exception_always_goes_through(boom):
    report, after = recorder(), recorder()
    bus = EventBus(on_error=report)
    bus.subscribe("handler", make_raising(boom))
    bus.subscribe("where", recorder(), where=make_raising(boom))
    bus.subscribe("*", after)
    for name in ["handler", "where"]:
        with raises(BaseException) as error:
            bus.publish(name)
        assert error.value is boom
    assert report.calls == [] and after.calls == []


@proves(R8)
def each_step_gets_the_result_of_the_one_before():
    value = ["same"]
    pipeline = Pipeline()
    assert pipeline.run(value) is value
    names = recorder()
    assert pipeline.before(names) is pipeline
    assert pipeline.add(lambda text: text.strip()) is pipeline
    pipeline.add(int, name="number").add(lambda number: number * 2).add(lambda number: None)
    assert pipeline.run(" 21 ") is None
    assert names.calls == [("step1", " 21 "), ("number", "21"), ("step3", 21), ("step4", 42)]
    assert Pipeline().add(len).run("four") == 4


@table(R8, [
    ("a", "a", "duplicate step: a"),
    ("step2", None, "duplicate step: step2"),
    (None, "step1", "duplicate step: step1"),
])
def duplicate_steps(first, second, message):
    pipeline = Pipeline().add(lambda value: value + 1, name=first)
    never = recorder()
    with raises(ValueError) as error:
        pipeline.add(never, name=second)
    assert str(error.value) == message
    assert pipeline.run(1) == 2
    assert never.calls == []


@table(R8, [
    (True, "stepped", 2),
    ("yes", "stepped", 2),
    (False, "start", 1),
    (0, "start", 1),
    (None, "start", 1),
])
def when_decides_whether_a_step_is_run(answer, result, hooked):
    before, after = recorder(), recorder()
    when = returning(answer)
    pipeline = Pipeline().before(before).after(after)
    pipeline.add(returning("stepped"), name="maybe", when=when).add(lambda value: value, name="always")
    assert pipeline.run("start") == result
    assert when.calls == [("start",)]
    assert len(before.calls) == hooked and len(after.calls) == hooked
    assert before.calls[-1] == ("always", result)
    assert after.calls[-1] == ("always", result, result)


@proves(R8)
def drop_ends_the_run():
    before, after, never = recorder(), recorder(), recorder()
    pipeline = Pipeline().before(before).after(after)
    pipeline.add(lambda value: value + 1, name="first")
    pipeline.add(lambda value: DROP, name="dropping", when=lambda value: value > 10)
    pipeline.add(lambda value: value * 2, name="last", when=never)
    assert pipeline.run(10) is DROP
    assert before.calls == [("first", 10), ("dropping", 11)]
    assert after.calls == [("first", 10, 11), ("dropping", 11, DROP)]
    assert never.calls == []
    assert pipeline.run(1) == 2
    assert never.calls == [(2,)]
    assert repr(DROP) == "DROP"


@proves(R8)
def hooks_in_the_order_they_were_added():
    log = []
    pipeline = Pipeline()
    pipeline.add(lambda value: [log.append("run one"), value + 1][1], name="one")
    assert pipeline.after(lambda name, value, result: log.append(("after 1", name, value, result))) is pipeline
    assert pipeline.before(lambda name, value: log.append(("before 1", name, value))) is pipeline
    pipeline.before(lambda name, value: log.append(("before 2", name, value)))
    pipeline.after(lambda name, value, result: log.append(("after 2", name, value, result)))
    pipeline.add(lambda value: [log.append("run two"), value * 10][1], name="two")
    assert pipeline.run(1) == 20
    assert log == [
        ("before 1", "one", 1), ("before 2", "one", 1), "run one",
        ("after 1", "one", 1, 2), ("after 2", "one", 1, 2),
        ("before 1", "two", 2), ("before 2", "two", 2), "run two",
        ("after 1", "two", 2, 20), ("after 2", "two", 2, 20),
    ]


@proves(R9)
def an_error_handler_gives_the_steps_result():
    boom = ValueError("boom")
    replaced, handler, after = returning("old"), returning("rescued", DROP), recorder()
    pipeline = Pipeline().add(make_raising(boom), name="bad").add(lambda value: value + "!", name="next").after(after)
    assert pipeline.on_error("bad", replaced) is pipeline
    pipeline.on_error("bad", handler)
    assert pipeline.run("in") == "rescued!"
    assert len(handler.calls) == 1
    assert handler.calls[0][0] is boom and handler.calls[0][1] == "in"
    assert replaced.calls == []
    assert after.calls == [("bad", "in", "rescued"), ("next", "rescued", "rescued!")]
    assert pipeline.run("in") is DROP
    assert after.calls[2:] == [("bad", "in", DROP)]


@proves(R9)
def an_error_handler_needs_an_existing_step():
    pipeline = Pipeline()
    with raises(KeyError) as error:
        pipeline.on_error("step1", recorder())
    assert error.value.args == ("step1",)
    pipeline.add(make_raising(ValueError("boom")))
    assert pipeline.on_error("step1", lambda error, value: str(error)) is pipeline
    with raises(KeyError) as other:
        pipeline.on_error("other", recorder())
    assert other.value.args == ("other",)
    assert pipeline.run(0) == "boom"


@table(R9, [
    (ValueError("bad number"), "step 'parse' failed: ValueError: bad number"),
    (KeyError("k"), "step 'parse' failed: KeyError: 'k'"),
    (RuntimeError(), "step 'parse' failed: RuntimeError: "),
])
def pipeline_errors(boom, message):
    after, never, unused = recorder(), recorder(), recorder()
    pipeline = Pipeline().add(lambda value: value + 1, name="first").add(make_raising(boom), name="parse")
    pipeline.add(never, name="last").after(after).on_error("first", unused).on_error("last", unused)
    with raises(PipelineError) as error:
        pipeline.run(1)
    assert str(error.value) == message
    assert error.value.step == "parse"
    assert error.value.value == 2
    assert after.calls == [("first", 1, 2)]
    assert never.calls == [] and unused.calls == []


@proves(R9)
def an_exception_from_the_error_handler_goes_through():
    boom = LookupError("from the handler")
    after, never = recorder(), recorder()
    pipeline = Pipeline().add(make_raising(ValueError("boom")), name="bad").add(never).after(after)
    pipeline.on_error("bad", make_raising(boom))
    with raises(LookupError) as error:
        pipeline.run(1)
    assert error.value is boom
    assert never.calls == [] and after.calls == []
    interrupt = KeyboardInterrupt()
    handler = recorder()
    other = Pipeline().add(make_raising(interrupt), name="bad").on_error("bad", handler)
    with raises(KeyboardInterrupt) as through:
        other.run(1)
    assert through.value is interrupt
    assert handler.calls == []


@proves(R9)
def errors_of_hooks_and_of_when_are_not_handled():
    boom = ValueError("boom")
    handler, step = returning("handled"), returning("stepped")
    before = Pipeline().add(step, name="a").on_error("a", handler).before(make_raising(boom))
    with raises(ValueError) as from_before:
        before.run(1)
    assert from_before.value is boom and step.calls == []
    when = Pipeline().add(step, name="a", when=make_raising(boom)).on_error("a", handler)
    with raises(ValueError) as from_when:
        when.run(1)
    assert from_when.value is boom and step.calls == []
    after = Pipeline().add(step, name="a").on_error("a", handler).after(make_raising(boom))
    with raises(ValueError) as from_after:
        after.run(1)
    assert from_after.value is boom and step.calls == [(1,)]
    assert handler.calls == []


@proves(R10)
def the_first_result_without_an_error():
    at_once = returning(None, "never")
    assert retry_call(at_once, 1, "b") is None
    assert at_once.calls == [(1, "b")]
    later = failing(ValueError("boom"), times=2, then="third")
    assert retry_call(later, "x") == "third"
    assert later.calls == [("x",), ("x",), ("x",)]
    last = failing(OSError("boom"), times=4, then="fifth")
    assert retry_call(last, attempts=5) == "fifth"
    assert last.calls == [(), (), (), (), ()]


@table(R10, [(0,), (-1,), (-7,)])
def bad_attempts(attempts):
    func = returning("never")
    with raises(ValueError) as error:
        retry_call(func, attempts=attempts)
    assert str(error.value) == "attempts must be at least 1"
    assert func.calls == []


@proves(R10)
def errors_that_are_not_retried():
    boom = KeyError("k")
    on_retry = recorder()
    func = failing(boom, times=1, then="second")
    with raises(KeyError) as error:
        retry_call(func, retry_on=(ValueError, OSError), on_retry=on_retry)
    assert error.value is boom
    assert len(func.calls) == 1 and on_retry.calls == []
    assert retry_call(failing(KeyError("k"), times=1, then="second"), retry_on=(ValueError, LookupError)) == "second"
    interrupted = failing(KeyboardInterrupt(), times=1, then="second")
    with raises(KeyboardInterrupt):
        retry_call(interrupted)
    assert len(interrupted.calls) == 1


@proves(R10)
def on_retry_is_called_before_every_further_attempt():
    log = []
    boom = ValueError("boom")
    func = failing(boom, times=2, then="done")

    def traced(value):
        log.append("attempt")
        return func(value)

    def on_retry(attempt, error):
        log.append((attempt, error is boom))

    assert retry_call(traced, 5, on_retry=on_retry) == "done"
    assert log == ["attempt", (1, True), "attempt", (2, True), "attempt"]
    told = recorder()
    with raises(RetryFailed):
        retry_call(make_raising(boom), attempts=3, on_retry=told)
    assert [call[0] for call in told.calls] == [1, 2]
    with raises(ValueError) as stopped:
        retry_call(make_raising(boom), on_retry=lambda attempt, error: False)
    assert stopped.value is boom


@table(R10, [
    (False, ValueError, "boom", 1, 1),
    (None, RetryFailed, "gave up after 3 attempts: ValueError: boom", 3, 2),
    (0, RetryFailed, "gave up after 3 attempts: ValueError: boom", 3, 2),
    ("", RetryFailed, "gave up after 3 attempts: ValueError: boom", 3, 2),
    ([], RetryFailed, "gave up after 3 attempts: ValueError: boom", 3, 2),
    (True, RetryFailed, "gave up after 3 attempts: ValueError: boom", 3, 2),
])
def only_exactly_false_ends_the_attempts(answer, kind, message, attempts, asked):
    func = failing(ValueError("boom"), times=9, then="never")
    on_retry = returning(answer)
    with raises(kind) as error:
        retry_call(func, on_retry=on_retry)
    assert str(error.value) == message
    assert len(func.calls) == attempts and len(on_retry.calls) == asked


@table(R10, [
    (1, ValueError("boom"), "gave up after 1 attempt: ValueError: boom"),
    (2, KeyError("k"), "gave up after 2 attempts: KeyError: 'k'"),
    (3, OSError(), "gave up after 3 attempts: OSError: "),
])
def giving_up(attempts, last, message):
    """The message is of the last error; all errors are kept in order."""
    errors = [RuntimeError("one"), RuntimeError("two"), last][3 - attempts:]
    left = list(errors)

    def func():
        raise left.pop(0)

    with raises(RetryFailed) as error:
        retry_call(func, attempts=attempts)
    assert str(error.value) == message
    assert [str(each) for each in error.value.errors] == [str(each) for each in errors]
    assert error.value.errors[-1] is last
    assert len(error.value.errors) == attempts and left == []
