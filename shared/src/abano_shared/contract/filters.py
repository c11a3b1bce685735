"""The filters for sessions. Each is declared once: its name, its limits and its column."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from abano_shared.campaign_names import with_name_keys

# The filter value for sessions without a value.
NONE = "(none)"
NO_NUL = r"^[^\x00]*$"
MAX_ANSWERS = 5
Device = Literal["phone", "tablet", "desktop", "unknown"]
Visitor = Literal["new", "returning", "(none)"]


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

    def condition(self, column: str, parameter: str) -> str:
        """SQL condition: the value equals ``$parameter``."""
        if self.is_name:
            return with_name_keys(f"coalesce(nullif(name_key({column}), ''), '{NONE}') = ${parameter}")
        return f"{self.choice_of(column)} = ${parameter}"


def _same(column: str, *, is_name: bool = False, is_optional: bool = True) -> Compares:
    return Compares(sessions=column, visits=column, is_name=is_name, is_optional=is_optional)


def none_if_empty(value: object) -> object:
    """An empty parameter counts as missing."""
    return None if value == "" else value


NoneIfEmpty = BeforeValidator(none_if_empty)
Text = Annotated[str | None, NoneIfEmpty]


class SessionFilters(BaseModel):
    """Only sessions with exactly these values. A filter that is None or empty leaves all."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel)

    quiz_version: Annotated[Text, Compares(sessions="quiz_version", visits=None, is_optional=False)] = Field(
        None, max_length=40, pattern=NO_NUL
    )
    device: Annotated[Device | None, NoneIfEmpty, _same("device", is_optional=False)] = None
    utm_source: Annotated[Text, _same("utm_source", is_name=True)] = Field(
        None, max_length=200, pattern=NO_NUL, description="Exactly this; (none): without"
    )
    utm_medium: Annotated[Text, _same("utm_medium", is_name=True)] = Field(
        None, max_length=200, pattern=NO_NUL
    )
    utm_campaign: Annotated[Text, _same("utm_campaign", is_name=True)] = Field(
        None, max_length=200, pattern=NO_NUL, description="Exactly this; (none): without"
    )
    utm_term: Annotated[Text, _same("utm_term")] = Field(None, max_length=200, pattern=NO_NUL)
    utm_content: Annotated[Text, _same("utm_content")] = Field(None, max_length=200, pattern=NO_NUL)
    landing_page: Annotated[Text, Compares(sessions="entry_path", visits="page")] = Field(
        None, max_length=2048, pattern=NO_NUL, description="The path the quiz began on"
    )
    language: Annotated[Text, _same("language")] = Field(
        None, max_length=40, pattern=NO_NUL, description="Of the page at the start"
    )
    country: Annotated[Text, _same("country")] = Field(
        None, max_length=10, pattern=NO_NUL, description="Two letters, such as GE"
    )
    visitor: Annotated[
        Visitor | None,
        NoneIfEmpty,
        Compares(
            sessions="is_returning",
            visits="is_returning",
            value="case when {column} then 'returning' when not {column} then 'new' end",
        ),
    ] = Field(None, description="(none): it is not known whether the visitor returned")
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
    def compared(self) -> dict[str, str]:
        """The compared values by filter."""
        values = {name: getattr(self, name) for name in COMPARES}
        return {name: value for name, value in values.items() if value is not None}

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
# Their names in a query and in a response.
WIRE_NAMES: Mapping[str, str] = MappingProxyType({name: to_camel(name) for name in COMPARES})
