"""Hidden acceptance tests of knitrow, written from requirements.md and design.md alone."""

import dataclasses

import pytest

import knitrow
from knitrow import (
    DIRECT,
    STITCHES,
    CastOnRule,
    Fill,
    FitError,
    Group,
    KnitError,
    LimitError,
    ParseError,
    PatternError,
    Row,
    Stitch,
    Worked,
    cast_on_rule,
    check_rows,
    expand,
    format_row,
    parse,
    simplify,
    work,
)

TABLE = {
    "k": (1, 1), "p": (1, 1), "sl": (1, 1), "bo": (1, 0), "yo": (0, 1), "m1": (0, 1), "kfb": (1, 2),
    "k2tog": (2, 1), "p2tog": (2, 1), "ssk": (2, 1), "k3tog": (3, 1), "sk2p": (3, 1),
}

K = Stitch("k")
P = Stitch("p")
YO = Stitch("yo")


def problem(text):
    """Return (message, position) of the reading error of the text."""
    with pytest.raises(ParseError) as caught:
        parse(text)
    error = caught.value
    assert str(error) == f"{error.message} (at {error.position})"
    assert isinstance(error, KnitError) and isinstance(error, ValueError)
    return error.message, error.position


def misfit(row, on_needle):
    """Return (message, lower, higher) of the refusal to work the row."""
    with pytest.raises(FitError) as caught:
        work(parse(row), on_needle)
    error = caught.value
    assert error.on_needle == on_needle
    assert error.row_number is None
    return str(error), error.lower, error.higher


def simple(text):
    return format_row(simplify(parse(text)))


# Reading a row


def test_case_and_white_space_do_not_matter():
    """MUST read a row as steps separated by commas: case and white space do not matter."""
    expected = Row((Stitch("k", 2), Stitch("p", 2)))
    for text in ("K2,P2", "k2 , p2", "\n k2\t,\r\n\u2003P2\u00a0 ", "k2,p2\n", "K2\n,\np2"):
        assert parse(text) == expected
    lace = Row((Stitch("k", 2), Fill((Stitch("k2tog"), YO), 3), Stitch("k", 3)))
    assert parse("k2, *k2tog, yo* to last 3, k3") == lace
    assert parse("K2,*K2TOG,YO*TO\nLast  3,K3") == lace
    assert parse("(k2,YO)X3,yo\nX2") == Row((Group((Stitch("k", 2), YO), 3), Stitch("yo", 2)))


def test_the_twelve_stitches():
    """MUST know exactly these stitches, with what they take and leave."""
    assert dict(STITCHES) == TABLE
    assert DIRECT == {"k", "p", "sl", "bo"}
    for name, (taken, left) in TABLE.items():
        assert parse(name) == parse(name.upper()) == Row((Stitch(name),))
        assert cast_on_rule(parse(name)).plus == taken
        if taken:
            assert work(parse(name), taken).after == left
    with pytest.raises(TypeError):
        STITCHES["k4tog"] = (4, 1)


@pytest.mark.parametrize("text, word, position", [
    ("K2p", "K2p", 0), ("k2,  Foo", "Foo", 5), ("k2togs", "k2togs", 0), ("3k", "3k", 0), ("x3", "x3", 0),
    ("to end", "to", 0), ("yox2", "yox2", 0), ("k4tog", "k4tog", 0), ("k, END", "END", 3), ("(k, 7)", "7", 4),
    ("m", "m", 0), ("k2k2", "k2k2", 0),
])
def test_unknown_stitches(text, word, position):
    """MUST know exactly these stitches: any other word is refused, quoted as written."""
    assert problem(text) == (f"unknown stitch '{word}'", position)


def test_counts_are_read():
    """MUST take the count of k, p, sl and bo directly, of every other stitch as an x part."""
    assert parse("k5, p12, sl3, bo999") == Row((Stitch("k", 5), Stitch("p", 12), Stitch("sl", 3), Stitch("bo", 999)))
    assert parse("yo x2, m1 X3, k2tog x999, kfb") == Row(
        (Stitch("yo", 2), Stitch("m1", 3), Stitch("k2tog", 999), Stitch("kfb"))
    )
    assert parse("k1, yo x1") == parse("k, yo")


