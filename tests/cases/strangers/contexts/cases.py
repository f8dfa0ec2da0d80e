def make_rollback_type():
    class Quiet(Rollback):
        pass
    return Quiet


def make_filled_pool(close):
    """Idle: "two" was returned first, "one" last."""
    pool = Pool(returning("one", "two"), 2, close)
    with pool.acquire():
        with pool.acquire():
            pass
    return pool


@table(R1, [
    (1, "key must be str, not int"),
    (True, "key must be str, not bool"),
    (None, "key must be str, not NoneType"),
    (b"a", "key must be str, not bytes"),
    (1.5, "key must be str, not float"),
    (("a",), "key must be str, not tuple"),
])
def keys_that_are_no_str(key, message):
    store = Store({"a": 1})
    with raises(TypeError) as error:
        store[key] = 2
    assert str(error.value) == message
    assert dict(store) == {"a": 1}


@proves(R1)
def keys_that_are_no_str_through_initial_and_update():
    with raises(TypeError) as initial:
        Store({"a": 1, 2: 3})
    assert str(initial.value) == "key must be str, not int"
    store = Store({"a": 1})
    with raises(TypeError) as update:
        store.update({b"b": 2})
    assert str(update.value) == "key must be str, not bytes"
    with raises(TypeError, "key must be str, not NoneType"):
        store.setdefault(None, 3)
    assert list(store.items()) == [("a", 1)]


@proves(R1)
def copies_initial_and_keeps_the_order():
    initial = {"b": 1, "a": 2}
    store = Store(initial)
    initial["c"] = 3
    assert isinstance(store, collections.abc.MutableMapping)
    assert list(store.items()) == [("b", 1), ("a", 2)]
    store["z"] = 4
    store["b"] = 5
    assert list(store.items()) == [("b", 5), ("a", 2), ("z", 4)]
    del store["b"]
    store["b"] = 6
    assert list(store.items()) == [("a", 2), ("z", 4), ("b", 6)]
    assert store.pop("z") == 4
    assert len(store) == 2 and "z" not in store and store["b"] == 6
    assert initial == {"b": 1, "a": 2, "c": 3}


@proves(R1)
def missing_keys():
    store = Store({"a": 1})
    with raises(KeyError) as reading:
        store["b"]
    assert reading.value.args == ("b",)
    with raises(KeyError) as deleting:
        del store["c"]
    assert deleting.value.args == ("c",)
    del store["a"]
    with raises(KeyError) as gone:
        store["a"]
    assert gone.value.args == ("a",)
    assert store.get("a", "default") == "default"


@table(R1, [
    (None, "Store({})"),
    ({}, "Store({})"),
    ({"a": 1}, "Store({'a': 1})"),
    ({"b": [1], "a": "it's"}, "Store({'b': [1], 'a': \"it's\"})"),
])
def repr_of_a_store(initial, text):
    assert repr(Store(initial)) == text


@proves(R2)
def a_normal_exit_keeps_the_changes():
    store = Store({"a": 1, "b": 2})
    with store.transaction() as tx:
        assert type(tx) is Transaction
        store["a"] = 10
        store["c"] = 3
        del store["b"]
        assert dict(store) == {"a": 10, "c": 3}
    assert list(store.items()) == [("a", 10), ("c", 3)]


@proves(R2)
def a_transaction_starts_at_the_entry_of_the_block():
    store = Store({"a": 1})
    tx = store.transaction()
    store["a"] = 2
    assert store.depth == 0
    with raises(ValueError, "boom"):
        with tx as given:
            assert given is tx
            store["a"] = 3
            raise ValueError("boom")
    assert dict(store) == {"a": 2}


