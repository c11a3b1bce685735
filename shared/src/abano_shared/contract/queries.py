"""SQL of one's own: the tables that it reads, its limits, and what is asked and answered."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from abano_shared.contract.answers import ContractModel
from abano_shared.contract.filters import NO_NUL

MAX_SQL_LENGTH = 10_000
MAX_ROWS = 10_000
MAX_RESULT_BYTES = 10_000_000
TIME_LIMIT_SECONDS = 10
QueryFormat = Literal["json", "csv", "parquet"]
# Why a query has no result. ``sql``: DuckDB's own words say it.
QueryProblem = Literal["sql", "statement", "access", "depth", "memory", "size", "time", "crash"]
# Which limit of concurrent queries was met.
QueryLimit = Literal["company", "all"]
SqlType = Literal["VARCHAR", "BIGINT", "DECIMAL(18,2)", "BOOLEAN", "TIMESTAMP"]


@dataclass(frozen=True, slots=True)
class QueryColumn:
    name: str
    type: SqlType
    description: str


@dataclass(frozen=True, slots=True)
class QueryTable:
    name: str
    description: str
    columns: tuple[QueryColumn, ...]


def _text(name: str, description: str) -> QueryColumn:
    return QueryColumn(name, "VARCHAR", description)


def _moment(name: str, description: str) -> QueryColumn:
    return QueryColumn(name, "TIMESTAMP", description)


def _flag(name: str, description: str) -> QueryColumn:
    return QueryColumn(name, "BOOLEAN", description)


def _number(name: str, description: str) -> QueryColumn:
    return QueryColumn(name, "BIGINT", description)


def _amount(name: str, description: str) -> QueryColumn:
    return QueryColumn(name, "DECIMAL(18,2)", description)


_ATTRIBUTES = (
    _text("utm_source", "Source, such as google"),
    _text("utm_medium", "Medium, such as cpc"),
    _text("utm_campaign", "Campaign, as written in the link"),
    _text("utm_term", "Search term"),
    _text("utm_content", "Variant of the ad"),
    _flag("has_click_id", "Came with a click id of an ad network"),
    _text("landing_page", "Path of the first page"),
    _text("device", "phone, tablet, desktop or unknown"),
    _text("language", "Language of the page at the start"),
    _text("country", "Two letters, such as GE"),
    _flag("is_returning", "Was here before; null where it is not known"),
)
_SESSION = _text("session_id", "Session of the quiz")

# Times are the company's local time, without a zone. Amounts are in the row's currency.
TABLES: tuple[QueryTable, ...] = (
    QueryTable(
        "sessions",
        "Sessions of the quiz, with what they brought",
        (
            _SESSION,
            _text("quiz_version", "Version of the quiz"),
            _moment("started_at", "When the quiz was started"),
            _moment("completed_at", "When it was completed; null if it was not"),
            _flag("is_completed", "The quiz was completed"),
            _flag("is_converted", "Has a booking that is not cancelled"),
            _number("bookings", "Bookings that are not cancelled"),
            _amount(
                "booked_value", "Their totals, and fees of cancelled bookings, in the company's currency"
            ),
            *_ATTRIBUTES,
        ),
    ),
    QueryTable(
        "answers",
        "Answers to questions of the quiz, the last one of a session to each question",
        (
            _SESSION,
            _text("question_id", "Question"),
            _text("question", "Its text, as the visitor read it"),
            _text("value", "Code of the answer; several are separated by commas"),
            _text("answer", "Its text, as the visitor read it"),
            _moment("answered_at", "When it was given"),
        ),
    ),
    QueryTable(
        "question_views",
        "Questions that a session saw",
        (
            _SESSION,
            _text("question_id", "Question"),
            _moment("viewed_at", "When it was seen first"),
        ),
    ),
    QueryTable(
        "bookings",
        "Bookings, without the customer",
        (
            _text("booking_id", "Booking"),
            _text("status", "pending, confirmed, active, completed or cancelled"),
            _flag("is_no_show", "The customer did not come"),
            _text("taken_by", "site, phone, whatsapp, chat, walk_in or api"),
            _flag("is_by_affiliate", "An affiliate referred it"),
            _text("car", "Name of the booked car"),
            _text("session_id", "Session of the quiz it is attributed to; null without one"),
            _text("attribution", "How it was attributed"),
            _flag("has_click_id", "Came with a click id of an ad network"),
            _text("pickup_location", "Code of the pickup location"),
            _moment("created_at", "When it was made"),
            _moment("pickup_at", "Pickup"),
            _moment("return_at", "Return"),
            _number("days", "Rental days"),
            _amount("total", "Total price"),
            _amount("cancellation_fee", "Charged for a cancellation"),
            _text("currency", "Currency of the amounts"),
        ),
    ),
    QueryTable(
        "clicks",
        "Clicks on ads that reached the site",
        (
            _text("click_id", "Click"),
            _text("kind", "gclid, gbraid or wbraid"),
            _text("session_id", "Session of the quiz it led to; null without one"),
            _moment("clicked_at", "When it reached the site"),
        ),
    ),
    QueryTable(
        "visits",
        "Visits to the site",
        (
            _text("visit_id", "Visit"),
            _moment("landed_at", "When it began"),
            _text("session_id", "Session of the quiz; null without one"),
            _text("booking_id", "Booking; null without one"),
            *_ATTRIBUTES,
        ),
    ),
    QueryTable(
        "visit_steps",
        "Steps that a visit reached, each once",
        (
            _text("visit_id", "Visit"),
            _text("step", "Such as landing, search, car, wizard_1 or booking"),
            _moment("reached_at", "When it was reached first"),
        ),
    ),
)


class QueryRequest(BaseModel):
    """One SELECT statement in DuckDB's SQL."""

    model_config = ConfigDict(extra="forbid")

    sql: str = Field(min_length=1, max_length=MAX_SQL_LENGTH, pattern=NO_NUL)
    max_rows: int = Field(MAX_ROWS, ge=1, le=MAX_ROWS)


class ResultColumn(ContractModel):
    name: str
    type: str = Field(description="Such as BIGINT, DOUBLE, VARCHAR, TIMESTAMP, DATE or BOOLEAN")


class QueryResponse(ContractModel):
    success: bool = True
    columns: list[ResultColumn]
    rows: list[list[Any]] = Field(
        description="A value for each column. Times are local, such as 2026-06-10 13:00:00; whole numbers beyond"
        " 2^53 are strings"
    )
    row_count: int
    truncated: bool = Field(description="There are more rows than this")
    seconds: float = Field(description="How long the query took")
    timezone: str = Field(description="Of all times")
    data_through: datetime | None = Field(description="Everything up to then is included")