@pytest.mark.parametrize("text, message, position", [
    ("k x5", "'k' takes its count directly behind it", 2),
    ("p, k2 x3", "'k' takes its count directly behind it", 6),
    ("bo  x0", "'bo' takes its count directly behind it", 4),
    ("sl x007", "'sl' takes its count directly behind it", 3),
    ("yo2", "'yo' takes its count as x2", 0),
    ("k, YO2", "'yo' takes its count as x2", 3),
    ("m12", "'m1' takes its count as x2", 0),
    ("k2tog2", "'k2tog' takes its count as x2", 0),
    ("sk2p0", "'sk2p' takes its count as x0", 0),
    ("kfb007", "'kfb' takes its count as x007", 0),
    ("yo1000", "'yo' takes its count as x1000", 0),
])
def test_the_other_way_of_counting_is_explained(text, message, position):
    """MUST take the count ...: `k x5` and `yo2` are refused saying how the stitch takes its count."""
    assert problem(text) == (message, position)


@pytest.mark.parametrize("text, position", [
    ("k0", 1), ("p2, k05", 5), ("k1000", 1), ("sl00", 2), ("yo x0", 4), ("yo x01", 4), ("(k) x1000", 5), ("(k) x0", 5),
    ("*k* to last 007, k7", 12), ("*k* to last 0", 12), ("k to last 1000", 10), ("k99999999999999999999", 1),
])
def test_counts_out_of_range(text, position):
    """MUST accept only counts from 1 to 999 written without leading zeros."""
    assert problem(text) == ("count must be 1 to 999", position)


def test_length_of_the_text():
    """MUST accept only row texts of at most 2000 characters (checked first, white space counts)."""
    assert parse("k" + " " * 1999) == Row((K,))
    assert len(parse("k," * 999 + "p2").items) == 1000
    assert problem("k" + " " * 2000) == ("row is longer than 2000 characters", 2000)
    assert problem(" " * 2001) == ("row is longer than 2000 characters", 2000)
    assert problem("?" * 2500) == ("row is longer than 2000 characters", 2000)


def test_groups_are_kept_as_read():
    """MUST read steps in round brackets as a group, once or as often as the x part says."""
    assert parse("(k2, yo) x3") == Row((Group((Stitch("k", 2), YO), 3),))
    assert parse("((k)), p") == Row((Group((Group((K,), 1),), 1), P))
    assert parse("(k) x1") == parse("(k)") == Row((Group((K,)),))
    assert parse("(k, (yo x2, p) x999)") == Row((Group((K, Group((Stitch("yo", 2), P), 999))),))


def test_four_levels_of_brackets():
    """MUST read groups: nested up to four levels, a fifth is refused where it opens."""
    assert parse("((((k)))), ((((p))))").items[1] == Group((Group((Group((Group((P,)),)),)),))
    assert isinstance(parse("*((((k))))*").items[0], Fill)
    assert problem("(((((k)))))") == ("more than 4 levels of parentheses", 4)
    assert problem("k, ((( (  ( foo") == ("more than 4 levels of parentheses", 10)
    assert problem("*(((((k)))))*") == ("more than 4 levels of parentheses", 5)
    # the same for values made without reading
    four = Group((Group((Group((Group((K,)),)),)),))
    assert Row((Fill((four,)), four)).items[1] == four
    with pytest.raises(PatternError):
        Row((P, Group((four,))))
    with pytest.raises(PatternError):
        Row((Fill((Group((four,)),)),))


@pytest.mark.parametrize("text, message, position", [
    ("*k*, *p*", "only one '*...*' per row", 5),
    ("*k*, k to end", "only one '*...*' per row", 5),
    ("k to end, *p*", "only one '*...*' per row", 10),
    ("k to last 3, P to end", "only one '*...*' per row", 13),
    ("*k* *p*", "unexpected '*'", 4),
    ("k *p*", "unexpected '*'", 2),
    ("*k* x2", "unexpected 'x2'", 4),
    ("(k, *p*)", "'*' is not allowed inside parentheses", 4),
    ("(*p*)", "'*' is not allowed inside parentheses", 1),
    ("(k*", "'*' is not allowed inside parentheses", 2),
    ("*(k*", "'*' is not allowed inside parentheses", 3),
    ("*k*, (*", "'*' is not allowed inside parentheses", 6),
    ("*yo*", "repeat works no stitches", 0),
    ("k, *(m1, yo) x3* to end, foo", "repeat works no stitches", 3),
])
def test_filling_repeats_that_are_refused(text, message, position):
    """MUST read steps between two asterisks: at most one, never in brackets, never taking nothing."""
    assert problem(text) == (message, position)