@table(R2, [
    (ValueError("boom"),),
    (KeyError("k"),),
    (KeyboardInterrupt(),),
    (SystemExit(3),),
    (GeneratorExit(),),
    (BaseException("base"),),
])
def any_exception_restores_and_goes_through(boom):
    store = Store({"a": 1})
    with raises(BaseException) as error:
        with store.transaction():
            store["a"] = 2
            store["b"] = 3
            raise boom
    assert error.value is boom
    assert list(store.items()) == [("a", 1)]


@proves(R2)
def keys_values_and_order_come_back():
    store = Store({"c": 1, "a": 2, "b": 3})
    with raises(RuntimeError, "boom"):
        with store.transaction():
            del store["c"]
            store["c"] = 1
            store["a"] = 20
            store["d"] = 4
            store.pop("b")
            assert list(store.items()) == [("a", 20), ("c", 1), ("d", 4)]
            raise RuntimeError("boom")
    assert list(store.items()) == [("c", 1), ("a", 2), ("b", 3)]
    with raises(RuntimeError, "again"):
        with store.transaction():
            store.clear()
            raise RuntimeError("again")
    assert list(store.items()) == [("c", 1), ("a", 2), ("b", 3)]


@proves(R2)
def restoring_is_shallow():
    inner = [1]
    store = Store({"list": inner, "n": 0})
    with raises(ValueError, "boom"):
        with store.transaction():
            store["list"].append(2)
            store["list"] = "replaced"
            store["n"] = 1
            raise ValueError("boom")
    assert store["list"] is inner
    assert inner == [1, 2]
    assert store["n"] == 0


@proves(R3)
def depths_of_nested_blocks():
    store = Store()
    outer, middle, inner, sibling = [store.transaction() for number in [1, 2, 3, 4]]
    assert [tx.depth for tx in [outer, middle, inner, sibling]] == [0, 0, 0, 0]
    with outer:
        assert outer.depth == 1 and store.depth == 1
        with middle:
            with inner:
                assert [tx.depth for tx in [outer, middle, inner]] == [1, 2, 3]
                assert store.depth == 3
            assert store.depth == 2
        with sibling:
            assert sibling.depth == 2 and store.depth == 2
    assert store.depth == 0
    assert [tx.depth for tx in [outer, middle, inner, sibling]] == [1, 2, 3, 2]


@proves(R3)
def an_inner_rollback_undoes_only_the_inner_block():
    store = Store({"a": 1})
    with store.transaction():
        store["a"] = 2
        store["outer"] = True
        with raises(ValueError, "boom"):
            with store.transaction():
                store["a"] = 3
                store["inner"] = True
                del store["outer"]
                raise ValueError("boom")
        assert list(store.items()) == [("a", 2), ("outer", True)]
        store["after"] = 4
    assert list(store.items()) == [("a", 2), ("outer", True), ("after", 4)]


@proves(R3)
def an_outer_rollback_undoes_kept_inner_changes():
    store = Store({"a": 1})
    with raises(ValueError, "boom"):
        with store.transaction():
            with store.transaction():
                store["a"] = 2
                with store.transaction():
                    store["b"] = 3
            assert dict(store) == {"a": 2, "b": 3}
            raise ValueError("boom")
    assert dict(store) == {"a": 1}


@proves(R3)
def the_depth_falls_after_errors_too():
    store, other = Store(), Store()
    with raises(ValueError, "boom"):
        with store.transaction():
            with store.transaction():
                with other.transaction() as alone:
                    assert store.depth == 2
                    assert other.depth == 1 and alone.depth == 1
                    raise ValueError("boom")
    assert store.depth == 0 and other.depth == 0
    with store.transaction() as tx:
        assert tx.depth == 1 and store.depth == 1


@proves(R4)
def rollback_is_suppressed():
    store = Store({"a": 1})
    reached = []
    with store.transaction():
        store["a"] = 2
        reached.append("inside")
        raise Rollback("quietly")
    reached.append("after")
    assert reached == ["inside", "after"]
    assert dict(store) == {"a": 1}
    assert store.depth == 0


