"""A number and its noun agree."""

import pytest

from abano.core.text import count_of


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 days"), (1, "1 day"), (2, "2 days"), (1200, "1,200 days")]
)
def test_days_are_counted_as_people_count_them(count: int, text: str) -> None:
    assert count_of(count, "day") == text


def test_irregular_nouns_bring_their_plural() -> None:
    assert [count_of(count, "person", "people") for count in (1, 3)] == ["1 person", "3 people"]
