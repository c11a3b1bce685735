"""Quiz definitions and visitors' sessions. Session ids come from browsers and are not trusted."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime, Xid8

ROW_XID = text("pg_current_xact_id()")
FALSE = text("false")


class QuizDefinitionRow(Base):
    __tablename__ = "quiz_definitions"

    tenant_id: Mapped[TenantKey]
    version: Mapped[str] = mapped_column(Text, primary_key=True)
    definition: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # Its texts in the company's other languages, by language; the definition has the first. See translations.py.
    translations: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSONB, server_default="{}")
    is_current: Mapped[bool] = mapped_column(server_default=FALSE)
    created_at: Mapped[UtcTime] = mapped_column(server_default=text("now()"))
    # The author's note, and who published the version. Null: the initial quiz.
    note: Mapped[str] = mapped_column(Text, server_default="")
    published_by: Mapped[UUID | None]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)

    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "published_by"], ["admins.tenant_id", "admins.id"]),
        Index("quiz_definitions_one_current", "tenant_id", unique=True, postgresql_where=text("is_current")),
    )


class QuizDraftRow(Base):
    """The draft of a quiz. ``revision`` increases with each save."""

    __tablename__ = "quiz_drafts"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "updated_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    # Questions, encouragements and translations: marketing/quiz_editor/branches.py.
    definition: Mapped[dict[str, Any]] = mapped_column(JSONB)
    based_on: Mapped[str | None] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(Integer)
    updated_at: Mapped[UtcTime]
    updated_by: Mapped[UUID | None]


class QuizSession(Base):
    __tablename__ = "quiz_sessions"

    # No foreign key: each start would lock the tenant's row (migration 0008).
    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(Text, primary_key=True)
    quiz_version: Mapped[str] = mapped_column(Text)
    device_fingerprint: Mapped[str | None] = mapped_column(Text)
    gclid: Mapped[str | None] = mapped_column(Text)
    gbraid: Mapped[str | None] = mapped_column(Text)
    wbraid: Mapped[str | None] = mapped_column(Text)
    utm_source: Mapped[str | None] = mapped_column(Text)
    utm_medium: Mapped[str | None] = mapped_column(Text)
    utm_campaign: Mapped[str | None] = mapped_column(Text)
    utm_term: Mapped[str | None] = mapped_column(Text)
    utm_content: Mapped[str | None] = mapped_column(Text)
    source_url: Mapped[str | None] = mapped_column(Text)
    referrer: Mapped[str | None] = mapped_column(Text)
    entry_path: Mapped[str | None] = mapped_column(Text)
    user_agent: Mapped[str | None] = mapped_column(Text)
    device: Mapped[str] = mapped_column(Text, server_default="unknown")
    consent_state: Mapped[str] = mapped_column(Text, server_default="not_required")
    ad_user_data: Mapped[bool | None]
    ad_personalization: Mapped[bool | None]
    ad_answered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    ad_consent_version: Mapped[int | None] = mapped_column(Integer)
    consent_id: Mapped[str | None] = mapped_column(Text)
    # Of the page at the start; two letters; null: not known.
    language: Mapped[str | None] = mapped_column(Text)
    country: Mapped[str | None] = mapped_column(Text)
    is_returning: Mapped[bool | None]
    # The experiment that assigned the version. Null: none.
    experiment_id: Mapped[UUID | None]
    start_received: Mapped[bool] = mapped_column(server_default=FALSE)
    started_at: Mapped[UtcTime]
    completed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)

    __table_args__ = (
        Index(
            "quiz_sessions_gclid",
            "tenant_id",
            "gclid",
            text("started_at DESC"),
            postgresql_where=text("gclid IS NOT NULL"),
        ),
        Index(
            "quiz_sessions_fingerprint",
            "tenant_id",
            "device_fingerprint",
            text("started_at DESC"),
            postgresql_where=text("device_fingerprint IS NOT NULL"),
        ),
        *(
            Index(
                f"quiz_sessions_{index}", "tenant_id", column, postgresql_where=text(f"{column} IS NOT NULL")
            )
            for index, column in (("gbraid", "gbraid"), ("wbraid", "wbraid"), ("consent", "consent_id"))
        ),
        Index("quiz_sessions_row_xid", "row_xid"),
        Index(
            "quiz_sessions_experiment",
            "tenant_id",
            "experiment_id",
            "quiz_version",
            postgresql_where=text("experiment_id IS NOT NULL"),
        ),
    )


class QuizAnswer(Base):
    __tablename__ = "quiz_answers"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(Text, primary_key=True)
    question_id: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[str] = mapped_column(Text)
    question_text: Mapped[str] = mapped_column(Text)
    answer_text: Mapped[str] = mapped_column(Text)
    is_counted: Mapped[bool] = mapped_column(server_default=text("true"))
    answered_at: Mapped[UtcTime]
    # Increases with the visitor's answers: a delayed retry of an older answer cannot overwrite a newer one.
    sequence: Mapped[int] = mapped_column(Integer, server_default="0")
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)
    # The words of a written answer, which are personal data: text; or name, email, phone and consent. Reporting has
    # no access to them.
    details: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # When the company was done with a contact. Null: it is open.
    followed_up_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "session_id"],
            ["quiz_sessions.tenant_id", "quiz_sessions.session_id"],
            ondelete="CASCADE",
        ),
        Index("quiz_answers_row_xid", "row_xid"),
        Index(
            "quiz_answers_details",
            "tenant_id",
            text("answered_at DESC"),
            postgresql_where=text("details IS NOT NULL"),
        ),
    )


class QuizQuestionView(Base):
    __tablename__ = "quiz_question_views"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(Text, primary_key=True)
    question_id: Mapped[str] = mapped_column(Text, primary_key=True)
    viewed_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)

    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "session_id"],
            ["quiz_sessions.tenant_id", "quiz_sessions.session_id"],
            ondelete="CASCADE",
        ),
        Index("quiz_question_views_row_xid", "row_xid"),
    )