@proves(R4)
def a_subclass_of_rollback_is_suppressed():
    store = Store({"a": 1})
    quiet = make_rollback_type()
    with store.transaction() as tx:
        store["b"] = 2
        raise quiet()
    assert dict(store) == {"a": 1}
    assert tx.depth == 1 and store.depth == 0


@proves(R4)
def rollback_leaves_the_enclosing_blocks_going():
    store = Store({"a": 1})
    with store.transaction() as outer:
        store["outer"] = 1
        with store.transaction():
            store["middle"] = 2
            with store.transaction():
                store["inner"] = 3
                raise Rollback
            assert dict(store) == {"a": 1, "outer": 1, "middle": 2}
            store["more"] = 4
        assert outer.changes() == {"middle": (MISSING, 2), "more": (MISSING, 4), "outer": (MISSING, 1)}
    assert list(store.items()) == [("a", 1), ("outer", 1), ("middle", 2), ("more", 4)]


@proves(R4)
def the_block_stays_open_after_tx_rollback():
    store = Store({"a": 1, "b": 2})
    with store.transaction():
        store["before"] = 0
        with store.transaction() as tx:
            del store["a"]
            store["lost"] = 1
            tx.rollback()
            assert list(store.items()) == [("a", 1), ("b", 2), ("before", 0)]
            assert store.depth == 2
            store["lost again"] = 2
            tx.rollback()
            store["kept"] = 3
    assert list(store.items()) == [("a", 1), ("b", 2), ("before", 0), ("kept", 3)]
    with raises(ValueError, "boom"):
        with store.transaction() as second:
            store["x"] = 1
            second.rollback()
            store["y"] = 2
            raise ValueError("boom")
    assert list(store.items()) == [("a", 1), ("b", 2), ("before", 0), ("kept", 3)]


@table(R5, [("rollback",), ("changes",)])
def not_active_outside_the_block(method):
    store = Store({"a": 1})
    tx = store.transaction()
    with raises(TransactionError) as before:
        getattr(tx, method)()
    assert str(before.value) == "transaction is not active"
    with tx:
        store["a"] = 2
    with raises(TransactionError) as after:
        getattr(tx, method)()
    assert str(after.value) == "transaction is not active"
    with store.transaction():
        with store.transaction() as inner:
            store["b"] = 3
        with raises(TransactionError, "transaction is not active"):
            getattr(inner, method)()
    assert dict(store) == {"a": 2, "b": 3}


@proves(R5)
def rollback_of_a_block_that_is_not_innermost():
    store = Store({"a": 1})
    with store.transaction() as outer:
        store["a"] = 2
        with store.transaction() as inner:
            store["b"] = 3
            with raises(TransactionError) as error:
                outer.rollback()
            assert str(error.value) == "transaction is not innermost"
            assert dict(store) == {"a": 2, "b": 3}
            assert store.depth == 2
            assert inner.changes() == {"b": (MISSING, 3)}
        assert dict(store) == {"a": 2, "b": 3}
        outer.rollback()
        assert dict(store) == {"a": 1}


@proves(R5)
def entering_again_during_the_block():
    store = Store({"a": 1})
    with store.transaction() as tx:
        store["a"] = 2
        with raises(TransactionError) as error:
            with tx:
                store["never"] = 1
        assert str(error.value) == "transaction cannot be reused"
        assert store.depth == 1 and tx.depth == 1
        with store.transaction():
            with raises(TransactionError, "transaction cannot be reused"):
                with tx:
                    store["never"] = 1
        assert tx.changes() == {"a": (1, 2)}
    assert dict(store) == {"a": 2}


@proves(R5)
def entering_again_after_the_block():
    store = Store({"a": 1})
    with store.transaction() as kept:
        store["a"] = 2
    with store.transaction() as undone:
        raise Rollback()
    for tx in [kept, undone]:
        with raises(TransactionError) as error:
            with tx:
                store["never"] = 1
        assert str(error.value) == "transaction cannot be reused"
    assert dict(store) == {"a": 2}
    assert store.depth == 0


