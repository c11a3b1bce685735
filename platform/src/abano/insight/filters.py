"""The filters of a view, as an address has them: checked, and in one order."""

from urllib.parse import parse_qsl, urlencode

from pydantic import ValidationError

from abano.analytics.query import FigureQuery
from abano.errors import InvalidInput
from abano.errors.messages import Message

FILTER_UNKNOWN = Message("report_filter_unknown", "This filter cannot be kept: {name}")
PERIOD = frozenset({"year", "month", "from", "to"})
MOST_FILTERS = 30


def figure_query(query: str, first: str = "", last: str = "") -> FigureQuery:
    """The filters over these days. Raises pydantic's ValidationError, and ValueError for too many."""
    values: dict[str, str | list[str]] = {"from": first, "to": last}
    for name, value in parse_qsl(query, max_num_fields=MOST_FILTERS):
        if name == "answer":
            values["answer"] = [*values.get("answer", []), value]
        elif name not in PERIOD:
            values[name] = value
    return FigureQuery.model_validate(values)


def kept_query(query: str) -> str:
    """As it is stored; the period is left out. Raises InvalidInput."""
    try:
        filters = figure_query(query).filters()
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise InvalidInput.of("query", FILTER_UNKNOWN(name=name)) from None
    except ValueError:
        raise InvalidInput.of("query", FILTER_UNKNOWN(name="…")) from None
    return urlencode(filters)
