"""A company's cars, services and prices. Amounts are in minor units of the company's currency."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Numeric,
    Text,
    UniqueConstraint,
    cast,
    exists,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime
from abano.tenancy.directory.models import TenantSettings

FALSE = text("false")
TRUE = text("true")
# Translations of the row, by language: catalog/published/document_fields.py. The columns hold the texts of
# the first language.
Translations = Annotated[dict[str, dict[str, Any]], mapped_column(JSONB, server_default="{}")]


class CarRow(Base):
    __tablename__ = "cars"

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text, server_default="")
    description: Mapped[str] = mapped_column(Text, server_default="")
    base_rate_minor: Mapped[int]
    seats: Mapped[int] = mapped_column(Integer)
    transmission: Mapped[str] = mapped_column(Text)
    fuel_type: Mapped[str] = mapped_column(Text)
    drive_wheels: Mapped[str] = mapped_column(Text)
    fuel_consumption: Mapped[Decimal | None] = mapped_column(Numeric(4, 1))
    specs: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    images: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    video_url: Mapped[str | None] = mapped_column(Text)
    in_fleet: Mapped[bool] = mapped_column(server_default=FALSE)
    in_search: Mapped[bool] = mapped_column(server_default=FALSE)
    is_active: Mapped[bool] = mapped_column(server_default=TRUE)
    category: Mapped[str] = mapped_column(Text, server_default="")
    equipment: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    luggage_large: Mapped[int | None] = mapped_column(Integer)
    luggage_small: Mapped[int | None] = mapped_column(Integer)
    doors: Mapped[int | None] = mapped_column(Integer)
    year: Mapped[int | None] = mapped_column(Integer)
    # Null in any of these four: the company-wide terms apply.
    deposit_minor: Mapped[int | None]
    excess_minor: Mapped[int | None]
    kilometres_a_day: Mapped[int | None] = mapped_column(Integer)
    minimum_age: Mapped[int | None] = mapped_column(Integer)
    acriss_code: Mapped[str | None] = mapped_column(Text)
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    translations: Mapped[Translations]

    __table_args__ = (
        UniqueConstraint("tenant_id", "slug"),
        Index("cars_name", "tenant_id", func.lower(text("name")), unique=True),
    )


class CarRate(Base):
    __tablename__ = "car_rates"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "car_id"], ["cars.tenant_id", "cars.id"], ondelete="CASCADE"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    car_id: Mapped[UUID] = mapped_column(primary_key=True)
    min_days: Mapped[int] = mapped_column(Integer, primary_key=True)
    daily_rate_minor: Mapped[int]


class Location(Base):
    __tablename__ = "locations"

    tenant_id: Mapped[TenantKey]
    code: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text, server_default="city")
    address: Mapped[str] = mapped_column(Text, server_default="")
    latitude: Mapped[Decimal | None] = mapped_column(Numeric(8, 6))
    longitude: Mapped[Decimal | None] = mapped_column(Numeric(9, 6))
    # [{"weekday": 1, "opens": "09:00", "closes": "18:00"}], Monday is 1; empty: always open.
    opening_hours: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    out_of_hours_fee_minor: Mapped[int] = mapped_column(server_default="0")
    needs_flight_number: Mapped[bool] = mapped_column(server_default=FALSE)
    needs_address: Mapped[bool] = mapped_column(server_default=FALSE)
    # A place that is no longer offered is kept because other rows refer to it.
    is_active: Mapped[bool] = mapped_column(server_default=TRUE)
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    translations: Mapped[Translations]


class HandoverPlaceRow(Base):
    """Where exactly cars are handed over in a location."""

    __tablename__ = "handover_places"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "location"], ["locations.tenant_id", "locations.code"], ondelete="CASCADE"
        ),
        Index("handover_places_of_location", "tenant_id", "location"),
    )

    tenant_id: Mapped[TenantKey]
    code: Mapped[str] = mapped_column(Text, primary_key=True)
    location: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    meeting_point: Mapped[str] = mapped_column(Text, server_default="")
    instructions: Mapped[str] = mapped_column(Text, server_default="")
    images: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    latitude: Mapped[Decimal | None] = mapped_column(Numeric(8, 6))
    longitude: Mapped[Decimal | None] = mapped_column(Numeric(9, 6))
    opening_hours: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    fee_minor: Mapped[int] = mapped_column(server_default="0")
    flight_number: Mapped[str] = mapped_column(Text, server_default="off")
    is_active: Mapped[bool] = mapped_column(server_default=TRUE)
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    translations: Mapped[Translations]


class DeliveryFee(Base):
    __tablename__ = "delivery_fees"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "pickup_location"], ["locations.tenant_id", "locations.code"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["tenant_id", "dropoff_location"], ["locations.tenant_id", "locations.code"], ondelete="CASCADE"
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    pickup_location: Mapped[str] = mapped_column(Text, primary_key=True)
    dropoff_location: Mapped[str] = mapped_column(Text, primary_key=True)
    fee_minor: Mapped[int]


class DrivingTime(Base):
    __tablename__ = "driving_times"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "start_location"], ["locations.tenant_id", "locations.code"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["tenant_id", "end_location"], ["locations.tenant_id", "locations.code"], ondelete="CASCADE"
        ),
    )

    tenant_id: Mapped[TenantKey]
    start_location: Mapped[str] = mapped_column(Text, primary_key=True)
    end_location: Mapped[str] = mapped_column(Text, primary_key=True)
    minutes: Mapped[int] = mapped_column(Integer)
    kilometres: Mapped[int | None] = mapped_column(Integer)


class InsuranceOption(Base):
    __tablename__ = "insurance_options"

    tenant_id: Mapped[TenantKey]
    code: Mapped[str] = mapped_column(Text, primary_key=True)
    label: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, server_default="")
    bullets: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    exclusions: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    # The renter's maximum liability for damage to the car. Null: not set, or unlimited.
    excess_minor: Mapped[int | None]
    daily_rate_minor: Mapped[int]
    recommended: Mapped[bool] = mapped_column(server_default=FALSE)
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    translations: Mapped[Translations]


class ServiceRow(Base):
    __tablename__ = "services"

    tenant_id: Mapped[TenantKey]
    code: Mapped[str] = mapped_column(Text, primary_key=True)
    group_label: Mapped[str] = mapped_column(Text)
    label: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, server_default="")
    note: Mapped[str] = mapped_column(Text, server_default="")
    charge: Mapped[str] = mapped_column(Text)
    price_minor: Mapped[int]
    hidden_for_cars: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    # Units the company owns. Null: unlimited.
    stock: Mapped[int | None] = mapped_column(Integer)
    max_per_booking: Mapped[int] = mapped_column(Integer, server_default="1")
    # Slugs of the cars that it is offered with; empty: all.
    only_for_cars: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    translations: Mapped[Translations]


class SeasonRow(Base):
    """Days with other rates. The first season by ``position`` that holds a day for a car sets its rate.

    Those of listed cars only come before those of all cars.
    """

    __tablename__ = "seasons"

    tenant_id: Mapped[TenantKey]
    code: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    starts: Mapped[date]
    ends: Mapped[date]
    every_year: Mapped[bool] = mapped_column(server_default=TRUE)
    only_listed_cars: Mapped[bool] = mapped_column(server_default=FALSE)
    percent: Mapped[int] = mapped_column(Integer, server_default="0")
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    translations: Mapped[Translations]


class SeasonRate(Base):
    __tablename__ = "season_rates"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "season_code"], ["seasons.tenant_id", "seasons.code"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["tenant_id", "car_id"], ["cars.tenant_id", "cars.id"], ondelete="CASCADE"),
        Index("season_rates_car", "tenant_id", "car_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    season_code: Mapped[str] = mapped_column(Text, primary_key=True)
    car_id: Mapped[UUID] = mapped_column(primary_key=True)
    min_days: Mapped[int] = mapped_column(Integer, primary_key=True)
    daily_rate_minor: Mapped[int]


class PriceRulesRow(Base):
    """At most one row per company. A percentage of 0 disables the rule."""

    __tablename__ = "price_rules"

    tenant_id: Mapped[TenantKey]
    weekend_days: Mapped[list[int]] = mapped_column(ARRAY(Integer), server_default="{}")
    weekend_percent: Mapped[int] = mapped_column(Integer, server_default="0")
    last_minute_days: Mapped[int] = mapped_column(Integer, server_default="0")
    last_minute_percent: Mapped[int] = mapped_column(Integer, server_default="0")


class SiteDocument(Base):
    """A company's texts: landing page, legal pages, guides."""

    __tablename__ = "site_documents"

    tenant_id: Mapped[TenantKey]
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    language: Mapped[str] = mapped_column(Text, primary_key=True)
    body: Mapped[dict[str, Any]] = mapped_column(JSONB)
    updated_at: Mapped[UtcTime] = mapped_column(server_default=text("now()"))