@proves(R6)
def changes_are_sorted_pairs():
    store = Store({"z": 1, "gone": 2, "same": 3})
    with store.transaction() as tx:
        assert tx.changes() == {}
        store["z"] = 10
        store["new"] = None
        del store["gone"]
        changes = tx.changes()
        assert list(changes.items()) == [("gone", (2, MISSING)), ("new", (MISSING, None)), ("z", (1, 10))]
        assert type(changes) is dict and type(changes["z"]) is tuple
        assert changes["gone"][1] is MISSING
    assert repr(MISSING) == "MISSING"


@proves(R6)
def equal_values_and_order_are_no_changes():
    store = Store({"a": 1, "b": [1, 2], "c": 3})
    with store.transaction() as tx:
        store["a"] = 1.0
        store["b"] = [1, 2]
        del store["c"]
        store["c"] = 3
        store["d"] = 4
        del store["d"]
        assert list(store) == ["a", "b", "c"]
        assert tx.changes() == {}
        store["c"] = 5
        first = tx.changes()
        first["x"] = "mine"
        assert tx.changes() == {"c": (3, 5)}
        assert dict(store) == {"a": 1, "b": [1, 2], "c": 5}


@proves(R6)
def changes_include_inner_blocks():
    store = Store({"a": 1})
    with store.transaction() as outer:
        store["a"] = 2
        with store.transaction() as inner:
            store["a"] = 3
            store["b"] = 4
            assert outer.changes() == {"a": (1, 3), "b": (MISSING, 4)}
            assert inner.changes() == {"a": (2, 3), "b": (MISSING, 4)}
            inner.rollback()
            assert inner.changes() == {}
            assert outer.changes() == {"a": (1, 2)}
            store["c"] = 5
        assert outer.changes() == {"a": (1, 2), "c": (MISSING, 5)}
        outer.rollback()
        assert outer.changes() == {}


@table(R7, [(0,), (-1,), (-100,)])
def bad_sizes(size):
    factory = recorder()
    with raises(ValueError) as error:
        Pool(factory, size)
    assert str(error.value) == "size must be at least 1"
    assert factory.calls == []


@proves(R7)
def resources_are_made_when_needed_and_the_last_returned_comes_first():
    factory = returning("one", "two", "three")
    pool = Pool(factory, 3)
    handle = pool.acquire()
    assert factory.calls == []
    assert pool.idle == 0 and pool.in_use == 0
    with handle as first:
        assert first == "one"
        assert pool.in_use == 1 and pool.idle == 0
        with pool.acquire() as second:
            assert second == "two"
            assert pool.in_use == 2
        assert pool.in_use == 1 and pool.idle == 1
        with pool.acquire() as again:
            assert again == "two"
    assert pool.idle == 2 and pool.in_use == 0
    with pool.acquire() as last:
        assert last == "one"
        with pool.acquire() as other:
            assert other == "two"
            with pool.acquire() as third:
                assert third == "three"
    assert factory.calls == [(), (), ()]
    assert pool.idle == 3


@proves(R7)
def an_exhausted_pool():
    factory = returning("one", "two", "three")
    pool = Pool(factory, 2)
    extra = pool.acquire()
    with pool.acquire():
        with pool.acquire():
            with raises(PoolExhausted) as error:
                with extra:
                    pass
            assert str(error.value) == "pool exhausted: 2 in use"
            assert pool.in_use == 2 and pool.idle == 0
        with pool.acquire() as freed:
            assert freed == "two"
    assert len(factory.calls) == 2
    assert pool.idle == 2 and pool.in_use == 0
    single = Pool(returning("only"), 1)
    with single.acquire():
        with raises(PoolExhausted) as error_of_one:
            with single.acquire():
                pass
        assert str(error_of_one.value) == "pool exhausted: 1 in use"


