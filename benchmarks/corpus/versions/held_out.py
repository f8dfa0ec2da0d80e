@proves(R1)
def odd_but_valid():
    """Odd forms that are versions."""
    assert parse("v0.0.0-0.0.0+0") == Version(0, 0, 0, ("0", "0", "0"), ("0",))
    assert parse("1.2.3----") == Version(1, 2, 3, ("---",))
    assert parse("1.2.3+-.-") == Version(1, 2, 3, (), ("-", "-"))


@proves(R1)
def v_in_identifiers():
    """Hyphens in the build do not begin a pre-release."""
    assert parse("1.2.3+b-1.02") == Version(1, 2, 3, (), ("b-1", "02"))
    assert parse("1.2.3-1+2-3") == Version(1, 2, 3, ("1",), ("2-3",))


@proves(R1)
def odd_and_invalid():
    """Odd forms that are no versions."""
    with raises(InvalidVersion):
        parse("1.2.3-a+b+c")
    with raises(InvalidVersion):
        parse("v1.2")
    with raises(InvalidVersion):
        parse("1.2.3-0.01")
    with raises(InvalidVersion):
        parse("1.2.3-1.0.00")
    with raises(InvalidVersion):
        parse("1.2.3\r")
    with raises(InvalidVersion):
        parse("1.2.3-a b")
    with raises(InvalidVersion):
        parse("１.2.3")
    with raises(InvalidVersion):
        parse("1.2.3-²")
    with raises(InvalidVersion):
        parse("1.2.3-a.+b")
    with raises(InvalidVersion):
        parse("1.-2.3")
    with raises(InvalidVersion):
        parse("1.2.3v")


@proves(R2)
def big_numeric_identifiers():
    """Identifiers of very many digits are numbers too."""
    assert compare("1.0.0-99999999999999999999", "1.0.0-100000000000000000000") == -1
    assert compare("1.0.0-100000000000000000000", "1.0.0-99999999999999999999") == 1
    assert compare("1.0.0-0", "1.0.0-1") == -1
    assert compare("1.0.0-1", "1.0.0-0") == 1


@proves(R2)
def hyphen_and_case():
    """Hyphens are below digits and letters, capitals below small letters."""
    assert compare("1.0.0-rc-1", "1.0.0-rc1") == -1
    assert compare("1.0.0-rc1", "1.0.0-rc-1") == 1
    assert compare("1.0.0-RC.1", "1.0.0-beta") == -1
    assert compare("1.0.0-beta", "1.0.0-RC.1") == 1
    assert compare("1.0.0-a.Z", "1.0.0-a.a") == -1
    assert compare("1.0.0-a.a", "1.0.0-a.Z") == 1
    assert compare("v1.0.0-a+x", "1.0.0-a+y") == 0


@proves(R2)
def prefix_and_error():
    """The shorter list, and an invalid build on either side."""
    assert compare("1.0.0-0", "1.0.0-0.0") == -1
    assert compare("1.0.0-0.0", "1.0.0-0") == 1
    with raises(InvalidVersion):
        compare("1.0.0", "1.0.0+")
    with raises(InvalidVersion):
        compare("1.0.0 ", "1.0.0")


@proves(R3)
def releases_among_pre():
    """A release counts though a pre-release of it comes later in the list."""
    assert highest(["1.0.0-z", "v1.0.0", "1.0.0-a", "0.9.9+z"]) == "v1.0.0"
    assert highest(["0.0.0", "0.0.0-9"]) == "0.0.0"


@proves(R3)
def pre_by_place():
    """With pre, a pre-release of a higher version beats every release."""
    assert highest(["9.9.9", "10.0.0-0", "10.0.0-0+x"], pre=True) == "10.0.0-0"
    assert highest(["1.0.0+2", "1.0.0", "1.0.0-rc"], pre=True) == "1.0.0+2"


@proves(R3)
def invalid_pre_among_releases():
    """Invalid texts count although they could not win."""
    with raises(InvalidVersion):
        highest(["2.0.0", "1.0.0-"])
    with raises(InvalidVersion):
        highest(["01.0.0"], pre=True)
    assert highest(["0.0.1-a"]) is None
    assert highest(["0.0.1-a"], True) == "0.0.1-a"