def test_filling_repeats_that_are_read():
    """MUST read steps between two asterisks as the repeat that fills the row."""
    assert parse("*yo, bo*") == Row((Fill((YO, Stitch("bo")), None),))
    assert parse("*k*, k5").items[0].to_last is None
    assert parse("(p), *(yo, k) x2*") == Row((Group((P,)), Fill((Group((YO, K), 2),))))


def test_to_last_counts_what_is_taken():
    """MUST check `to last N` or `to end` against what the steps after the repeat really take."""
    assert parse("*k2* to last 3, k2tog, yo x5, k").items[0].to_last == 3
    assert parse("*k* to end, yo, m1 x2").items[0].to_last == 0
    assert parse("k5, *k* to last 6, (k2tog, yo) x3").items[1].to_last == 6
    assert problem("*k* to last 2, kfb") == ("repeat stops before the last 2 but 1 follow", 4)
    assert problem("K2, *K* TO LAST 5, (k2tog, yo) x3") == ("repeat stops before the last 5 but 6 follow", 8)


def test_to_last_that_is_wrong():
    """MUST check `to last N` ...: refused with both numbers, at the word `to`, at the very end."""
    assert problem("*k* to end, k2") == ("repeat stops before the last 0 but 2 follow", 4)
    assert problem("*k* to last 3") == ("repeat stops before the last 3 but 0 follow", 4)
    assert problem("k3, *k*  to last 3") == ("repeat stops before the last 3 but 0 follow", 9)
    assert problem("*k* to end, k2, foo") == ("unknown stitch 'foo'", 16)
    with pytest.raises(PatternError):
        Row((Fill((K,), 0), P))
    with pytest.raises(PatternError):
        Row((P, Fill((K,), 1)))


@pytest.mark.parametrize("text, message, position", [
    ("*k* to", "'end' or 'last' expected", 6),
    ("*k* to ", "'end' or 'last' expected", 7),
    ("*k* to the end", "'end' or 'last' expected", 7),
    ("k to, p", "'end' or 'last' expected", 4),
    ("*k* to last", "number expected", 11),
    ("*k* to last three", "number expected", 12),
    ("k to last 3k, k3", "number expected", 10),
    ("*k* to last , k", "number expected", 12),
])
def test_words_behind_a_repeat(text, message, position):
    """MUST check `to last N` ... and MUST report the position (design, table of messages)."""
    assert problem(text) == (message, position)


def test_short_form():
    """COULD read `k to end` and the like as a filling repeat of that one stitch, same rules."""
    assert parse("K to end") == parse("*k* to end") == Row((Fill((K,), 0),))
    assert parse("k2, P TO LAST 2, p2") == Row((Stitch("k", 2), Fill((P,), 2), Stitch("p", 2)))
    assert problem("k to last 2, p") == ("repeat stops before the last 2 but 1 follow", 2)
    assert problem("k2 to end") == ("unexpected 'to'", 3)
    assert problem("k1 to end") == ("unexpected 'to'", 3)
    assert problem("(k to end)") == ("unexpected 'to'", 3)
    assert problem("*k to end*") == ("unexpected 'to'", 3)
    assert problem("sl to end") == ("unexpected 'to'", 3)


@pytest.mark.parametrize("text, message, position", [
    ("", "row is empty", 0), (" \n ", "row is empty", 0), ("k2,,p2", "step expected", 3), ("k2 ,", "step expected", 4),
    (", k", "step expected", 0), ("()", "step expected", 1), ("k, (p, )", "step expected", 7), ("**", "step expected", 1),
    (" )", "step expected", 1), ("k2 P2", "unexpected 'P2'", 3), ("(k2 p2)", "unexpected 'p2'", 4),
    ("k2)", "unexpected ')'", 2), ("(k)(p)", "unexpected '('", 3), ("yo x 3", "unexpected 'x'", 3),
    ("yo x3 x3", "unexpected 'x3'", 6), ("k2 tog", "unexpected 'tog'", 3),
])
def test_empty_and_unseparated_steps(text, message, position):
    """MUST refuse an empty row, an empty step, and two steps without a comma between them."""
    assert problem(text) == (message, position)


