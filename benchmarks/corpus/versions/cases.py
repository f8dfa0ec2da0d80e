@proves(R1)
def three_numbers():
    """Three numbers."""
    assert parse("1.2.3") == Version(1, 2, 3)
    assert parse("0.0.0") == Version(0, 0, 0)
    assert parse("10.20.30") == Version(10, 20, 30)


@proves(R1)
def large_numbers():
    """Numbers of many digits."""
    assert parse("99999999999999999999.0.1") == Version(99999999999999999999, 0, 1)


@proves(R1)
def pre_release():
    """Pre-release identifiers."""
    assert parse("1.2.3-alpha") == Version(1, 2, 3, ("alpha",))
    assert parse("1.2.3-alpha.1.x-y") == Version(1, 2, 3, ("alpha", "1", "x-y"))
    assert parse("1.2.3-0") == Version(1, 2, 3, ("0",))
    assert parse("1.2.3-A.b9") == Version(1, 2, 3, ("A", "b9"))


@proves(R1)
def build():
    """Build identifiers, leading zeros allowed."""
    assert parse("1.2.3+001") == Version(1, 2, 3, (), ("001",))
    assert parse("1.2.3+exp.sha-5114") == Version(1, 2, 3, (), ("exp", "sha-5114"))
    assert parse("1.2.3+0.00") == Version(1, 2, 3, (), ("0", "00"))


@proves(R1)
def pre_release_and_build():
    """Both."""
    assert parse("1.0.0-rc.1+build.007") == Version(1, 0, 0, ("rc", "1"), ("build", "007"))


@proves(R1)
def hyphens():
    """Hyphens within identifiers."""
    assert parse("1.0.0--") == Version(1, 0, 0, ("-",))
    assert parse("1.0.0-a--b") == Version(1, 0, 0, ("a--b",))
    assert parse("1.0.0+a-b") == Version(1, 0, 0, (), ("a-b",))
    assert parse("1.0.0--1") == Version(1, 0, 0, ("-1",))


@proves(R1)
def leading_zeros_with_letters():
    """A leading zero is allowed where an identifier is not of digits alone."""
    assert parse("1.0.0-01a") == Version(1, 0, 0, ("01a",))
    assert parse("1.0.0-0-0") == Version(1, 0, 0, ("0-0",))


@proves(R1)
def small_v():
    """One small v is ignored."""
    assert parse("v1.2.3") == Version(1, 2, 3)
    assert parse("v1.2.3-v1+v") == Version(1, 2, 3, ("v1",), ("v",))


@proves(R1)
def other_prefixes():
    """Other prefixes are refused."""
    with raises(InvalidVersion):
        parse("V1.2.3")
    with raises(InvalidVersion):
        parse("vv1.2.3")
    with raises(InvalidVersion):
        parse("v 1.2.3")
    with raises(InvalidVersion):
        parse("v")
    with raises(InvalidVersion):
        parse("=1.2.3")
    with raises(InvalidVersion):
        parse("-1.2.3")
    with raises(InvalidVersion):
        parse("+1.2.3")


@proves(R1)
def not_three_numbers():
    """Fewer or more than three numbers are refused."""
    with raises(InvalidVersion):
        parse("")
    with raises(InvalidVersion):
        parse("1")
    with raises(InvalidVersion):
        parse("1.2")
    with raises(InvalidVersion):
        parse("1.2.3.4")
    with raises(InvalidVersion):
        parse("1..3")
    with raises(InvalidVersion):
        parse(".1.2")
    with raises(InvalidVersion):
        parse("1.2.")
    with raises(InvalidVersion):
        parse("1.2-a")
    with raises(InvalidVersion):
        parse("1.2.3.")
    with raises(InvalidVersion):
        parse("a.b.c")
    with raises(InvalidVersion):
        parse("1.2.x")


@proves(R1)
def leading_zeros():
    """Leading zeros of numbers are refused."""
    with raises(InvalidVersion):
        parse("01.2.3")
    with raises(InvalidVersion):
        parse("1.02.3")
    with raises(InvalidVersion):
        parse("1.2.03")
    with raises(InvalidVersion):
        parse("00.0.0")
    with raises(InvalidVersion):
        parse("1.2.3-01")
    with raises(InvalidVersion):
        parse("1.2.3-a.00")
    with raises(InvalidVersion):
        parse("1.2.3-00+1")


@proves(R1)
def empty_identifiers():
    """Empty identifiers are refused."""
    with raises(InvalidVersion):
        parse("1.2.3-")
    with raises(InvalidVersion):
        parse("1.2.3+")
    with raises(InvalidVersion):
        parse("1.2.3-a.")
    with raises(InvalidVersion):
        parse("1.2.3-.a")
    with raises(InvalidVersion):
        parse("1.2.3-a..b")
    with raises(InvalidVersion):
        parse("1.2.3+a..b")
    with raises(InvalidVersion):
        parse("1.2.3+.a")
    with raises(InvalidVersion):
        parse("1.2.3-+b")
    with raises(InvalidVersion):
        parse("1.2.3-a+")


