"""Tenants, their hosts and their settings."""

from datetime import datetime
from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    func,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, INET, JSONB
from sqlalchemy.orm import Mapped, column_property, mapped_column

from abano.db.base import Base, TenantKey, UtcTime
from abano.tenancy.plans.models import PlanRow


class TenantRow(Base):
    __tablename__ = "tenants"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, server_default="active")
    is_default: Mapped[bool] = mapped_column(server_default=text("false"))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=text("now()"))
    placement: Mapped[str] = mapped_column(Text, server_default="")
    moving_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    way_back: Mapped[str] = mapped_column(Text, server_default="")
    suspension_reason: Mapped[str] = mapped_column(Text, server_default="")
    suspended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # From then on the company is removed. Until then its deletion can be undone.
    deletes_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    is_being_removed: Mapped[bool] = mapped_column(server_default=text("false"))
    plan_id: Mapped[UUID] = mapped_column(
        ForeignKey(PlanRow.id), server_default=text("'00000000-0000-0000-0000-000000000001'")
    )

    __table_args__ = (
        Index("tenants_of_plan", "plan_id"),
        Index("tenants_one_default", "is_default", unique=True, postgresql_where=text("is_default")),
        Index("tenants_deleting", "deletes_at", postgresql_where=text("deletes_at is not null")),
    )


class TenantDeletion(Base):
    """The deletion of a company. It stays when nothing else is left. Written by the schema's functions alone.

    ``told``: what the owners were told last. ``removed``: rows by table, and files. ``is_from_directory``: the
    directory is on another cluster, whose worker carries it out.
    """

    __tablename__ = "tenant_deletions"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(Text)
    requested_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    requested_by: Mapped[str] = mapped_column(Text)
    told: Mapped[str] = mapped_column(Text, server_default="")
    began_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    removed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    removed: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    owners: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    is_from_directory: Mapped[bool] = mapped_column(server_default=text("false"))


class CompanySetup(Base):
    """What a company that was just created is filled with. ``password_hash``: null for an owner who is invited."""

    __tablename__ = "company_setups"

    tenant_id: Mapped[TenantKey]
    template: Mapped[str] = mapped_column(Text)
    choices: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    owner_email: Mapped[str] = mapped_column(Text, server_default="")
    password_hash: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str | None] = mapped_column(Text)
    is_open: Mapped[bool] = mapped_column(server_default=text("false"))


class TenantDomain(Base):
    __tablename__ = "tenant_domains"

    tenant_id: Mapped[TenantKey]
    host: Mapped[str] = mapped_column(Text, primary_key=True)
    is_primary: Mapped[bool] = mapped_column(server_default=text("false"))
    created_at: Mapped[UtcTime] = mapped_column(DateTime(timezone=True), server_default=text("now()"))

    __table_args__ = (Index("tenant_domains_host", "host", unique=True),)


