@proves(R1)
def tokens_with_positions():
    """Numbers, operators and brackets with kind, text and position."""
    assert tokenize("12 + 3.5*(4)") == [
        Token("number", "12", 0),
        Token("operator", "+", 3),
        Token("number", "3.5", 5),
        Token("operator", "*", 8),
        Token("bracket", "(", 9),
        Token("number", "4", 10),
        Token("bracket", ")", 11),
    ]


@proves(R1)
def no_tokens():
    """Empty text and text of spaces and tabs has no tokens."""
    assert tokenize("") == []
    assert tokenize(" \t  ") == []
    assert tokenize("7") == [Token("number", "7", 0)]


@proves("R1.a")
def numbers_keep_their_text():
    """Leading and trailing zeros stay, numbers end at spaces."""
    assert tokenize("007 1.50 0") == [
        Token("number", "007", 0),
        Token("number", "1.50", 4),
        Token("number", "0", 9),
    ]
    assert tokenize("12 34") == [Token("number", "12", 0), Token("number", "34", 3)]


@proves("R1.a")
def point_needs_digits_on_both_sides():
    """A point without a digit before or behind it is refused at its position."""
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1.")
    with raises(SyntaxProblem, "unexpected at 0"):
        tokenize(".5")
    with raises(SyntaxProblem, "unexpected at 2"):
        tokenize("12. 5")
    with raises(SyntaxProblem, "unexpected at 2"):
        tokenize("1 .5")
    with raises(SyntaxProblem, "unexpected at 0"):
        tokenize(".")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("3.+1")


@proves("R1.a")
def second_point_is_not_part():
    """A number has one point at most."""
    with raises(SyntaxProblem, "unexpected at 3"):
        tokenize("1.2.3")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1..2")


@proves("R1.b")
def all_operators():
    """Every operator is a token of kind operator."""
    assert tokenize("+ - * / // % ^") == [
        Token("operator", "+", 0),
        Token("operator", "-", 2),
        Token("operator", "*", 4),
        Token("operator", "/", 6),
        Token("operator", "//", 8),
        Token("operator", "%", 11),
        Token("operator", "^", 13),
    ]


@proves("R1.b")
def slashes_next_to_each_other():
    """Two slashes are one token; a third is one of its own; with a space between they are two."""
    assert tokenize("1//2") == [
        Token("number", "1", 0),
        Token("operator", "//", 1),
        Token("number", "2", 3),
    ]
    assert tokenize("///") == [Token("operator", "//", 0), Token("operator", "/", 2)]
    assert tokenize("////") == [Token("operator", "//", 0), Token("operator", "//", 2)]
    assert tokenize("/ /") == [Token("operator", "/", 0), Token("operator", "/", 2)]


@proves("R1.b")
def operators_without_spaces():
    """Other operators next to each other are tokens of their own; brackets are brackets."""
    assert tokenize("**--^^()") == [
        Token("operator", "*", 0),
        Token("operator", "*", 1),
        Token("operator", "-", 2),
        Token("operator", "-", 3),
        Token("operator", "^", 4),
        Token("operator", "^", 5),
        Token("bracket", "(", 6),
        Token("bracket", ")", 7),
    ]


@proves("R1.c")
def tabs_are_skipped():
    """Tabs and spaces are skipped and count for positions."""
    assert tokenize("\t1 \t+\t2 ") == [
        Token("number", "1", 1),
        Token("operator", "+", 4),
        Token("number", "2", 6),
    ]


@proves("R1.c")
def refuses_other_characters():
    """The first character of no token is refused at its position."""
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("2x")
    with raises(SyntaxProblem, "unexpected at 2"):
        tokenize("1 $ @")
    with raises(SyntaxProblem, "unexpected at 0"):
        tokenize("a")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1,5")
    with raises(SyntaxProblem, "unexpected at 0"):
        tokenize("[1]")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1_000")


@proves("R1.c")
def refuses_line_breaks_and_other_spaces():
    """Line breaks and other white space are not skipped."""
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1\n+2")
    with raises(SyntaxProblem, "unexpected at 3"):
        tokenize("1+2\n")
    with raises(SyntaxProblem, "unexpected at 0"):
        tokenize("\r1")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1\xa0+2")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1\x0c")


@proves("R1.c")
def refuses_digits_of_other_scripts():
    """Only the digits 0 to 9 make numbers."""
    with raises(SyntaxProblem, "unexpected at 2"):
        tokenize("1+٣")
    with raises(SyntaxProblem, "unexpected at 0"):
        tokenize("²")
    with raises(SyntaxProblem, "unexpected at 1"):
        tokenize("1٣")


@proves(R2)
def binding_of_sums_and_products():
    """Products bind tighter than sums, brackets tightest."""
    assert evaluate("1+2*3") == Fraction(7, 1)
    assert evaluate("2*3+1") == Fraction(7, 1)
    assert evaluate("(1+2)*3") == Fraction(9, 1)
    assert evaluate("2*(3+(4-1))^2") == Fraction(72, 1)
    assert evaluate("1 - 2 ^ 2 * 3") == Fraction(-11, 1)
    assert evaluate("20-6/3") == Fraction(18, 1)
    assert evaluate("7+5%3") == Fraction(9, 1)
    assert evaluate("10-7//2") == Fraction(7, 1)