@proves(R1)
def other_characters():
    """Other characters are refused."""
    with raises(InvalidVersion):
        parse("1.2.3-a_b")
    with raises(InvalidVersion):
        parse("1.2.3+a_b")
    with raises(InvalidVersion):
        parse("1.2.3+a+b")
    with raises(InvalidVersion):
        parse("1.2.3-ä")
    with raises(InvalidVersion):
        parse("1.2.3+ä")
    with raises(InvalidVersion):
        parse("١.2.3")
    with raises(InvalidVersion):
        parse("1.2.3-١")
    with raises(InvalidVersion):
        parse("1.2.3+١")
    with raises(InvalidVersion):
        parse("1,2,3")


@proves(R1)
def white_space():
    """White space is refused."""
    with raises(InvalidVersion):
        parse(" 1.2.3")
    with raises(InvalidVersion):
        parse("1.2.3 ")
    with raises(InvalidVersion):
        parse("1.2.3\n")
    with raises(InvalidVersion):
        parse("1. 2.3")
    with raises(InvalidVersion):
        parse("1.2.3-a\n")
    with raises(InvalidVersion):
        parse("1.2.3+a\n")
    with raises(InvalidVersion):
        parse("1.2.3 -a")


@proves(R2)
def numbers_as_numbers():
    """Numbers are compared as numbers."""
    assert compare("1.9.0", "1.10.0") == -1
    assert compare("1.10.0", "1.9.0") == 1
    assert compare("9.0.0", "10.0.0") == -1
    assert compare("10.0.0", "9.0.0") == 1
    assert compare("0.0.9", "0.0.10") == -1
    assert compare("0.0.10", "0.0.9") == 1


@proves(R2)
def major_minor_patch():
    """Major counts before minor, minor before patch."""
    assert compare("1.9.9", "2.0.0") == -1
    assert compare("2.0.0", "1.9.9") == 1
    assert compare("1.1.9", "1.2.0") == -1
    assert compare("1.2.0", "1.1.9") == 1
    assert compare("1.1.1", "1.1.2") == -1
    assert compare("1.1.2", "1.1.1") == 1
    assert compare("1.2.3", "1.2.3") == 0


@proves(R2)
def pre_release_is_lower():
    """A pre-release is lower than the release, but higher than an earlier one."""
    assert compare("1.0.0-rc", "1.0.0") == -1
    assert compare("1.0.0", "1.0.0-rc") == 1
    assert compare("0.9.9", "1.0.0-0") == -1
    assert compare("1.0.0-0", "0.9.9") == 1
    assert compare("1.0.0-z", "1.0.1-a") == -1
    assert compare("1.0.1-a", "1.0.0-z") == 1


@proves(R2)
def digits_as_numbers():
    """Identifiers of digits are compared as numbers."""
    assert compare("1.0.0-2", "1.0.0-10") == -1
    assert compare("1.0.0-10", "1.0.0-2") == 1
    assert compare("1.0.0-a.9", "1.0.0-a.11") == -1
    assert compare("1.0.0-a.11", "1.0.0-a.9") == 1
    assert compare("1.0.0-a.9", "1.0.0-a.9") == 0


@proves(R2)
def digits_below_others():
    """Identifiers of digits are lower than others."""
    assert compare("1.0.0-999", "1.0.0-a") == -1
    assert compare("1.0.0-a", "1.0.0-999") == 1
    assert compare("1.0.0-2", "1.0.0-1a") == -1
    assert compare("1.0.0-1a", "1.0.0-2") == 1
    assert compare("1.0.0-5", "1.0.0--") == -1
    assert compare("1.0.0--", "1.0.0-5") == 1
    assert compare("1.0.0-a.1", "1.0.0-a.-1") == -1
    assert compare("1.0.0-a.-1", "1.0.0-a.1") == 1


@proves(R2)
def ascii_order():
    """Others are compared in ASCII order."""
    assert compare("1.0.0-alpha", "1.0.0-beta") == -1
    assert compare("1.0.0-beta", "1.0.0-alpha") == 1
    assert compare("1.0.0-B", "1.0.0-a") == -1
    assert compare("1.0.0-a", "1.0.0-B") == 1
    assert compare("1.0.0-a10", "1.0.0-a2") == -1
    assert compare("1.0.0-a2", "1.0.0-a10") == 1
    assert compare("1.0.0-a-b", "1.0.0-a0") == -1
    assert compare("1.0.0-a0", "1.0.0-a-b") == 1
    assert compare("1.0.0-a", "1.0.0-aa") == -1
    assert compare("1.0.0-aa", "1.0.0-a") == 1
    assert compare("1.0.0-Z", "1.0.0-a") == -1
    assert compare("1.0.0-a", "1.0.0-Z") == 1


@proves(R2)
def longer_list_is_higher():
    """The longer list is higher if it begins with the other."""
    assert compare("1.0.0-a", "1.0.0-a.0") == -1
    assert compare("1.0.0-a.0", "1.0.0-a") == 1
    assert compare("1.0.0-a.b", "1.0.0-a.b.c") == -1
    assert compare("1.0.0-a.b.c", "1.0.0-a.b") == 1


