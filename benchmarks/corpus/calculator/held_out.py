@proves(R1)
def h_dense_text():
    """Tokens without any spaces."""
    assert tokenize("-1.25//(3%2)^0") == [
        Token("operator", "-", 0),
        Token("number", "1.25", 1),
        Token("operator", "//", 5),
        Token("bracket", "(", 7),
        Token("number", "3", 8),
        Token("operator", "%", 9),
        Token("number", "2", 10),
        Token("bracket", ")", 11),
        Token("operator", "^", 12),
        Token("number", "0", 13),
    ]


@proves(R1)
def h_five_slashes():
    """Five slashes are two double ones and one single."""
    assert tokenize("2/////3") == [
        Token("number", "2", 0),
        Token("operator", "//", 1),
        Token("operator", "//", 3),
        Token("operator", "/", 5),
        Token("number", "3", 6),
    ]


@proves(R1)
def h_point_before_bracket():
    """A point that is followed by a bracket, an operator or the end is refused."""
    with raises(SyntaxProblem, "unexpected at 2"):
        tokenize("(1.)")
    with raises(SyntaxProblem, "unexpected at 4"):
        tokenize("10.0.")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("5.-1")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1.٣")


@proves(R2)
def h_deep_mix():
    """All binding levels in one expression."""
    assert evaluate("-2^2*3+10//3-8%5") == Fraction(-12, 1)
    assert evaluate("2*-3^2") == Fraction(-18, 1)
    assert evaluate("--2^2") == Fraction(4, 1)
    assert evaluate("10-2-3*2^2^1") == Fraction(-4, 1)


@proves(R2)
def h_sign_in_exponent_chain():
    """Signs within a chain of powers."""
    assert evaluate("2^-1^2") == Fraction(1, 2)
    assert evaluate("4^-(1+1)") == Fraction(1, 16)
    assert evaluate("-2^3^0") == Fraction(-2, 1)
    assert evaluate("2^3^-0") == Fraction(2, 1)


@proves(R2)
def h_products_mixed():
    """Products of all kinds from the left."""
    assert evaluate("17%5*3//2") == Fraction(3, 1)
    assert evaluate("2/3//1*5") == Fraction(0, 1)
    assert evaluate("9//2/4%1") == Fraction(0, 1)
    assert evaluate("8/3%2*3") == Fraction(2, 1)


@proves(R3)
def h_fraction_floor_and_rest():
    """// and % with fractions below 0."""
    assert evaluate("-1/3//(1/6)") == Fraction(-2, 1)
    assert evaluate("(0-1)/3%0.25") == Fraction(1, 6)
    assert evaluate("5//-0.75") == Fraction(-7, 1)
    assert evaluate("5%-0.75") == Fraction(-1, 4)


@proves(R3)
def h_exponent_worked_out():
    """An exponent that comes out whole is fine, one that comes out as 0 too."""
    assert evaluate("3^(7//2)") == Fraction(27, 1)
    assert evaluate("(1/2)^(1-3)") == Fraction(4, 1)
    assert evaluate("0^(3-3)") == Fraction(1, 1)
    with raises(MathProblem, "bad exponent"):
        evaluate("3^(7/2)")
    with raises(MathProblem, "bad exponent"):
        evaluate("2^(10^4)")
    assert evaluate("(-1)^999") == Fraction(-1, 1)


@proves(R3)
def h_zero_by_way_of_a_sum():
    """Zero that comes out of an expression."""
    with raises(MathProblem, "division by zero"):
        evaluate("3/(0.1+0.2-0.3)")
    with raises(MathProblem, "division by zero"):
        evaluate("0.0^-2")
    with raises(MathProblem, "division by zero"):
        evaluate("7%-0")
    with raises(MathProblem, "bad exponent"):
        evaluate("(2-2)^(1/2)")
    assert evaluate("0//5") == Fraction(0, 1)
    assert evaluate("0%5") == Fraction(0, 1)


@proves(R4)
def h_ends_after_sign():
    """Ends too early behind a sign, a bracket and tabs."""
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("3*-")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("2^-")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("\t")
    with raises(SyntaxProblem, "unexpected at 7"):
        evaluate("(2+3)*(")
    with raises(SyntaxProblem, "unexpected at 8"):
        evaluate("((1+2)*3")


@proves(R4)
def h_brackets_that_do_not_fit():
    """Closing brackets too many, numbers behind brackets."""
    with raises(SyntaxProblem, "unexpected at 5"):
        evaluate("(1+2))")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("(3)4")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("1.5 (2)")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("(-)")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("1-*2")


@proves(R4)
def h_syntax_before_bad_exponent():
    """Read to the end before anything is worked out."""
    with raises(SyntaxProblem, "unexpected at 6"):
        evaluate("2^0.5^")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("1%0 1")
    with raises(SyntaxProblem, "unexpected at 5"):
        evaluate("(0^-1")
    with raises(MathProblem, "division by zero"):
        evaluate("(1%0)*2")
