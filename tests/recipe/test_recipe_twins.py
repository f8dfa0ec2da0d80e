"""Names that look like well-known packages, and what a person may say about them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recipe_kit import parsed, rules_tripped

from brickyard.gates import allowed_by
from brickyard.recipe.permissions import PERMISSIONS
from brickyard.recipe.twins import canonical, distance, distribution, twin_of, well_known

TWINS = {
    "reqeusts": "requests",
    "request": "requests",
    "requestss": "requests",
    "requets": "requests",
    "python-requests": "requests",
    "requests-python": "requests",
    "dateutil": "python-dateutil",
    "python_dateutils": "python-dateutil",
    "pythondateutil": "python-dateutil",
    "nunpy": "numpy",
    "pandsa": "pandas",
    "djagno": "django",
    "fast-api": "fastapi",
    "learn-scikit": "scikit-learn",
    "scikitlearn": "scikit-learn",
    "sklearn": "scikit-learn",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "bs4": "beautifulsoup4",
    "beautifulsoup": "beautifulsoup4",
    "crpytography": "cryptography",
    "rihc": "rich",
    "urlib3": "urllib3",
    "typing-extension": "typing-extensions",
    "colourama": "colorama",
}
OTHERS = (
    "requests",
    "Requests",
    "python-dateutil",
    "python_dateutil",
    "PyYAML",
    "zope.interface",
    "Pillow",
    "httpx",
    "httpcore",
    "boto",
    "boto3",
    "toml",
    "tomli",
    "tomli-w",
    "psycopg",
    "psycopg2",
    "rich-click",
    "pytest-randomly",
    "music21",
    "sox",
    "icecream",
    "parsel",
    "num2words",
    "holidays",
    "markdown2",
    "frozendict",
    "cchardet",
    "pygraphviz",
    "dataset",
)


@pytest.mark.parametrize(("name", "known"), TWINS.items())
def test_a_twin_is_known_by_what_it_looks_like(name, known):
    assert twin_of(name) == known


@pytest.mark.parametrize("name", OTHERS)
def test_known_names_and_names_of_their_own_are_no_twins(name):
    assert twin_of(name) == ""


def test_the_list_is_in_order_and_in_canonical_spelling():
    names = [*well_known()]
    assert len(names) >= 300
    assert names == sorted({*names})
    assert names == [canonical(name) for name in names]


@pytest.mark.parametrize(
    ("requirement", "name"),
    [
        ("httpx", "httpx"),
        (" Zope.Interface>=5 ", "zope-interface"),
        ("requests[socks]", "requests"),
        ("a_b.c ; python_version > '3'", "a-b-c"),
        ("", ""),
        ("==1", ""),
    ],
)
def test_the_name_of_a_requirement(requirement, name):
    assert distribution(requirement) == name


@given(st.text("abcd", max_size=6), st.text("abcd", max_size=6), st.text("abcd", max_size=6))
def test_distance_is_none_only_to_itself_the_same_both_ways_and_at_most_the_longer(one, two, three):
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) == distance(two, one)
    assert abs(len(one) - len(two)) <= distance(one, two) <= max(len(one), len(two))
    assert distance(one + three, two + three) <= distance(one, two)


def recipe(packages: str, comment: str = "", requirements: str = ""):
    components = f'{{"name": "a", "version": "1", "type": "tool",\n"packages": [{packages}]}}'
    design = f"## Components\n\n- a: does it\n\n{comment}\n"
    return parsed(requirements, components=components, design=design)


def test_check_refuses_a_twin_with_its_line_and_the_name_it_resembles():
    given = recipe('"rich", "reqeusts>=2"')
    assert rules_tripped(given) == ["package-twin"]
    (found,) = given.findings
    assert (found.file, found.line, found.blocks) == ("components.json", 2, True)
    assert "'requests'" in found.message
    assert given.recipe is None


def test_a_person_allows_a_twin_by_its_name_and_no_other():
    allow = "<!-- brickyard: allow package-twin: reqeusts is our own fork -->"
    fine, other = recipe('"reqeusts"', allow), recipe('"reqeusts", "nunpy"', allow)
    assert rules_tripped(fine) == []
    assert fine.recipe is not None
    assert allowed_by(fine.recipe).twins == ("reqeusts",)
    assert rules_tripped(other) == ["package-twin"]
    assert other.recipe is None


@pytest.mark.parametrize("reason", ["we know", "reqeusts2 is ours", "my-reqeusts is ours"])
def test_a_reason_that_does_not_name_the_twin_allows_nothing(reason):
    given = recipe('"reqeusts"', f"<!-- brickyard: allow package-twin: {reason} -->")
    assert rules_tripped(given) == ["package-twin", "silence-unused"]


@pytest.mark.parametrize("name", PERMISSIONS)
def test_a_permission_is_taken_from_any_file_and_is_no_idle_silence(name):
    given = recipe("", f"<!-- brickyard: allow {name}: the customer asked -->")
    assert rules_tripped(given) == []
    assert given.recipe is not None
    assert allowed_by(given.recipe).permissions == {name}


def test_a_permission_needs_a_reason_and_a_name_that_exists():
    assert rules_tripped(recipe("", "<!-- brickyard: allow security-network -->")) == [
        "silence-malformed"
    ]
    assert rules_tripped(recipe("", "<!-- brickyard: allow security-dynamic-code: x -->")) == [
        "silence-refused"
    ]


def test_without_a_word_nothing_is_allowed_and_an_external_requirement_is_one():
    plain = recipe('"rich>=14"').recipe
    outside = recipe("", requirements="- R1 (MUST, external): it asks the weather service.").recipe
    assert plain is not None
    assert outside is not None
    assert (allowed_by(plain).permissions, allowed_by(plain).distributions) == (set(), {"rich"})
    assert allowed_by(outside).permissions == {"security-network"}
