@proves(R1)
def plain_stays():
    """A compact account number comes back unchanged."""
    assert compact("BE68539007547034") == "BE68539007547034"


@proves(R1)
def small_letters_and_spaces():
    """Capitals come back, without spaces."""
    assert compact("nl91 abna 0417 1643 00") == "NL91ABNA0417164300"


@proves(R1)
def space_between_all():
    """A space may stand between any two characters."""
    assert compact("B E 6 8 5 3 9 0 0 7") == "BE68539007"


@proves(R1)
def body_shortest_and_longest():
    """Bodies of 6 and of 16 characters are accepted."""
    assert compact("GB00ABC123") == "GB00ABC123"
    assert compact("GB00ABCDEFGH12345678") == "GB00ABCDEFGH12345678"


@proves(R1)
def body_too_short_or_long():
    """Bodies of 5 and of 17 characters are refused."""
    with raises(InvalidAccount):
        compact("GB00ABC12")
    with raises(InvalidAccount):
        compact("GB00ABCDEFGH123456789")
    with raises(InvalidAccount):
        compact("GB00 ABC1 2")


@proves(R1)
def wrong_check_digits_do_not_matter():
    """Whether the check digits are right plays no part."""
    assert compact("be00 539007547034") == "BE00539007547034"
    assert compact("BE99539007547034") == "BE99539007547034"


@proves(R1)
def space_at_the_ends():
    """A space before the first or after the last character is refused."""
    with raises(InvalidAccount):
        compact(" BE68539007547034")
    with raises(InvalidAccount):
        compact("BE68539007547034 ")


@proves(R1)
def two_spaces_in_a_row():
    """Two spaces in a row are refused."""
    with raises(InvalidAccount):
        compact("BE68  539007547034")


@proves(R1)
def other_white_space():
    """Tabs, line breaks and other spaces are refused."""
    with raises(InvalidAccount):
        compact("BE68\t539007547034")
    with raises(InvalidAccount):
        compact("BE68\n539007547034")
    with raises(InvalidAccount):
        compact("BE68539007547034\n")
    with raises(InvalidAccount):
        compact("BE68\xa0539007547034")


@proves(R1)
def bank_and_check_digits_of_wrong_kind():
    """The bank is two letters, the check digits are digits."""
    with raises(InvalidAccount):
        compact("B168539007547034")
    with raises(InvalidAccount):
        compact("1E68539007547034")
    with raises(InvalidAccount):
        compact("BEA8539007547034")
    with raises(InvalidAccount):
        compact("BE6A539007547034")
    with raises(InvalidAccount):
        compact("BEL8539007547034")


@proves(R1)
def other_characters():
    """Other characters, also letters and digits of other scripts, are refused."""
    with raises(InvalidAccount):
        compact("BE68-539007547034")
    with raises(InvalidAccount):
        compact("BE6853900754703Ä")
    with raises(InvalidAccount):
        compact("BE6853900754703٣")
    with raises(InvalidAccount):
        compact("BE6853900754703ſ")
    with raises(InvalidAccount):
        compact("")


@proves(R2)
def digits_of_a_digit_body():
    """A body of digits alone."""
    assert check_digits("BE", "539007547034") == "68"


@proves(R2)
def digits_of_a_letter_body():
    """A body with letters."""
    assert check_digits("NL", "ABNA0417164300") == "91"


@proves(R2)
def digits_of_the_longest_body():
    """A body of 16 characters."""
    assert check_digits("AT", "1904300234573201") == "61"


@proves(R2)
def digits_of_the_shortest_body():
    """A body of 6 characters."""
    assert check_digits("ZA", "AZ09ZA") == "38"


@proves(R2)
def digits_with_leading_zero():
    """Check digits below 10 have a leading zero."""
    assert check_digits("DE", "X00074") == "07"


@proves(R2)
def digits_at_both_ends():
    """The lowest check digits are 02 and the highest 98."""
    assert check_digits("QX", "A0000018") == "02"
    assert check_digits("QX", "7K000077") == "98"
    assert check_digits("ZZ", "00000024") == "97"


@proves(R2)
def digits_for_small_letters():
    """Small letters stand for capitals."""
    assert check_digits("nl", "abna0417164300") == "91"


@proves(R2)
def digits_refuse_a_bad_bank():
    """A bank that is not two letters is refused."""
    with raises(InvalidAccount):
        check_digits("B", "539007547034")
    with raises(InvalidAccount):
        check_digits("BEE", "539007547034")
    with raises(InvalidAccount):
        check_digits("B1", "539007547034")
    with raises(InvalidAccount):
        check_digits("", "539007547034")
    with raises(InvalidAccount):
        check_digits("ÄB", "539007547034")