@proves(R7)
def a_failing_factory_uses_up_no_place():
    factory = failing(OSError("down"), times=2, then="made")
    pool = Pool(factory, 1)
    for attempt in [1, 2]:
        with raises(OSError, "down"):
            with pool.acquire():
                pass
        assert pool.in_use == 0 and pool.idle == 0
    with pool.acquire() as resource:
        assert resource == "made"
        assert pool.in_use == 1
    assert len(factory.calls) == 3


@proves(R8)
def an_exception_discards_the_resource():
    close = recorder()
    factory = returning("one", "two")
    boom = ValueError("boom")
    pool = Pool(factory, 1, close)
    with pool.acquire() as kept:
        assert kept == "one"
    assert close.calls == [] and pool.idle == 1
    with raises(ValueError) as error:
        with pool.acquire() as resource:
            assert resource == "one"
            raise boom
    assert error.value is boom
    assert close.calls == [("one",)]
    assert pool.idle == 0 and pool.in_use == 0
    with pool.acquire() as fresh:
        assert fresh == "two"
    assert close.calls == [("one",)]
    plain = Pool(returning("a", "b"), 1)
    with raises(KeyboardInterrupt):
        with plain.acquire():
            raise KeyboardInterrupt()
    with plain.acquire() as next_one:
        assert next_one == "b"


@proves(R8)
def an_error_of_close_is_ignored_after_an_exception():
    close = failing(OSError("cannot close"), times=1, then=None)
    pool = Pool(returning("one", "two"), 1, close=close)
    with raises(ValueError, "boom"):
        with pool.acquire():
            raise ValueError("boom")
    assert close.calls == [("one",)]
    assert pool.idle == 0 and pool.in_use == 0
    with pool.acquire() as resource:
        assert resource == "two"


@proves(R9)
def the_pool_block_closes_the_last_returned_first():
    close = recorder()
    pool = Pool(returning("one", "two", "three"), 3, close)
    with pool as given:
        assert given is pool
        with pool.acquire():
            with pool.acquire():
                with pool.acquire():
                    pass
        assert close.calls == [] and pool.idle == 3
    assert close.calls == [("one",), ("two",), ("three",)]
    assert pool.idle == 0
    pool.close_all()
    assert close.calls == [("one",), ("two",), ("three",)]


@proves(R9)
def a_closed_pool_refuses():
    close = recorder()
    factory = returning("one", "two")
    pool = Pool(factory, 2, close)
    early = pool.acquire()
    with raises(ValueError, "boom"):
        with pool:
            with pool.acquire():
                pass
            raise ValueError("boom")
    assert close.calls == [("one",)]
    with raises(PoolClosed) as acquiring:
        with pool.acquire():
            pass
    assert str(acquiring.value) == "pool is closed"
    with raises(PoolClosed, "pool is closed"):
        with early:
            pass
    with raises(PoolClosed) as entering:
        with pool:
            pass
    assert str(entering.value) == "pool is closed"
    assert len(factory.calls) == 1


@proves(R9)
def resources_in_use_are_closed_when_their_block_ends():
    close = recorder()
    pool = Pool(returning("one", "two"), 2, close)
    with pool.acquire():
        with raises(ValueError, "boom"):
            with pool.acquire():
                pool.close_all()
                assert close.calls == []
                assert pool.in_use == 2
                raise ValueError("boom")
        assert close.calls == [("two",)]
        pool.close_all()
        assert close.calls == [("two",)]
    assert close.calls == [("two",), ("one",)]
    assert pool.idle == 0 and pool.in_use == 0