@proves(R2)
def a_number_alone():
    """A number or brackets around it have its value, exactly."""
    assert evaluate("4") == Fraction(4, 1)
    assert evaluate("((2))") == Fraction(2, 1)
    assert evaluate("0.1+0.2") == Fraction(3, 10)
    assert evaluate("007") == Fraction(7, 1)
    assert evaluate("1.50") == Fraction(3, 2)


@proves("R2.a")
def from_left_to_right():
    """Operators that bind alike are taken from left to right."""
    assert evaluate("10-3-2") == Fraction(5, 1)
    assert evaluate("100/10/2") == Fraction(5, 1)
    assert evaluate("100/10*2") == Fraction(20, 1)
    assert evaluate("10-4+3") == Fraction(9, 1)
    assert evaluate("2*7%4") == Fraction(2, 1)
    assert evaluate("7//2*2") == Fraction(6, 1)
    assert evaluate("7%4*2") == Fraction(6, 1)
    assert evaluate("100//7/2") == Fraction(7, 1)


@proves("R2.a")
def powers_from_right_to_left():
    """A power of a power is taken from the right."""
    assert evaluate("2^3^2") == Fraction(512, 1)
    assert evaluate("(2^3)^2") == Fraction(64, 1)
    assert evaluate("2^2^0^5") == Fraction(2, 1)
    assert evaluate("2*3^2") == Fraction(18, 1)
    assert evaluate("2^3*2") == Fraction(16, 1)


@proves("R2.b")
def sign_binds_less_than_power():
    """The sign is applied after a power that follows."""
    assert evaluate("-2^2") == Fraction(-4, 1)
    assert evaluate("(-2)^2") == Fraction(4, 1)
    assert evaluate("-(1+2)^2") == Fraction(-9, 1)
    assert evaluate("-2^-2") == Fraction(-1, 4)
    assert evaluate("2^-2^2") == Fraction(1, 16)


@proves("R2.b")
def sign_binds_tighter_than_products():
    """The sign is applied before products, // and %."""
    assert evaluate("-7//2") == Fraction(-4, 1)
    assert evaluate("-7%3") == Fraction(2, 1)
    assert evaluate("2^-1*4") == Fraction(2, 1)
    assert evaluate("-3*2") == Fraction(-6, 1)


@proves("R2.b")
def sign_wherever_an_operand_begins():
    """Signs behind operators and in brackets, also repeated."""
    assert evaluate("2^-1") == Fraction(1, 2)
    assert evaluate("2*-3") == Fraction(-6, 1)
    assert evaluate("2--3") == Fraction(5, 1)
    assert evaluate("2---3") == Fraction(-1, 1)
    assert evaluate("--3") == Fraction(3, 1)
    assert evaluate("---3") == Fraction(-3, 1)
    assert evaluate("2^--2") == Fraction(4, 1)
    assert evaluate("(-5)") == Fraction(-5, 1)
    assert evaluate("- 4") == Fraction(-4, 1)
    assert evaluate("6/-4") == Fraction(-3, 2)


@proves("R2.b")
def no_sign_plus():
    """There is no sign +."""
    with raises(SyntaxProblem, "unexpected at 0"):
        evaluate("+1")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("1++2")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("1 - + 2")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("(+1)")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("2^+1")


@proves("R3.a")
def floor_division():
    """// rounds down for all signs and for fractions."""
    assert evaluate("7//2") == Fraction(3, 1)
    assert evaluate("-7//2") == Fraction(-4, 1)
    assert evaluate("7//-2") == Fraction(-4, 1)
    assert evaluate("-7//-2") == Fraction(3, 1)
    assert evaluate("6//-2") == Fraction(-3, 1)
    assert evaluate("7.5//2") == Fraction(3, 1)
    assert evaluate("1//0.3") == Fraction(3, 1)
    assert evaluate("(0-0.5)//1") == Fraction(-1, 1)


@proves("R3.a")
def remainder():
    """% is what // leaves, with the sign of the divisor."""
    assert evaluate("7%3") == Fraction(1, 1)
    assert evaluate("-7%3") == Fraction(2, 1)
    assert evaluate("7%-3") == Fraction(-2, 1)
    assert evaluate("-7%-3") == Fraction(-1, 1)
    assert evaluate("1%0.3") == Fraction(1, 10)
    assert evaluate("5.5%2") == Fraction(3, 2)
    assert evaluate("6%3") == Fraction(0, 1)


@proves(R3)
def exact_fractions():
    """Division gives exact fractions."""
    assert evaluate("1/3") == Fraction(1, 3)
    assert evaluate("1/3*3") == Fraction(1, 1)
    assert evaluate("1/3+1/6") == Fraction(1, 2)
    assert evaluate("2/4") == Fraction(1, 2)
    assert evaluate("0.1*3") == Fraction(3, 10)


