"""What flows from Postgres into the warehouse: the tables, their columns and keys.

The platform's migrations own the ``reporting`` views; a contract test compares them with this list.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FeedTable:
    """One followed table. ``columns`` maps names to DuckDB types; a row is known by tenant and ``key``."""

    name: str
    key: tuple[str, ...]
    columns: dict[str, str]
    # The column that the compacted part of the table is clustered by, after the tenant.
    order: str

    @property
    def column_list(self) -> str:
        return ", ".join(self.columns)

    @property
    def identity(self) -> str:
        """The columns that name one row of one tenant."""
        return ", ".join(("tenant_id", *self.key))


TIME = "timestamptz"

QUIZ_DEFINITIONS = FeedTable(
    "quiz_definitions",
    ("version",),
    {
        "tenant_id": "uuid",
        "version": "varchar",
        "definition": "varchar",
        "is_current": "boolean",
        "created_at": TIME,
        "row_xid": "bigint",
    },
    order="created_at",
)
QUIZ_SESSIONS = FeedTable(
    "quiz_sessions",
    ("session_id",),
    {
        "tenant_id": "uuid",
        "session_id": "varchar",
        "quiz_version": "varchar",
        "has_click_id": "boolean",
        "utm_source": "varchar",
        "utm_medium": "varchar",
        "utm_campaign": "varchar",
        "utm_term": "varchar",
        "utm_content": "varchar",
        "entry_path": "varchar",
        "device": "varchar",
        "started_at": TIME,
        "completed_at": TIME,
        "updated_at": TIME,
        "row_xid": "bigint",
        "language": "varchar",
        "country": "varchar",
        "is_returning": "boolean",
    },
    order="started_at",
)
QUIZ_ANSWERS = FeedTable(
    "quiz_answers",
    ("session_id", "question_id"),
    {
        "tenant_id": "uuid",
        "session_id": "varchar",
        "question_id": "varchar",
        "value": "varchar",
        "question_text": "varchar",
        "answer_text": "varchar",
        "is_counted": "boolean",
        "answered_at": TIME,
        "row_xid": "bigint",
    },
    order="answered_at",
)
QUIZ_QUESTION_VIEWS = FeedTable(
    "quiz_question_views",
    ("session_id", "question_id"),
    {
        "tenant_id": "uuid",
        "session_id": "varchar",
        "question_id": "varchar",
        "viewed_at": TIME,
        "row_xid": "bigint",
    },
    order="viewed_at",
)
BOOKINGS = FeedTable(
    "bookings",
    ("booking_id",),
    {
        "tenant_id": "uuid",
        "booking_id": "uuid",
        "reference": "varchar",
        "status": "varchar",
        "car_name": "varchar",
        "attributed_session_id": "varchar",
        "attribution_method": "varchar",
        "gclid": "varchar",
        "gbraid": "varchar",
        "wbraid": "varchar",
        "consent_state": "varchar",
        "currency": "varchar",
        "total_minor": "bigint",
        "days": "integer",
        "created_at": TIME,
        "updated_at": TIME,
        "row_xid": "bigint",
        "car_id": "uuid",
        "source": "varchar",
        "no_show": "boolean",
        "affiliate_id": "uuid",
        "pickup_location": "varchar",
        "pickup_at": TIME,
        "return_at": TIME,
        "cancellation_fee_minor": "bigint",
    },
    order="created_at",
)
VEHICLES = FeedTable(
    "vehicles",
    ("vehicle_id",),
    {
        "tenant_id": "uuid",
        "vehicle_id": "uuid",
        "car_id": "uuid",
        "created_at": TIME,
        "row_xid": "bigint",
    },
    order="created_at",
)
# From changed_at on, until the next row, a vehicle is in this state.
VEHICLE_STATES = FeedTable(
    "vehicle_states",
    ("vehicle_id", "changed_at"),
    {
        "tenant_id": "uuid",
        "vehicle_id": "uuid",
        "changed_at": TIME,
        "state": "varchar",
        "row_xid": "bigint",
    },
    order="changed_at",
)
# One that was released has no vehicle.
VEHICLE_RESERVATIONS = FeedTable(
    "vehicle_reservations",
    ("reservation_id",),
    {
        "tenant_id": "uuid",
        "reservation_id": "uuid",
        "vehicle_id": "uuid",
        "kind": "varchar",
        "booking_id": "uuid",
        "starts_at": TIME,
        "ends_at": TIME,
        "row_xid": "bigint",
    },
    order="starts_at",
)
CLICK_RECORDS = FeedTable(
    "click_records",
    ("click_id",),
    {
        "tenant_id": "uuid",
        "click_id": "uuid",
        "gclid": "varchar",
        "gbraid": "varchar",
        "wbraid": "varchar",
        "session_id": "varchar",
        "created_at": TIME,
        "row_xid": "bigint",
    },
    order="created_at",
)
# The quiz sessions that a booking may have come from.
BOOKING_TOUCHES = FeedTable(
    "booking_touches",
    ("booking_id", "session_id"),
    {
        "tenant_id": "uuid",
        "booking_id": "uuid",
        "session_id": "varchar",
        "touched_at": TIME,
        "row_xid": "bigint",
    },
    order="touched_at",
)

# A step of a visit to the site. The landing step has the attributes of the visit.
JOURNEY_EVENTS = FeedTable(
    "journey_events",
    ("visit_id", "step"),
    {
        "tenant_id": "uuid",
        "visit_id": "uuid",
        "step": "varchar",
        "reached_at": TIME,
        "session_id": "varchar",
        "booking_id": "uuid",
        "page": "varchar",
        "language": "varchar",
        "device": "varchar",
        "utm_source": "varchar",
        "utm_medium": "varchar",
        "utm_campaign": "varchar",
        "has_click_id": "boolean",
        "row_xid": "bigint",
        "utm_term": "varchar",
        "utm_content": "varchar",
        "country": "varchar",
        "is_returning": "boolean",
        "link": "varchar",
        "label": "varchar",
    },
    order="reached_at",
)

FEED_TABLES: tuple[FeedTable, ...] = (
    QUIZ_DEFINITIONS,
    QUIZ_SESSIONS,
    QUIZ_ANSWERS,
    QUIZ_QUESTION_VIEWS,
    BOOKINGS,
    CLICK_RECORDS,
    VEHICLES,
    VEHICLE_STATES,
    VEHICLE_RESERVATIONS,
    BOOKING_TOUCHES,
    JOURNEY_EVENTS,
)