@proves(R2)
def digits_refuse_a_bad_body():
    """A body of 5 or 17 characters or with others than letters and digits is refused."""
    with raises(InvalidAccount):
        check_digits("BE", "12345")
    with raises(InvalidAccount):
        check_digits("BE", "12345678901234567")
    with raises(InvalidAccount):
        check_digits("BE", "12345-")
    with raises(InvalidAccount):
        check_digits("BE", "12345٣")
    with raises(InvalidAccount):
        check_digits("BE", "")


@proves(R2)
def digits_refuse_spaces():
    """Spaces are not allowed in bank or body."""
    with raises(InvalidAccount):
        check_digits("BE", "5390 0754 7034")
    with raises(InvalidAccount):
        check_digits("B E", "539007547034")
    with raises(InvalidAccount):
        check_digits("BE", "539007547034 ")
    with raises(InvalidAccount):
        check_digits(" BE", "539007547034")
    with raises(InvalidAccount):
        check_digits("BE", "539007547034\n")


@proves(R3)
def valid_and_not():
    """Right check digits are valid, wrong ones are not."""
    assert is_valid("BE68539007547034") is True
    assert is_valid("BE69539007547034") is False
    assert is_valid("BE86539007547034") is False
    assert is_valid("BE68539007547043") is False


@proves(R3)
def valid_with_spaces_and_small_letters():
    """Spaces and small letters are as in R1."""
    assert is_valid("be68 5390 0754 7034") is True
    assert is_valid("n l91 abna 0417 1643 00") is True
    assert is_valid("be68  539007547034") is False
    assert is_valid(" BE68539007547034") is False


@proves(R3)
def congruent_digits_are_not_valid():
    """Check digits that differ by 97 are not valid."""
    assert is_valid("QX02A0000018") is True
    assert is_valid("QX99A0000018") is False
    assert is_valid("QX987K000077") is True
    assert is_valid("QX017K000077") is False
    assert is_valid("ZZ9700000024") is True
    assert is_valid("ZZ0000000024") is False


@proves(R3)
def no_shape_is_not_valid():
    """A text without the shape is not valid, and nothing is raised."""
    assert is_valid("") is False
    assert is_valid("BE") is False
    assert is_valid("hello world") is False
    assert is_valid("BE6853900") is False
    assert is_valid("BE68539007547034\n") is False
    assert is_valid("BE3112345") is False
    assert is_valid("BE8612345678901234567") is False
    assert is_valid("GB61A1B2C3") is True


@proves(R4)
def groups_of_four():
    """Sixteen characters make four groups of four."""
    assert display("BE68539007547034") == "BE68 5390 0754 7034"


@proves(R4)
def last_group_of_two():
    """A last group of two characters."""
    assert display("NL91ABNA0417164300") == "NL91 ABNA 0417 1643 00"


@proves(R4)
def last_group_of_three():
    """A last group of three characters."""
    assert display("NO9386011117947") == "NO93 8601 1117 947"


@proves(R4)
def no_single_character_left():
    """Thirteen characters end with a group of three and one of two."""
    assert display("GB32123456789") == "GB32 1234 567 89"


@proves(R4)
def no_single_character_left_of_17():
    """Seventeen characters end with a group of three and one of two."""
    assert display("LU620019400644750") == "LU62 0019 4006 447 50"


@proves(R4)
def shortest_and_longest_displayed():
    """Ten characters make 4, 4 and 2; twenty make five groups."""
    assert display("GB61A1B2C3") == "GB61 A1B2 C3"
    assert display("AT611904300234573201") == "AT61 1904 3002 3457 3201"


@proves(R4)
def displayed_in_capitals_anew():
    """Small letters and other spaces are brought into form."""
    assert display("n l91a bna04171 64300") == "NL91 ABNA 0417 1643 00"


@proves(R4)
def display_refuses_wrong_digits():
    """Wrong check digits are refused."""
    with raises(InvalidAccount):
        display("BE69539007547034")
    with raises(InvalidAccount):
        display("QX99A0000018")


@proves(R4)
def display_refuses_wrong_shape():
    """A text without the shape is refused."""
    with raises(InvalidAccount):
        display("")
    with raises(InvalidAccount):
        display("BE68  539007547034")
    with raises(InvalidAccount):
        display("BE68539007547034 ")
    with raises(InvalidAccount):
        display("BE3112345")