@pytest.mark.parametrize("text, message, position", [
    ("p, (k2 ", "'(' is never closed", 3), ("(k, (p)", "'(' is never closed", 0), ("*(k", "'(' is never closed", 1),
    ("k, *(k)", "'*' is never closed", 3), ("(k, ((p), yo", "'(' is never closed", 4), ("*k2, p", "'*' is never closed", 0),
    ("(k, ", "step expected", 4), ("k, *", "step expected", 4), ("k2, ", "step expected", 4),
    ("\n\n k2,\n  Foo", "unknown stitch 'Foo'", 9),
])
def test_positions_of_what_is_not_closed_or_missing(text, message, position):
    """MUST report the position: where the bracket was opened; the length for what is missing."""
    assert problem(text) == (message, position)


@pytest.mark.parametrize("text, character, position", [
    ("foo, k2; p2", ";", 7), ("k\u00b2", "\u00b2", 1), ("\u212a2", "\u212a", 0), ("k\u0661", "\u0661", 1), ("k,\uff0cp", "\uff0c", 2),
    ("(k,, [k] x2", "[", 5), ("k-2", "-", 1),
])
def test_foreign_characters_come_first(text, character, position):
    """MUST report the position (design: foreign characters over the whole text, before grammar)."""
    assert problem(text) == (f"unexpected character '{character}'", position)


def test_values_that_cannot_exist():
    """MUST know exactly these stitches, counts 1 to 999 (design: constructors raise PatternError)."""
    for make in (
        lambda: Stitch("K"), lambda: Stitch("k2"), lambda: Stitch("k", 0), lambda: Stitch("k", 1000),
        lambda: Group(()), lambda: Group((K,), 0), lambda: Group((K,), 1000), lambda: Fill(()),
        lambda: Fill((YO, Group((Stitch("m1"),), 5))), lambda: Fill((K,), -1), lambda: Fill((K,), 1000),
        lambda: Row(()), lambda: Row((Fill((K,)), P, Fill((P,)))),
    ):
        with pytest.raises(PatternError):
            make()
    with pytest.raises(dataclasses.FrozenInstanceError):
        parse("k2").items[0].count = 3


# Counting


def test_rule_of_a_row_with_a_repeat():
    """MUST tell which counts a row fits: M plus P, P everything outside, with the smallest number."""
    assert cast_on_rule(parse("k2, *k2tog, yo* to last 3, k3tog")) == CastOnRule(2, 5, 7)
    assert cast_on_rule(parse("*(k2tog, yo) x2, sk2p*, yo x9")) == CastOnRule(7, 0, 7)
    assert cast_on_rule(parse("*(k2tog, yo) x2, sk2p*, yo x9")).text == "multiple of 7"
    assert cast_on_rule(parse("*k3*, p2")).text == "multiple of 3 plus 2"


def test_rest_is_not_reduced():
    """MUST tell which counts a row fits: P is not reduced, 4 plus 6 stays 4 plus 6."""
    rule = cast_on_rule(parse("k3, *k2, p2*, bo3"))
    assert (rule.multiple, rule.plus, rule.minimum) == (4, 6, 10)
    assert rule.text == "multiple of 4 plus 6"


def test_rule_of_a_row_without_a_repeat():
    """MUST tell which counts a row fits: the one exact number for a row without."""
    rule = cast_on_rule(parse("k2, (k2tog, yo) x3, bo2, (m1)"))
    assert rule == CastOnRule(0, 10, 10)
    assert rule.text == "exactly 10"


def test_work_counts_repeats_and_what_is_left():
    """MUST tell how many times the repeat is worked and how many stitches there are afterwards."""
    assert work(parse("k2, *k2tog, yo* to last 3, k3"), 11) == Worked(3, 11, 11)
    assert work(parse("*k2tog*"), 10) == Worked(5, 10, 5)
    assert work(parse("*k, yo x2*, kfb"), 5) == Worked(4, 5, 14)
    assert work(parse("bo3, (k, (yo, kfb) x2) x2"), 9) == Worked(0, 9, 14)
    assert work(parse("bo5"), 5) == Worked(0, 5, 0)
    assert work(parse("*k4*, k6"), 10).repeats == 1


