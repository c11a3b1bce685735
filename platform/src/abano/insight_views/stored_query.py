"""What the address of a saved view asks figures for."""

from collections.abc import Mapping
from typing import get_args
from urllib.parse import parse_qs

from pydantic import ValidationError

from abano.analytics.client import Unit
from abano.analytics.query import TimelineQuery
from abano.errors.messages import Message, RefusedValue

MOST_PARAMETERS = 60
# A parameter that may be given more than once.
SEVERAL = frozenset({"answer"})
# The page keeps several answers in one parameter.
BETWEEN = ";"
# What parameters of the second segment begin with.
OF_B = "b."
UNREADABLE = Message("unreadable_view", "This view cannot be read. Please open the page again, then save it.")


def figure_query(stored: str) -> TimelineQuery:
    """What of an address concerns figures; whatever else the page keeps there is left out. Raises RefusedValue."""
    return _query(_given(stored))


def compared_query(stored: str) -> TimelineQuery | None:
    """The second segment of a comparison, divided by the page's unit; None without one. Raises RefusedValue."""
    given = _given(stored)
    of_b = {name.removeprefix(OF_B): values for name, values in given.items() if name.startswith(OF_B)}
    if not of_b:
        return None
    return _query({**of_b, "unit": given.get("unit", [""])})


def _given(stored: str) -> dict[str, list[str]]:
    try:
        return parse_qs(stored, keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError as error:
        raise RefusedValue(UNREADABLE()) from error


def _query(given: Mapping[str, list[str]]) -> TimelineQuery:
    named = {name: _several(values) if name in SEVERAL else values[-1] for name, values in given.items()}
    if named.get("unit") not in get_args(Unit):
        # The page, too, takes it for none.
        named.pop("unit", None)
    try:
        return TimelineQuery.model_validate(named)
    except ValidationError as error:
        raise RefusedValue(UNREADABLE()) from error


def _several(values: list[str]) -> list[str]:
    return [one for value in values for one in value.split(BETWEEN)]
