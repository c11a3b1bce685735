"""The ledger of commissions. Amounts are in minor units; migrations 0006 and 0017 describe the constraints."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    CHAR,
    Computed,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


def _of_tenant() -> Mapped[UUID]:
    return mapped_column(ForeignKey("tenants.id"), primary_key=True)


class Commission(Base):
    """The commission of a referred booking: a share of its total after discount. Append-only."""

    __tablename__ = "commissions"
    __table_args__ = (
        UniqueConstraint("tenant_id", "booking_id", "affiliate_id", "amount_minor"),
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(["tenant_id", "affiliate_id"], ["affiliates.tenant_id", "affiliates.id"]),
        Index("commissions_of_affiliate", "tenant_id", "affiliate_id", text("earned_at DESC")),
    )

    tenant_id: Mapped[UUID] = _of_tenant()
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    affiliate_id: Mapped[UUID]
    promo_code: Mapped[str] = mapped_column(Text)
    currency: Mapped[str] = mapped_column(CHAR(3))
    base_minor: Mapped[int]
    basis_points: Mapped[int] = mapped_column(Integer)
    is_self_referral: Mapped[bool]
    amount_minor: Mapped[int]
    earned_at: Mapped[UtcTime]


class CommissionPayout(Base):
    """A payment that an admin sent to an affiliate. Append-only; the total is the sum of its entries."""

    __tablename__ = "commission_payouts"
    __table_args__ = (
        UniqueConstraint("tenant_id", "id", "affiliate_id"),
        ForeignKeyConstraint(["tenant_id", "affiliate_id"], ["affiliates.tenant_id", "affiliates.id"]),
        ForeignKeyConstraint(["tenant_id", "paid_by"], ["admins.tenant_id", "admins.id"]),
        Index("commission_payouts_of_affiliate", "tenant_id", "affiliate_id", text("created_at DESC")),
        Index("commission_payouts_newest", "tenant_id", text("created_at DESC")),
    )

    tenant_id: Mapped[UUID] = _of_tenant()
    id: Mapped[UUID] = mapped_column(primary_key=True)
    affiliate_id: Mapped[UUID]
    paypal_email: Mapped[str | None] = mapped_column(Text)
    currency: Mapped[str] = mapped_column(CHAR(3))
    total_minor: Mapped[int]
    paid_by: Mapped[UUID]
    created_at: Mapped[UtcTime]


class CommissionReversal(Base):
    """The reversal of a payout that was recorded by mistake."""

    __tablename__ = "commission_reversals"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "payout_id"], ["commission_payouts.tenant_id", "commission_payouts.id"]
        ),
        ForeignKeyConstraint(["tenant_id", "reversed_by"], ["admins.tenant_id", "admins.id"]),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    payout_id: Mapped[UUID] = mapped_column(primary_key=True)
    reason: Mapped[str] = mapped_column(Text)
    reversed_by: Mapped[UUID]
    created_at: Mapped[UtcTime]


class CommissionEntry(Base):
    """One step of a commission: earned, voided, refused, restored, paid, recovered or reversed. Append-only.

    A refusal has a ``reason``; refusals and their reversals name the admin who decided.
    """

    __tablename__ = "commission_entries"
    __table_args__ = (
        UniqueConstraint("tenant_id", "booking_id", "step", "is_void", "is_paid"),
        ForeignKeyConstraint(
            ["tenant_id", "booking_id", "affiliate_id", "amount_minor"],
            [
                "commissions.tenant_id",
                "commissions.booking_id",
                "commissions.affiliate_id",
                "commissions.amount_minor",
            ],
        ),
        ForeignKeyConstraint(
            ["tenant_id", "booking_id", "previous_step", "was_void", "was_paid"],
            [
                "commission_entries.tenant_id",
                "commission_entries.booking_id",
                "commission_entries.step",
                "commission_entries.is_void",
                "commission_entries.is_paid",
            ],
        ),
        ForeignKeyConstraint(
            ["tenant_id", "payout_id", "affiliate_id"],
            ["commission_payouts.tenant_id", "commission_payouts.id", "commission_payouts.affiliate_id"],
        ),
        ForeignKeyConstraint(["tenant_id", "decided_by"], ["admins.tenant_id", "admins.id"]),
        Index("commission_entries_of_affiliate", "tenant_id", "affiliate_id", text("created_at DESC")),
        Index(
            "commission_entries_of_payout",
            "tenant_id",
            "payout_id",
            postgresql_where=text("payout_id is not null"),
        ),
    )

    tenant_id: Mapped[UUID] = _of_tenant()
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    step: Mapped[int] = mapped_column(Integer, primary_key=True)
    previous_step: Mapped[int | None] = mapped_column(Integer)
    affiliate_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    amount_minor: Mapped[int]
    was_void: Mapped[bool | None]
    was_paid: Mapped[bool | None]
    is_void: Mapped[bool]
    is_paid: Mapped[bool]
    payout_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    reason: Mapped[str | None] = mapped_column(Text)
    decided_by: Mapped[UUID | None]
    earned_minor: Mapped[int] = mapped_column(
        Computed("case when kind = 'earned' then amount_minor else 0 end", persisted=True)
    )
    voided_minor: Mapped[int] = mapped_column(
        Computed(
            "case when kind in ('voided', 'refused') then amount_minor"
            " when kind = 'restored' then -amount_minor else 0 end",
            persisted=True,
        )
    )
    paid_minor: Mapped[int] = mapped_column(
        Computed(
            "case when payout_id is null then 0 when is_paid then amount_minor else -amount_minor end",
            persisted=True,
        )
    )


class CommissionHold(Base):
    """Why a commission is on hold until an owner or manager releases it. Only the release is updated."""

    __tablename__ = "commission_holds"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["commissions.tenant_id", "commissions.booking_id"]
        ),
        ForeignKeyConstraint(["tenant_id", "released_by"], ["admins.tenant_id", "admins.id"]),
        Index(
            "commission_holds_open",
            "tenant_id",
            "booking_id",
            postgresql_where=text("released_at is null"),
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    reason: Mapped[str] = mapped_column(Text, primary_key=True)
    created_at: Mapped[UtcTime]
    released_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    released_by: Mapped[UUID | None]