def is_starter_text() -> ColumnElement[bool]:
    """Whether the text is still the one the company started with: ``began_with`` contains its digest."""
    given = TenantSettings.began_with[func.concat("document:", SiteDocument.kind, ":", SiteDocument.language)]
    return exists().where(
        TenantSettings.tenant_id == SiteDocument.tenant_id,
        given.astext == func.md5(cast(SiteDocument.body, Text)),
    )


class CatalogVersionRow(Base):
    """Append-only. ``published_by`` is null where no admin of the console published it."""

    __tablename__ = "catalog_versions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "published_by"],
            ["admins.tenant_id", "admins.id"],
            name="catalog_versions_published_by_fkey",
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    published_at: Mapped[UtcTime]
    published_by: Mapped[UUID | None]
    note: Mapped[str] = mapped_column(Text, server_default="")


class CatalogDraftRow(Base):
    """One per company. ``changes``: by part and key, the item (null: removed), its author and time."""

    __tablename__ = "catalog_drafts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "publishes_by"],
            ["admins.tenant_id", "admins.id"],
            name="catalog_drafts_publishes_by_fkey",
        ),
        Index("catalog_drafts_planned", "publishes_at", postgresql_where=text("publishes_at IS NOT NULL")),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    changes: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSONB, server_default="{}")
    updated_at: Mapped[UtcTime]
    publishes_at: Mapped[UtcTime | None]
    publishes_by: Mapped[UUID | None]
    note: Mapped[str] = mapped_column(Text, server_default="")
    refusal: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB(none_as_null=True))
