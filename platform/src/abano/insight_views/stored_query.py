"""What the address of a saved view asks figures for."""

from urllib.parse import parse_qs

from pydantic import ValidationError

from abano.analytics.query import FigureQuery
from abano.errors.messages import Message, RefusedValue

MOST_PARAMETERS = 60
# A parameter that may be given more than once.
SEVERAL = frozenset({"answer"})
# The page keeps several answers in one parameter.
BETWEEN = ";"
UNREADABLE = Message("unreadable_view", "This view cannot be read. Please open the page again, then save it.")


def figure_query(stored: str) -> FigureQuery:
    """What of an address concerns figures; whatever else the page keeps there is left out. Raises RefusedValue."""
    try:
        given = parse_qs(stored, max_num_fields=MOST_PARAMETERS)
        return FigureQuery.model_validate(
            {name: _several(values) if name in SEVERAL else values[-1] for name, values in given.items()}
        )
    except (ValidationError, ValueError) as error:
        raise RefusedValue(UNREADABLE()) from error


def _several(values: list[str]) -> list[str]:
    return [one for value in values for one in value.split(BETWEEN)]
