"""Only refusals, without the position or the message."""


@proves(R1)
def bad_character():
    """A letter is refused."""
    with raises(SyntaxProblem):
        tokenize("x")


@proves(R1)
def bad_point():
    """A lone point is refused."""
    with raises(SyntaxProblem):
        tokenize("1.")


@proves(R2)
def no_plus_sign():
    """A plus sign is refused."""
    with raises(SyntaxProblem):
        evaluate("+1")


@proves(R3)
def by_zero():
    """Dividing by zero is refused."""
    with raises(MathProblem):
        evaluate("1/0")


@proves(R3)
def half_power():
    """Half a power is refused."""
    with raises(MathProblem):
        evaluate("4^0.5")


@proves(R4)
def empty_text():
    """Empty text is refused."""
    with raises(SyntaxProblem):
        evaluate("")


@proves(R4)
def open_bracket():
    """An open bracket is refused."""
    with raises(SyntaxProblem):
        evaluate("(1")
