"""One plain example of each requirement."""


@proves(R1)
def one_sum_tokens():
    """A sum in tokens."""
    assert tokenize("1+2") == [
        Token("number", "1", 0),
        Token("operator", "+", 1),
        Token("number", "2", 2),
    ]


@proves(R2)
def one_sum():
    """Products before sums."""
    assert evaluate("1+2*3") == Fraction(7, 1)


@proves(R3)
def one_fraction():
    """A half."""
    assert evaluate("1/2") == Fraction(1, 2)


@proves(R4)
def one_bad_text():
    """An operator at the end."""
    with raises(SyntaxProblem):
        evaluate("1+")