@proves(R9)
def close_all_goes_on_after_errors_and_raises_the_first():
    closed = []

    def close(resource):
        closed.append(resource)
        raise OSError("cannot close " + resource)

    pool = make_filled_pool(close)
    with raises(OSError) as error:
        pool.close_all()
    assert str(error.value) == "cannot close one"
    assert closed == ["one", "two"]
    with raises(PoolClosed, "pool is closed"):
        with pool.acquire():
            pass
    second = failing(RuntimeError("first only"), times=1, then=None)
    other = make_filled_pool(second)
    with raises(RuntimeError, "first only"):
        with other:
            pass
    assert second.calls == [("one",), ("two",)]


@proves(R9)
def an_error_of_close_at_a_normal_end_on_a_closed_pool():
    boom = OSError("cannot close")
    close = failing(boom, times=1, then=None)
    pool = Pool(returning("one"), 1, close)
    with raises(OSError) as error:
        with pool.acquire():
            pool.close_all()
    assert error.value is boom
    assert close.calls == [("one",)]


@table(R10, [
    ((ValueError,), None, ValueError("bad")),
    ((LookupError,), None, KeyError("k")),
    ((OSError, ValueError), None, ValueError("bad")),
    ((Exception,), None, RuntimeError()),
    ((ValueError,), "b.d", ValueError("very bad thing")),
    ((ValueError,), "^bad$", ValueError("bad")),
    ((ValueError,), "", ValueError()),
    ((KeyError,), "^'k'$", KeyError("k")),
    ((OSError, ValueError), "[0-9]+", ValueError("code 12")),
])
def suppressed(types, match, boom):
    reached = []
    with suppress(*types, match=match) as caught:
        reached.append("inside")
        raise boom
    reached.append("after")
    assert reached == ["inside", "after"]
    assert caught.error is boom
    assert bool(caught) is True


@table(R10, [
    ((ValueError,), None, KeyError("k")),
    ((KeyError,), None, LookupError("wider")),
    ((ValueError,), "good", ValueError("bad")),
    ((ValueError,), "^ad", ValueError("bad")),
    ((ValueError,), "BAD", ValueError("bad")),
    ((KeyError,), "^k", KeyError("k")),
    ((OSError,), "bad", ValueError("bad")),
    ((Exception,), None, KeyboardInterrupt()),
    ((Exception,), None, SystemExit(1)),
])
def going_through(types, match, boom):
    seen = recorder()
    guard = suppress(*types, match=match, on_error=seen)
    kept = []
    with raises(BaseException) as error:
        with guard as caught:
            kept.append(caught)
            raise boom
    assert error.value is boom
    assert kept[0].error is None
    assert bool(kept[0]) is False
    assert seen.calls == []


@proves(R10)
def on_error_is_called_only_with_a_suppressed_error():
    seen = recorder()
    boom = ValueError("boom")
    with suppress(ValueError, on_error=seen) as quiet:
        assert quiet.error is None
    assert quiet.error is None and bool(quiet) is False
    assert seen.calls == []
    with suppress(ValueError, match="oo", on_error=seen) as caught:
        raise boom
    assert len(seen.calls) == 1
    assert seen.calls[0][0] is boom
    assert caught.error is boom and bool(caught) is True
    with raises(RuntimeError, "from on_error"):
        with suppress(ValueError, on_error=failing(RuntimeError("from on_error"), times=1, then=None)):
            raise boom


@table(R10, [
    ((), ValueError, "no error types given"),
    ((KeyboardInterrupt,), TypeError, "not an Exception type: <class 'KeyboardInterrupt'>"),
    ((BaseException,), TypeError, "not an Exception type: <class 'BaseException'>"),
    ((ValueError, int), TypeError, "not an Exception type: <class 'int'>"),
    ((5,), TypeError, "not an Exception type: 5"),
    (("ValueError",), TypeError, "not an Exception type: 'ValueError'"),
    ((ValueError("x"),), TypeError, "not an Exception type: ValueError('x')"),
    ((None, ValueError), TypeError, "not an Exception type: None"),
])
def bad_types(types, kind, message):
    with raises(kind) as error:
        suppress(*types)
    assert str(error.value) == message