def test_rows_that_do_not_come_out():
    """MUST refuse a row that does not come out exactly; SHOULD give the nearest fitting counts."""
    assert misfit("k2, *k4*", 9) == ("needs a multiple of 4 plus 2, at least 6, 9 on the needle", 6, 10)
    assert misfit("*k4*", 9) == ("needs a multiple of 4, at least 4, 9 on the needle", 8, 12)
    assert misfit("*k2, p2*, k6", 17) == ("needs a multiple of 4 plus 6, at least 10, 17 on the needle", 14, 18)
    assert misfit("k12", 10) == ("needs exactly 12, 10 on the needle", None, 12)
    assert misfit("k12", 15) == ("needs exactly 12, 15 on the needle", 12, None)


def test_repeat_worked_not_even_once():
    """MUST refuse a row whose filling repeat would be worked not even once; lower is absent then."""
    assert misfit("*k2*, k3", 3) == ("needs a multiple of 2 plus 3, at least 5, 3 on the needle", None, 5)
    assert misfit("*k2*, k6", 4) == ("needs a multiple of 2 plus 6, at least 8, 4 on the needle", None, 8)
    assert misfit("*k4*, k6", 6) == ("needs a multiple of 4 plus 6, at least 10, 6 on the needle", None, 10)
    assert misfit("*k4*, k6", 2)[1:] == (None, 10)


def test_empty_needle():
    """MUST refuse to work any row on an empty needle, even one that takes no stitches."""
    assert misfit("yo", 0) == ("no stitches on the needle", None, None)
    assert misfit("*k2*, k3", 0) == ("no stitches on the needle", None, 5)
    assert misfit("k12", 0) == ("no stitches on the needle", None, 12)
    with pytest.raises(FitError):
        expand(parse("m1 x3"), 0)
    # and such a row fits no count at all
    assert misfit("yo, m1", 3) == ("needs exactly 0, 3 on the needle", None, None)
    assert misfit("(yo) x2", 1) == ("needs exactly 0, 1 on the needle", None, None)
    # less than nothing is another error
    for call in (work, expand):
        with pytest.raises(PatternError, match="^stitch count must not be negative$"):
            call(parse("k2"), -1)


def test_series_of_rows():
    """MUST check a series of rows from a cast-on number and give the count after every row."""
    halves = parse("*k2tog*")
    doubles = parse("*kfb*")
    assert check_rows(10, [halves, doubles, doubles]) == (5, 10, 20)
    assert check_rows(5, (parse("k5"), parse("bo5"))) == (5, 0)
    assert check_rows(1, []) == ()
    for cast_on in (0, -3):
        with pytest.raises(PatternError, match="^cast on must be at least 1$"):
            check_rows(cast_on, [])


def test_first_row_of_a_series_that_does_not_fit():
    """MUST check a series of rows: the first that does not fit is refused with its number from 1."""
    with pytest.raises(FitError) as caught:
        check_rows(10, [parse("*k2tog*"), parse("*k2*"), parse("k99")])
    error = caught.value
    assert str(error) == "row 2: needs a multiple of 2, at least 2, 5 on the needle"
    assert (error.row_number, error.on_needle, error.lower, error.higher) == (2, 5, 4, 6)
    with pytest.raises(FitError) as caught:
        check_rows(3, [parse("k4")])
    assert str(caught.value) == "row 1: needs exactly 4, 3 on the needle"
    assert caught.value.row_number == 1


def test_series_on_a_needle_that_became_empty():
    """MUST refuse to work any row on an empty needle, also within a series."""
    with pytest.raises(FitError) as caught:
        check_rows(5, [parse("bo5"), parse("yo x5"), parse("k5")])
    error = caught.value
    assert str(error) == "row 2: no stitches on the needle"
    assert (error.row_number, error.on_needle, error.lower, error.higher) == (2, 0, None, None)


