"""A company's accounts at providers of WhatsApp and SMS, and who may be written to."""

from uuid import UUID

from sqlalchemy import Integer, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class PhoneChannel(Base):
    """``account``: the phone number's id at Meta, the account SID at Twilio. Only Meta has the last two secrets."""

    __tablename__ = "phone_channels"

    tenant_id: Mapped[TenantKey]
    channel: Mapped[str] = mapped_column(Text, primary_key=True)
    is_enabled: Mapped[bool]
    account: Mapped[str] = mapped_column(Text)
    sender: Mapped[str] = mapped_column(Text)
    sealed_token: Mapped[bytes] = mapped_column(LargeBinary)
    sealed_app_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    sealed_verify_token: Mapped[bytes | None] = mapped_column(LargeBinary)
    daily_limit: Mapped[int] = mapped_column(Integer)
    revision: Mapped[int] = mapped_column(Integer, server_default="1")
    updated_at: Mapped[UtcTime]


class PhoneConsent(Base):
    """Whether a number may be written to, since when and by whose word."""

    __tablename__ = "phone_consents"

    tenant_id: Mapped[TenantKey]
    channel: Mapped[str] = mapped_column(Text, primary_key=True)
    phone: Mapped[str] = mapped_column(Text, primary_key=True)
    is_opted_in: Mapped[bool]
    source: Mapped[str] = mapped_column(Text)
    changed_by: Mapped[UUID | None]
    changed_at: Mapped[UtcTime]
