"""Steps of visits to the public site. Visit ids come from browsers and are not trusted."""

from uuid import UUID

from sqlalchemy import CheckConstraint, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.models.base import Base, UtcTime, Xid8


class JourneyEvent(Base):
    """A step of a visit, when it was reached first. What describes the visit stands with its landing."""

    __tablename__ = "journey_events"

    # No foreign key: each visit would lock the tenant's row (migration 0008).
    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    visit_id: Mapped[UUID] = mapped_column(primary_key=True)
    step: Mapped[str] = mapped_column(Text, primary_key=True)
    reached_at: Mapped[UtcTime]
    session_id: Mapped[str | None] = mapped_column(Text)
    booking_id: Mapped[UUID | None]
    page: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str | None] = mapped_column(Text)
    device: Mapped[str | None] = mapped_column(Text)
    utm_source: Mapped[str | None] = mapped_column(Text)
    utm_medium: Mapped[str | None] = mapped_column(Text)
    utm_campaign: Mapped[str | None] = mapped_column(Text)
    has_click_id: Mapped[bool] = mapped_column(server_default=text("false"))
    utm_term: Mapped[str | None] = mapped_column(Text)
    utm_content: Mapped[str | None] = mapped_column(Text)
    country: Mapped[str | None] = mapped_column(Text)
    is_returning: Mapped[bool | None]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=text("pg_current_xact_id()"))

    __table_args__ = (
        CheckConstraint("step ~ '^[a-z][a-z0-9_]{0,29}$'", name="journey_events_step_check"),
        CheckConstraint("country ~ '^[A-Z]{2}$'", name="journey_events_country_check"),
        Index("journey_events_age", "tenant_id", "reached_at"),
        Index(
            "journey_events_session",
            "tenant_id",
            "session_id",
            postgresql_where=text("session_id is not null"),
        ),
        Index(
            "journey_events_booking",
            "tenant_id",
            "booking_id",
            postgresql_where=text("booking_id is not null"),
        ),
        Index("journey_events_row_xid", "row_xid"),
    )
