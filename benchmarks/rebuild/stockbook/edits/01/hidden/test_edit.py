"""Tests of one edit: only the behaviour that the edit changes."""

import pytest

import stockbook as sb


def test_codes_of_12_characters_are_accepted():  # R2
    code = "ABCDEFGH-123"
    journal = sb.parse_journal('item %s "Name"\nlocation %s\n' % (code, code))
    assert list(journal.items) == [code]
    assert list(journal.locations) == [code]


def test_item_code_of_13_characters_is_refused():  # R2
    with pytest.raises(sb.ParseError) as caught:
        sb.parse_journal('location MAIN\nitem ABCDEFGH-1234 "Name"\n')
    assert caught.value.message == "bad code 'ABCDEFGH-1234'"
    assert caught.value.line == 2


def test_location_code_of_13_characters_is_refused():  # R2
    with pytest.raises(sb.ParseError) as caught:
        sb.parse_journal("location ABCDEFGH-1234\n")
    assert caught.value.message == "bad code 'ABCDEFGH-1234'"
