"""Two whole operands above 0 and one operator at a time: no binding, no order, no signs, no fractions that matter."""


@proves(R1)
def tokens_of_a_number():
    """A number."""
    assert tokenize("42") == [Token("number", "42", 0)]


@proves(R1)
def tokens_of_a_product():
    """A product."""
    assert tokenize("4*2") == [
        Token("number", "4", 0),
        Token("operator", "*", 1),
        Token("number", "2", 2),
    ]


@proves(R2)
def adds():
    """A sum."""
    assert evaluate("1+2") == Fraction(3, 1)


@proves(R2)
def subtracts():
    """A difference."""
    assert evaluate("5-2") == Fraction(3, 1)


@proves(R2)
def multiplies():
    """A product."""
    assert evaluate("5*2") == Fraction(10, 1)


@proves(R3)
def divides():
    """A quotient."""
    assert evaluate("6/3") == Fraction(2, 1)


@proves(R3)
def floors():
    """A quotient rounded down."""
    assert evaluate("7//2") == Fraction(3, 1)


@proves(R3)
def rests():
    """A remainder."""
    assert evaluate("7%4") == Fraction(3, 1)


@proves(R3)
def case_raises():
    """A power."""
    assert evaluate("2^3") == Fraction(8, 1)


@proves(R4)
def two_numbers():
    """Two numbers are no expression."""
    with raises(SyntaxProblem):
        evaluate("1 2")
