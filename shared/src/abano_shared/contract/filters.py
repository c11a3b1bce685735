"""The filters for sessions. Each is declared once: its name, its limits and its column."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, cast, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from abano_shared.campaign_names import name_key, with_name_keys

# The filter value for sessions without a value.
NONE = "(none)"
NO_NUL = r"^[^\x00]*$"
MAX_ANSWERS = 5
Device = Literal["phone", "tablet", "desktop", "unknown"]
MAX_VALUES = 10
Operator = Literal["is", "not", "contains", "lacks"]
_OPERATOR = re.compile(r"(is|not|contains|lacks):(.*)", re.DOTALL)
_VALUES = re.compile(r"(?:[^\\|]|\\.)+", re.DOTALL)


class Match(NamedTuple):
    """What a filter's value asks for: one of the values, none of them, a part of the value, or no such part.

    Written as ``google``, ``is:google|bing``, ``not:google``, ``contains:summer`` or ``lacks:summer``. Without an
    operator a text is one value, whatever it contains; after one, a backslash stands before ``|`` and itself.
    """

    operator: Operator
    values: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Match":
        found = _OPERATOR.fullmatch(text)
        if not found:
            return cls("is", (text,))
        values = (re.sub(r"\\(.)", r"\1", one, flags=re.DOTALL) for one in _VALUES.findall(found[2]))
        return cls(cast(Operator, found[1]), tuple(values))

    @property
    def text(self) -> str:
        """As it is written."""
        if self.operator == "is" and len(self.values) == 1 and not _OPERATOR.fullmatch(self.values[0]):
            return self.values[0]
        return f"{self.operator}:" + "|".join(re.sub(r"([\\|])", r"\\\1", value) for value in self.values)

    @property
    def is_part(self) -> bool:
        return self.operator in {"contains", "lacks"}

    @property
    def is_excluded(self) -> bool:
        return self.operator in {"not", "lacks"}

    def holds_for_name(self, key: str) -> bool:
        """``key``: of a source or a campaign (campaign_names); empty: without one."""
        if self.is_part:
            found = any(name_key(value) in key for value in self.values)
        else:
            found = key in {"" if value == NONE else name_key(value) for value in self.values}
        return found is not self.is_excluded


def _has_values(text: str) -> str:
    number = len(Match.of(text).values)
    if not 1 <= number <= MAX_VALUES:
        raise ValueError(f"Give 1 to {MAX_VALUES} values.")
    return text


class HoursOfWeek(NamedTuple):
    """Days from Monday, 1, to Sunday, 7, and hours from ``first_hour`` until before ``end_hour``.

    Written as ``5:14`` (Friday from 14 to 15 o'clock), ``1-5:9-17`` or ``5:0-24``.
    """

    first_day: int
    last_day: int
    first_hour: int
    end_hour: int

    @classmethod
    def of(cls, text: str) -> "HoursOfWeek":
        """Raises ValueError."""
        days, _, hours = text.partition(":")
        first_day, _, last_day = days.partition("-")
        first_hour, _, end_hour = hours.partition("-")
        start = int(first_hour)
        span = cls(int(first_day), int(last_day or first_day), start, int(end_hour or start + 1))
        if span.first_day > span.last_day or span.first_hour >= span.end_hour:
            raise ValueError("The days and hours must not end before they begin.")
        return span


def _is_span(text: str) -> str:
    HoursOfWeek.of(text)
    return text


def one_of(*values: str) -> str:
    """The pattern of a filter with these values only."""
    either = "|".join(map(re.escape, values))
    return rf"^({either})$|^(is|not):({either})(\|({either}))*$"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compares:
    """What a filter compares its value with: a column of quiz_sessions and one of journey_events in the warehouse.

    ``visits`` is None for a filter that says nothing of visits to the site. ``value`` is SQL of the value in the
    column, and ``is_optional`` says that it may be missing. The spellings of a name count as one (campaign_names).
    """

    sessions: str
    visits: str | None
    value: str = "{column}"
    is_name: bool = False
    is_optional: bool = True
    # Whether the figures offer its values, and files have a column of them.
    is_offered: bool = True

    def value_of(self, column: str) -> str:
        """SQL of the value; null, and for texts also the empty string, if missing."""
        return self.value.format(column=column)

    def choice_of(self, column: str) -> str:
        """SQL of the value as a filter option."""
        value = self.value_of(column)
        if not self.is_optional:
            return value
        # A text may be empty, too.
        found = f"nullif({value}, '')" if value == column else value
        return f"coalesce({found}, '{NONE}')"

    def condition(self, column: str, name: str, match: Match) -> tuple[str, dict[str, str]]:
        """SQL condition of the filter ``name``, and its parameters. Names and parts of values are keys."""
        given = {f"of_{name}_{place}": value for place, value in enumerate(match.values)}
        value = self.choice_of(column)
        if self.is_name:
            value = with_name_keys(f"coalesce(nullif(name_key({column}), ''), '{NONE}')")
        if match.is_part:
            parts = " or ".join(f"contains(lower({value}), ${parameter})" for parameter in given)
            found = f"({value} <> '{NONE}' and ({parts}))"
        else:
            found = f"{value} in ({', '.join(f'${parameter}' for parameter in given)})"
        return f"not {found}" if match.is_excluded else found, given


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparesHours(Compares):
    """Compares a moment, by the clock of the tenant's time zone, which is the parameter ``$zone``."""

    is_optional: bool = False
    is_offered: bool = False

    def condition(self, column: str, name: str, match: Match) -> tuple[str, dict[str, str]]:  # noqa: ARG002
        first_day, last_day, first_hour, end_hour = HoursOfWeek.of(match.values[0])
        local = f"timezone($zone, {column})"
        days = f"isodow({local}) between {first_day} and {last_day}"
        return f"({days} and hour({local}) between {first_hour} and {end_hour - 1})", {}


def _same(column: str, *, is_name: bool = False, is_optional: bool = True) -> Compares:
    return Compares(sessions=column, visits=column, is_name=is_name, is_optional=is_optional)


def none_if_empty(value: object) -> object:
    """An empty parameter counts as missing."""
    return None if value == "" else value


NoneIfEmpty = BeforeValidator(none_if_empty)
Text = Annotated[str | None, NoneIfEmpty]
Matched = Annotated[Annotated[str, AfterValidator(_has_values)] | None, NoneIfEmpty]
MATCHED = "This value; (none): without; or is:, not:, contains: or lacks: and values with | between them"


class SessionFilters(BaseModel):
    """Only sessions that match. A filter that is None or empty leaves all."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel)

    quiz_version: Annotated[Matched, Compares(sessions="quiz_version", visits=None, is_optional=False)] = (
        Field(None, max_length=400, pattern=NO_NUL)
    )
    device: Annotated[Matched, _same("device", is_optional=False)] = Field(
        None, max_length=100, pattern=one_of(*get_args(Device)), description="Such as phone or not:phone"
    )
    utm_source: Annotated[Matched, _same("utm_source", is_name=True)] = Field(
        None, max_length=500, pattern=NO_NUL, description=MATCHED
    )
    utm_medium: Annotated[Matched, _same("utm_medium", is_name=True)] = Field(
        None, max_length=500, pattern=NO_NUL
    )
    utm_campaign: Annotated[Matched, _same("utm_campaign", is_name=True)] = Field(
        None, max_length=500, pattern=NO_NUL, description=MATCHED
    )
    utm_term: Annotated[Matched, _same("utm_term")] = Field(None, max_length=500, pattern=NO_NUL)
    utm_content: Annotated[Matched, _same("utm_content")] = Field(None, max_length=500, pattern=NO_NUL)
    landing_page: Annotated[Matched, Compares(sessions="entry_path", visits="page")] = Field(
        None, max_length=2048, pattern=NO_NUL, description="The path the quiz began on"
    )
    language: Annotated[Matched, _same("language")] = Field(
        None, max_length=200, pattern=NO_NUL, description="Of the page at the start"
    )
    country: Annotated[Matched, _same("country")] = Field(
        None, max_length=100, pattern=NO_NUL, description="Two letters, such as GE"
    )
    visitor: Annotated[
        Matched,
        Compares(
            sessions="is_returning",
            visits="is_returning",
            value="case when {column} then 'returning' when not {column} then 'new' end",
        ),
    ] = Field(
        None,
        max_length=100,
        pattern=one_of("new", "returning", NONE),
        description="(none): it is not known whether the visitor returned",
    )
    hour_of_week: Annotated[
        Annotated[str, AfterValidator(_is_span)] | None,
        NoneIfEmpty,
        ComparesHours(sessions="started_at", visits="reached_at"),
    ] = Field(
        None,
        max_length=11,
        pattern=r"^[1-7](-[1-7])?:(1?\d|2[0-3])(-([1-9]|1\d|2[0-4]))?$",
        description="Days from Monday, 1, and hours in the company's time zone: 5:14 (Friday, 14 to 15 o'clock), "
        "1-5:9-17, 5:0-24",
    )
    answers: tuple[Annotated[str, Field(max_length=200, pattern=r"^[^\x00:]+:[^\x00]+$")], ...] = Field(
        (),
        alias="answer",
        max_length=MAX_ANSWERS,
        description="question:value, repeatable: sessions that gave all of these answers; question:(none): gave none",
    )

    def given(self) -> tuple[tuple[str, str], ...]:
        """The set filters by their query names; ``answer`` may occur several times."""
        single = ((wire, getattr(self, name)) for name, wire in WIRE_NAMES.items())
        answers = (("answer", answer) for answer in self.answers)
        return (*((name, value) for name, value in single if value is not None), *answers)

    @property
    def compared(self) -> dict[str, Match]:
        """What the values are compared with, by filter."""
        values = {name: getattr(self, name) for name in COMPARES}
        return {name: Match.of(value) for name, value in values.items() if value is not None}

    @property
    def answer_pairs(self) -> tuple[tuple[str, str], ...]:
        """Questions, each with the required answer; ``(none)``: the question must not be answered."""
        pairs = (answer.partition(":") for answer in self.answers)
        return tuple((question, value) for question, _, value in pairs)


# All filters except the answers, in declaration order.
COMPARES: Mapping[str, Compares] = MappingProxyType(
    {
        name: one
        for name, field in SessionFilters.model_fields.items()
        for one in field.metadata
        if isinstance(one, Compares)
    }
)
# Those whose values figures offer and files list.
OFFERED: Mapping[str, Compares] = MappingProxyType(
    {name: one for name, one in COMPARES.items() if one.is_offered}
)
# Their names in a query and in a response.
WIRE_NAMES: Mapping[str, str] = MappingProxyType({name: to_camel(name) for name in COMPARES})