@proves(R2)
def left_before_length():
    """The first difference counts, not the length."""
    assert compare("1.0.0-a.b.c", "1.0.0-b") == -1
    assert compare("1.0.0-b", "1.0.0-a.b.c") == 1
    assert compare("1.0.0-1.2.3", "1.0.0-2") == -1
    assert compare("1.0.0-2", "1.0.0-1.2.3") == 1


@proves(R2)
def semver_row():
    """The well-known order."""
    assert compare("1.0.0-alpha", "1.0.0-alpha.1") == -1
    assert compare("1.0.0-alpha.1", "1.0.0-alpha") == 1
    assert compare("1.0.0-alpha.1", "1.0.0-alpha.beta") == -1
    assert compare("1.0.0-alpha.beta", "1.0.0-alpha.1") == 1
    assert compare("1.0.0-alpha.beta", "1.0.0-beta") == -1
    assert compare("1.0.0-beta", "1.0.0-alpha.beta") == 1
    assert compare("1.0.0-beta", "1.0.0-beta.2") == -1
    assert compare("1.0.0-beta.2", "1.0.0-beta") == 1
    assert compare("1.0.0-beta.2", "1.0.0-beta.11") == -1
    assert compare("1.0.0-beta.11", "1.0.0-beta.2") == 1
    assert compare("1.0.0-beta.11", "1.0.0-rc.1") == -1
    assert compare("1.0.0-rc.1", "1.0.0-beta.11") == 1
    assert compare("1.0.0-rc.1", "1.0.0") == -1
    assert compare("1.0.0", "1.0.0-rc.1") == 1


@proves(R2)
def build_never_counts():
    """Build identifiers and the small v never count."""
    assert compare("1.0.0+a", "1.0.0+b") == 0
    assert compare("1.0.0", "1.0.0+1") == 0
    assert compare("1.0.0-a+1", "1.0.0-a") == 0
    assert compare("v1.0.0", "1.0.0") == 0
    assert compare("1.0.0-a+9", "1.0.0+1") == -1
    assert compare("1.0.0+1", "1.0.0-a+9") == 1


@proves(R2)
def compare_refuses():
    """A text that is no version raises, on either side."""
    with raises(InvalidVersion):
        compare("1.0", "1.0.0")
    with raises(InvalidVersion):
        compare("1.0.0", "x")
    with raises(InvalidVersion):
        compare("2.0.0", "1.0.0-01")
    with raises(InvalidVersion):
        compare("bad", "bad")


@proves(R3)
def highest_release():
    """The highest release."""
    assert highest(["1.9.0", "1.10.0", "1.2.0"]) == "1.10.0"
    assert highest(["2.0.0"]) == "2.0.0"
    assert highest(["3.0.0", "1.0.0", "2.0.0"]) == "3.0.0"


@proves(R3)
def highest_without_pre():
    """Pre-releases are left out."""
    assert highest(["1.0.0", "2.0.0-rc.1", "1.5.0"]) == "1.5.0"
    assert highest(["2.0.0-rc", "1.0.0"]) == "1.0.0"


@proves(R3)
def highest_with_pre():
    """With pre they are among the choice."""
    assert highest(["1.0.0", "2.0.0-rc.1", "1.5.0"], pre=True) == "2.0.0-rc.1"
    assert highest(["1.0.0-rc", "1.0.0"], pre=True) == "1.0.0"
    assert highest(["1.0.0-a.2", "1.0.0-a.10", "1.0.0-a.1"], pre=True) == "1.0.0-a.10"


@proves(R3)
def as_written():
    """The text is returned as it was written."""
    assert highest(["1.0.0", "v1.1.0+build.05"]) == "v1.1.0+build.05"


@proves(R3)
def first_of_equal():
    """Of equal ones the first is returned."""
    assert highest(["1.0.0+b", "1.0.0+a", "1.0.0"]) == "1.0.0+b"
    assert highest(["0.1.0", "1.0.0", "v1.0.0"]) == "1.0.0"
    assert highest(["v1.0.0", "1.0.0"]) == "v1.0.0"


@proves(R3)
def first_of_equal_pre():
    """Also with pre."""
    assert highest(["1.0.0-a+2", "1.0.0-a", "1.0.0-a+1"], pre=True) == "1.0.0-a+2"


@proves(R3)
def nothing_to_choose():
    """None if there is none to choose from."""
    assert highest([]) is None
    assert highest(["1.0.0-a", "2.0.0-b"]) is None
    assert highest([], pre=True) is None
    assert highest(["1.0.0-a", "2.0.0-b"], pre=True) == "2.0.0-b"


@proves(R3)
def highest_refuses():
    """Any text that is no version raises, wherever it stands."""
    with raises(InvalidVersion):
        highest(["1.0.0", "x"])
    with raises(InvalidVersion):
        highest(["", "1.0.0"])
    with raises(InvalidVersion):
        highest(["1.0.0", "1.0.0-01", "2.0.0"], pre=True)
    with raises(InvalidVersion):
        highest(["1.0.0-01"])