class TenantSettings(Base):
    """Amounts are in minor units of ``currency``; promo and commission rates in basis points (1 % = 100)."""

    __tablename__ = "tenant_settings"

    tenant_id: Mapped[TenantKey]
    # Null: the name it was registered with.
    own_name: Mapped[str | None] = mapped_column("name", Text)
    timezone: Mapped[str] = mapped_column(Text)
    currency: Mapped[str] = mapped_column(CHAR(3))
    # Currencies that visitors may see prices in; empty: that of the company alone.
    display_currencies: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    languages: Mapped[list[str]] = mapped_column(ARRAY(Text))
    # Of messages to the team; null: the first of languages.
    team_language: Mapped[str | None] = mapped_column(Text)
    minimum_days: Mapped[int] = mapped_column(Integer)
    driver_minimum_age: Mapped[int] = mapped_column(Integer)
    driver_maximum_age: Mapped[int] = mapped_column(Integer)
    group_maximum: Mapped[int] = mapped_column(Integer)
    phone_prefix: Mapped[str] = mapped_column(Text)
    unknown_car_daily_rate_minor: Mapped[int]
    length_discounts: Mapped[list[dict[str, int]]] = mapped_column(JSONB, server_default="[]")
    promo_discount_basis_points: Mapped[int] = mapped_column(Integer, server_default="1000")
    commission_basis_points: Mapped[int] = mapped_column(Integer, server_default="2000")
    commission_payable_on: Mapped[str] = mapped_column(Text, server_default="completion")
    # Maximum number of unconfirmed bookings per IP, and per email or phone. 0: unlimited.
    unconfirmed_per_ip: Mapped[int] = mapped_column(Integer, server_default="10")
    unconfirmed_per_contact: Mapped[int] = mapped_column(Integer, server_default="3")
    unconfirmed_hours: Mapped[int] = mapped_column(Integer, server_default="24")
    retention_days: Mapped[int] = mapped_column(Integer, server_default="90")
    document_days: Mapped[int] = mapped_column(Integer, server_default="90")
    consent_required: Mapped[bool] = mapped_column(server_default=text("false"))
    click_id_domains: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    excluded_ips: Mapped[list[IPv4Network | IPv6Network]] = mapped_column(ARRAY(INET), server_default="{}")
    public_writes_per_minute: Mapped[int] = mapped_column(Integer, server_default="600")
    availability: Mapped[bool] = mapped_column(server_default=text("false"))
    turn_round_minutes: Mapped[int] = mapped_column(Integer, server_default="120")
    brand: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    contacts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    integrations: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    updated_at: Mapped[UtcTime] = mapped_column(DateTime(timezone=True), server_default=text("now()"))
    # Whether visitors see the site.
    is_open: Mapped[bool] = mapped_column(server_default=text("true"))
    # Digests of the starter content, to detect content the company has replaced.
    began_with: Mapped[dict[str, str]] = mapped_column(JSONB, server_default="{}")
    # Version of the catalogue that added the sample data. Null: there is none.
    sample_version: Mapped[int | None] = mapped_column(Integer)
    # The draft brand. Null: none. Earlier ones, newest first.
    brand_draft: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    brand_history: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    # ``allowed``, ``ask`` or ``forbidden``: whether operators may look at the console to help.
    support_access: Mapped[str] = mapped_column(Text, server_default="ask")
    # When the worker renders the brand's images. Null: up to date.
    draw_brand_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), server_default=text("'epoch'")
    )

    __table_args__ = (
        Index("tenant_settings_to_draw", "draw_brand_at", postgresql_where=text("draw_brand_at is not null")),
    )

    if TYPE_CHECKING:
        name: Mapped[str]


TenantSettings.name = column_property(
    func.coalesce(
        TenantSettings.own_name,
        select(TenantRow.name).where(TenantRow.id == TenantSettings.tenant_id).scalar_subquery(),
    )
)


class BrandImage(Base):
    """A PNG of a company's logo or icon, rendered by the worker after each change of the brand."""

    __tablename__ = "brand_images"

    tenant_id: Mapped[TenantKey]
    name: Mapped[str] = mapped_column(Text, primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class DomainCheck(Base):
    """A domain of a company or one that it has not proved to be its own, and what was found of it."""

    __tablename__ = "domain_checks"

    tenant_id: Mapped[TenantKey]
    host: Mapped[str] = mapped_column(Text, primary_key=True)
    requested_at: Mapped[UtcTime]
    requested_by: Mapped[UUID | None]
    is_proved: Mapped[bool] = mapped_column(server_default=text("false"))
    due_at: Mapped[UtcTime]
    checked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    dns: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    certificate: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")

    __table_args__ = (Index("domain_checks_due", "due_at"),)


class SellerSettings(Base):
    """The seller shown on documents. ``vat_basis_points`` is part of the prices; null: none.

    ``vat_rates``: basis points by kind of line where they differ, 0 outside VAT. ``vat_by_item``: of single services
    and protections, by the code of their line. ``tax_label``: what the tax is called; empty for the product's word.
    ``payment_days``: from the date of an invoice until it is to be paid. ``payment_terms``: texts by language.
    """

    __tablename__ = "seller_settings"

    tenant_id: Mapped[TenantKey]
    legal_name: Mapped[str] = mapped_column(Text, server_default="")
    registration_number: Mapped[str] = mapped_column(Text, server_default="")
    tax_id: Mapped[str] = mapped_column(Text, server_default="")
    address: Mapped[str] = mapped_column(Text, server_default="")
    bank_account: Mapped[str] = mapped_column(Text, server_default="")
    vat_basis_points: Mapped[int | None] = mapped_column(Integer)
    vat_rates: Mapped[dict[str, int]] = mapped_column(JSONB, server_default=text("'{}'"))
    vat_by_item: Mapped[dict[str, int]] = mapped_column(JSONB, server_default=text("'{}'"))
    tax_label: Mapped[str] = mapped_column(Text, server_default="")
    payment_days: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    payment_terms: Mapped[dict[str, str]] = mapped_column(JSONB, server_default=text("'{}'"))
    footer: Mapped[str] = mapped_column(Text, server_default="")
    updated_at: Mapped[UtcTime]