@proves("R3.b")
def powers():
    """Whole powers, positive, negative and 0."""
    assert evaluate("2^10") == Fraction(1024, 1)
    assert evaluate("2^-3") == Fraction(1, 8)
    assert evaluate("0.5^2") == Fraction(1, 4)
    assert evaluate("0.5^-2") == Fraction(4, 1)
    assert evaluate("5^0") == Fraction(1, 1)
    assert evaluate("0^0") == Fraction(1, 1)
    assert evaluate("0^5") == Fraction(0, 1)
    assert evaluate("(-2)^3") == Fraction(-8, 1)
    assert evaluate("2^(4/2)") == Fraction(4, 1)
    assert evaluate("4^(0.5*2)") == Fraction(4, 1)


@proves("R3.b")
def limits_of_exponents():
    """1000 and -1000 are fine, beyond is a bad exponent."""
    assert evaluate("1^1000") == Fraction(1, 1)
    assert evaluate("1^-1000") == Fraction(1, 1)
    assert evaluate("2^1000/2^999") == Fraction(2, 1)
    with raises(MathProblem, "bad exponent"):
        evaluate("1^1001")
    with raises(MathProblem, "bad exponent"):
        evaluate("1^-1001")
    with raises(MathProblem, "bad exponent"):
        evaluate("2^5000")


@proves("R3.b")
def exponents_that_are_not_whole():
    """An exponent that is not whole is bad, whatever the base."""
    with raises(MathProblem, "bad exponent"):
        evaluate("4^0.5")
    with raises(MathProblem, "bad exponent"):
        evaluate("1^(1/3)")
    with raises(MathProblem, "bad exponent"):
        evaluate("2^-0.5")
    with raises(MathProblem, "bad exponent"):
        evaluate("2^999.5")


@proves("R3.c")
def division_by_zero():
    """/, // and % by zero are refused."""
    with raises(MathProblem, "division by zero"):
        evaluate("1/0")
    with raises(MathProblem, "division by zero"):
        evaluate("1//0")
    with raises(MathProblem, "division by zero"):
        evaluate("1%0")
    with raises(MathProblem, "division by zero"):
        evaluate("0/0")
    with raises(MathProblem, "division by zero"):
        evaluate("1/(2-2)")
    with raises(MathProblem, "division by zero"):
        evaluate("5%(0*3)")
    with raises(MathProblem, "division by zero"):
        evaluate("3//0.0")


@proves("R3.c")
def zero_to_a_negative_power():
    """0 to a negative power is a division by zero."""
    with raises(MathProblem, "division by zero"):
        evaluate("0^-1")
    with raises(MathProblem, "division by zero"):
        evaluate("(1-1)^(2-3)")
    with raises(MathProblem, "division by zero"):
        evaluate("0^-1000")
    assert evaluate("0^1000") == Fraction(0, 1)


@proves("R3.c")
def bad_exponent_comes_first():
    """A bad exponent is refused before a base of 0 is looked at."""
    with raises(MathProblem, "bad exponent"):
        evaluate("0^-1001")
    with raises(MathProblem, "bad exponent"):
        evaluate("0^0.5")
    with raises(MathProblem, "bad exponent"):
        evaluate("0^-0.5")
    with raises(MathProblem, "bad exponent"):
        evaluate("0^1001")


@proves(R4)
def token_that_cannot_stand():
    """The first token that cannot stand where it stands is told."""
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("1 2")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("1)")
    with raises(SyntaxProblem, "unexpected at 0"):
        evaluate(")")
    with raises(SyntaxProblem, "unexpected at 0"):
        evaluate("*3")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("1+*2")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("(1 2)")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("2(3)")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("(1)(2)")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("()")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("(1+)")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("1^/2")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("1))+")


@proves("R4.a")
def text_ends_too_early():
    """The length of the text is told where it ends too early, trailing spaces included."""
    with raises(SyntaxProblem, "unexpected at 0"):
        evaluate("")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("   ")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("1+")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("1 + ")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("(1+2")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("(")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("-")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("2^")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("((1)")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("(1  ")


@proves("R4.b")
def syntax_before_math():
    """A text that is no expression is refused for that, whatever it would divide by."""
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("1/0+")
    with raises(SyntaxProblem, "unexpected at 3"):
        evaluate("1/0)")
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("(1/0")
    with raises(SyntaxProblem, "unexpected at 6"):
        evaluate("2^0.5 3")
    with raises(SyntaxProblem, "unexpected at 6"):
        evaluate("0^-1 *")


@proves("R4.b")
def bad_character_in_an_expression():
    """A character of no token is told by evaluate too, before anything is worked out."""
    with raises(SyntaxProblem, "unexpected at 4"):
        evaluate("1/0 $")
    with raises(SyntaxProblem, "unexpected at 2"):
        evaluate("2 & 3")
    with raises(SyntaxProblem, "unexpected at 1"):
        evaluate("1\n")