def test_expand_lists_single_stitches():
    """MUST list every single stitch in working order with all groups and repeats written out."""
    assert expand(parse("K2, *k2tog, yo* to last 1, p"), 7) == ("k", "k", "k2tog", "yo", "k2tog", "yo", "p")
    assert expand(parse("(k, (yo x2, sl) x2) x2"), 6) == ("k", "yo", "yo", "sl", "yo", "yo", "sl") * 2
    with pytest.raises(FitError) as caught:
        expand(parse("k, ((yo x999) x999) x999"), 2)
    assert caught.value.higher is None and caught.value.lower == 1


def test_expand_limit():
    """MUST refuse before doing any of it when the list would be longer than 10,000 stitches."""
    assert expand(parse("(k100) x100"), 10000) == ("k",) * 10000
    assert len(expand(parse("(k2tog x100) x100"), 20000)) == 10000
    for text, on_needle, entries in (
        ("(k100) x100, yo", 10000, 10001),
        ("k, (yo x100) x100", 1, 10001),
        ("*k, yo*", 5001, 10002),
        ("((((k999) x999) x999) x999) x999", 999**5, 999**5),
        ("k, ((((m1 x999) x999) x999) x999) x999", 1, 999**5 + 1),
    ):
        with pytest.raises(LimitError) as caught:
            expand(parse(text), on_needle)
        assert str(caught.value) == f"row expands to {entries} stitches, limit is 10000"


# Writing


@pytest.mark.parametrize("text, expected", [
    ("K1,P2 ,SL", "k, p2, sl"),
    ("YO X1, yo X2,M1 x10", "yo, yo x2, m1 x10"),
    ("( k2,P2 )X1, (k)x3", "(k2, p2), (k) x3"),
    ("*k2,p2*to end", "*k2, p2* to end"),
    ("k3,*(k2TOG ,yo) x1*TO LAST 4,(p2)x2", "k3, *(k2tog, yo)* to last 4, (p2) x2"),
    ("k,p TO LAST 2,k2", "k, *p* to last 2, k2"),
    ("*k*,k", "*k*, k"),
])
def test_house_style(text, expected):
    """MUST write a row in the house style, so that reading the result gives an equal row again."""
    row = parse(text)
    assert format_row(row) == expected
    assert parse(expected) == row
    assert format_row(parse(expected)) == expected


@pytest.mark.parametrize("text, expected", [
    ("k2, k3", "k5"), ("yo, yo x2, k, p, p", "yo x3, k, p2"), ("(k2) x3", "k6"), ("(yo x2) x2", "yo x4"),
    ("((k, p) x2) x3", "(k, p) x6"), ("(((k) x2) x3) x4, k", "k25"), ("(k, (k)) x3", "k6"), ("((k, k, p)) x2", "(k2, p) x2"),
    ("k, (k, p), p", "k2, p2"), ("(p, k2), (k3, p)", "p, k5, p"), ("(k, p) x2, (k, p) x2", "(k, p) x2, (k, p) x2"),
    ("k, *(k2) x2, k*, k", "k, *k5*, k"), ("*k, (k)* to last 2, (k, k)", "*k2* to last 2, k2"), ("*(k, p)*", "*k, p*"),
])
def test_simplified_rows(text, expected):
    """SHOULD offer a simplified equal-working row; simplifying twice changes nothing more."""
    assert simple(text) == expected
    assert simple(expected) == expected


@pytest.mark.parametrize("text, expected", [
    ("k600, k600, k300", "k600, k900"), ("k500, k500, k400, k99, k", "k500, k999, k"), ("(k333) x3", "k999"),
    ("(k500) x2", "(k500) x2"), ("((k500) x2) x3", "(k500) x6"), ("((k, p) x500) x2", "((k, p) x500) x2"),
    ("k600, (k600, k300)", "k600, k900"), ("k999, yo, k", "k999, yo, k"),
])
def test_simplifying_never_counts_above_999(text, expected):
    """SHOULD offer a simplified row: no joining may make a count above 999."""
    assert simple(text) == expected
    assert simple(expected) == expected


def test_interface():
    """Public interface (design): names importable from knitrow; parse takes nothing but text."""
    for value in (None, 5, b"k2", ["k2"]):
        with pytest.raises(TypeError):
            parse(value)
    assert issubclass(PatternError, KnitError) and issubclass(LimitError, KnitError) and issubclass(FitError, KnitError)
    error = knitrow.ParseError("step expected", 7)
    assert (error.message, error.position, str(error)) == ("step expected", 7, "step expected (at 7)")
