"""The columns of each section of a company's settings: how they are read and written."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar, cast
from urllib.parse import urlsplit

import orjson
from pydantic import ValidationError

from abano.catalog.published.snapshot import (
    EMBED_ORIGINS,
    FORM_ORDER,
    SAVES_INCOMPLETE_BOOKINGS,
    PayableOn,
    embed_origins,
    form_order,
    saves_incomplete_bookings,
)
from abano.company.settings import schemas
from abano.company.settings.values import LOCAL_ORIGIN, WEBSITE_FORM
from abano.core.errors import FieldError, Message
from abano.core.money import to_json, to_minor
from abano.tenancy.directory.models import TenantSettings
from abano.tenancy.directory.tenant import BOT_CHECK_SECRET, CHAT_WEBHOOK, has_secret, sealed_name

Shown = TypeVar("Shown", bound=schemas.Section)
Sent = TypeVar("Sent", bound=schemas.Section)
Values = dict[str, Any]
Unseal = Callable[[Mapping[str, Any], str], str]
Seal = Callable[[str, str], str]
AGES_ORDER = Message("setting_ages_order", "The highest age is below the lowest")
YOUNG_AGE_MISSING = Message("setting_young_age_missing", "Enter the age below which the fee applies")
LENGTHS_ORDER = Message("setting_lengths_order", "Each discount needs more days than the one before")
_CONTACTS = {
    "email": "email",
    "phone": "phone",
    "address": "address",
    "maps_url": "mapsUrl",
    "chat_url_base": "chatUrlBase",
    "chat_number": "chatNumber",
    "public_origin": "publicOrigin",
}
_RENTAL = (
    "minimum_days", "driver_minimum_age", "driver_maximum_age", "group_maximum", "phone_prefix", "unconfirmed_hours",
    "unconfirmed_per_ip", "unconfirmed_per_contact",
)  # fmt: skip
_TERMS = {
    "free_cancellation_hours": "freeCancellationHours",
    "late_cancellation_days": "lateCancellationDays",
    "no_show_days": "noShowDays",
    "payment": "payment",
    "deposit": "deposit",
    "mileage_unlimited": "mileageUnlimited",
    "kilometres_a_day": "kilometresADay",
    "extra_kilometre": "extraKilometre",
    "second_driver_free": "secondDriverFree",
    "additional_driver_fee": "additionalDriverFee",
    "young_driver_under": "youngDriverUnder",
    "young_driver_fee": "youngDriverFee",
    "licence_years": "licenceYears",
    "identity": "identity",
    "payment_card": "paymentCard",
}


@dataclass(frozen=True, slots=True)
class SectionOf(Generic[Shown, Sent]):
    """``stored``: the section's values of the row, from which its revision is computed.

    ``shown``: the values returned, without the revision. ``written``: the columns to update.
    """

    name: str
    stored: Callable[[TenantSettings], object]
    shown: Callable[[TenantSettings, Unseal], Values]
    written: Callable[[TenantSettings, Sent, Seal], Values]
    schema: type[Shown]

    def revision(self, row: TenantSettings) -> str:
        text = orjson.dumps(self.stored(row), option=orjson.OPT_SORT_KEYS, default=str)
        return hashlib.sha256(text).hexdigest()[:12]

    def of(self, row: TenantSettings, unseal: Unseal) -> Shown:
        values = self.shown(row, unseal) | {"revision": self.revision(row)}
        try:
            return self.schema.model_validate(values)
        except ValidationError:
            # What an operator or an older release stored is shown nonetheless, and put right by the next change.
            return cast(Shown, self.schema.model_construct(**values))


def field_errors(sent: schemas.Section, *, is_production: bool) -> tuple[FieldError, ...]:
    """What is wrong between the fields of a section, or with a value that only development takes."""
    if isinstance(sent, schemas.EmbedSettings) and is_production:
        return tuple(
            FieldError(f"allowedOrigins.{place}", WEBSITE_FORM())
            for place, origin in enumerate(sent.allowed_origins)
            if LOCAL_ORIGIN.fullmatch(origin)
        )
    if isinstance(sent, schemas.TermsSettings) and sent.young_driver_fee and sent.young_driver_under is None:
        return (FieldError("youngDriverUnder", YOUNG_AGE_MISSING()),)
    if not isinstance(sent, schemas.RentalSettings):
        return ()
    errors = []
    if sent.driver_maximum_age < sent.driver_minimum_age:
        errors.append(FieldError("driverMaximumAge", AGES_ORDER()))
    for place, (one, next_one) in enumerate(
        zip(sent.length_discounts, sent.length_discounts[1:], strict=False), 1
    ):
        if next_one.min_days <= one.min_days:
            errors.append(FieldError(f"lengthDiscounts.{place}.minDays", LENGTHS_ORDER()))
    return tuple(errors)


def _company_written(row: TenantSettings, sent: schemas.CompanyBasics, _seal: Seal) -> Values:
    values: Values = {"own_name": sent.name}
    if sent.currency == row.currency:
        return values
    # Rates are of one unit of the currency before.
    return values | {"currency": sent.currency, "display_currencies": []}


def _contacts(row: TenantSettings, _unseal: Unseal) -> Values:
    stored = row.contacts
    said = stored.get("translations") or {}
    texts = {field: str(stored.get(name) or "") for field, name in _CONTACTS.items()}
    return texts | {
        "addresses": {language: str(each.get("address") or "") for language, each in said.items()}
    }


def _contacts_written(row: TenantSettings, sent: schemas.ContactSettings, _seal: Seal) -> Values:
    said = {
        language: {**(row.contacts.get("translations") or {}).get(language, {}), "address": text}
        for language, text in sent.addresses.items()
        if text
    }
    texts = {name: getattr(sent, field) for field, name in _CONTACTS.items()}
    return {"contacts": {**row.contacts, **texts, "translations": said}}


def _rental(row: TenantSettings, _unseal: Unseal) -> Values:
    return {name: getattr(row, name) for name in _RENTAL} | {
        "unknown_car_daily_rate": to_json(row.unknown_car_daily_rate_minor),
        "length_discounts": sorted(row.length_discounts, key=lambda item: item["minDays"]),
        "promo_discount_percent": to_json(row.promo_discount_basis_points),
        "form_order": form_order(row.integrations),
    }


def _rental_written(row: TenantSettings, sent: schemas.RentalSettings, _seal: Seal) -> Values:
    values = sent.model_dump(
        exclude={
            "revision",
            "unknown_car_daily_rate",
            "length_discounts",
            "promo_discount_percent",
            "form_order",
        }
    )
    return values | {
        "unknown_car_daily_rate_minor": _hundredths(sent.unknown_car_daily_rate),
        "length_discounts": [item.model_dump(by_alias=True) for item in sent.length_discounts],
        "promo_discount_basis_points": _hundredths(sent.promo_discount_percent),
        "integrations": {**row.integrations, FORM_ORDER: sent.form_order},
    }


def _terms(row: TenantSettings, _unseal: Unseal) -> Values:
    terms, late = row.integrations.get("rentalTerms") or {}, row.integrations.get("punctuality") or {}
    return {field: terms.get(name) for field, name in _TERMS.items()} | {
        "same_fuel_level": terms.get("fuel") == "sameLevel",
        "pickup_documents": row.integrations.get("pickupDocuments") or {},
        "late_after_minutes": int(late.get("minutes", 0)),
        "late_fee": float(Decimal(str(late.get("fee", "0")))),
        "late_hour_percent": int(late.get("hourPercent", 0)),
    }


def _terms_written(row: TenantSettings, sent: schemas.TermsSettings, _seal: Seal) -> Values:
    said = {name: getattr(sent, field) for field, name in _TERMS.items()}
    if sent.mileage_unlimited:
        said["kilometresADay"] = said["extraKilometre"] = None
    if sent.second_driver_free:
        said["additionalDriverFee"] = None
    said["fuel"] = "sameLevel" if sent.same_fuel_level else None
    terms = {name: _plain(value) for name, value in said.items() if value is not None}
    late = {
        "minutes": sent.late_after_minutes,
        "fee": str(_plain(sent.late_fee)),
        "hourPercent": sent.late_hour_percent,
    }
    own = {language: text for language, text in sent.pickup_documents.items() if text}
    changed = {"rentalTerms": terms, "punctuality": late, "pickupDocuments": own}
    return {"integrations": row.integrations | changed}


def _notifications(row: TenantSettings, unseal: Unseal) -> Values:
    url = unseal(row.integrations, CHAT_WEBHOOK)
    is_there = has_secret(row.integrations, CHAT_WEBHOOK)
    return {
        "email": str(row.contacts.get("notificationEmail") or ""),
        "chat_host": (urlsplit(url).hostname or "?") if is_there else None,
    }


def _notifications_written(row: TenantSettings, sent: schemas.NotificationRequest, seal: Seal) -> Values:
    url = sent.chat_webhook_url
    return {
        "contacts": {**row.contacts, "notificationEmail": sent.email},
        "integrations": _with_secret(
            row.integrations, CHAT_WEBHOOK, url.get_secret_value() if url is not None else None, seal
        ),
    }


def _bot_check_written(row: TenantSettings, sent: schemas.BotCheckRequest, seal: Seal) -> Values:
    secret = sent.secret.get_secret_value().strip() if sent.secret is not None else None
    kept = {**row.integrations, "recaptchaSiteKey": sent.site_key}
    return {"integrations": _with_secret(kept, BOT_CHECK_SECRET, secret, seal)}


def _with_secret(stored: Mapping[str, Any], name: str, value: str | None, seal: Seal) -> Values:
    """The settings with this secret. None keeps the stored one, and encrypts it if it is still plain text."""
    kept = dict(stored)
    plain = str(kept.pop(name, "") or "")
    if value is None:
        value = plain or None
    if value is None:
        return kept
    kept.pop(sealed_name(name), None)
    return {**kept, sealed_name(name): seal(name, value)} if value else kept


def _hundredths(value: float) -> int:
    return to_minor(Decimal(str(value)))


def _plain(value: object) -> object:
    """38 for 38.0: the shortest form of a number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


COMPANY: SectionOf[schemas.CompanyBasics, schemas.CompanyBasics] = SectionOf(
    "company",
    lambda row: (row.name, row.currency),
    lambda row, _: {"name": row.name, "currency": row.currency},
    _company_written,
    schemas.CompanyBasics,
)
CONTACTS = SectionOf(
    "contacts",
    lambda row: {name: value for name, value in row.contacts.items() if name != "notificationEmail"},
    _contacts,
    _contacts_written,
    schemas.ContactSettings,
)
RENTAL = SectionOf(
    "rental", lambda row: _rental(row, _no_secret), _rental, _rental_written, schemas.RentalSettings
)
TERMS = SectionOf("terms", lambda row: _terms(row, _no_secret), _terms, _terms_written, schemas.TermsSettings)
COMMISSION: SectionOf[schemas.CommissionSettings, schemas.CommissionSettings] = SectionOf(
    "commission",
    lambda row: (row.commission_basis_points, row.commission_payable_on),
    lambda row, _: {
        "percent": to_json(row.commission_basis_points),
        "payable_on": cast(PayableOn, row.commission_payable_on),
    },
    # When commissions are payable is the ledger's to change.
    lambda _row, sent, _seal: {"commission_basis_points": _hundredths(sent.percent)},
    schemas.CommissionSettings,
)
PRIVACY: SectionOf[schemas.PrivacySettings, schemas.PrivacySettings] = SectionOf(
    "privacy",
    lambda row: (
        row.retention_days,
        row.document_days,
        row.consent_required,
        row.click_id_domains,
        saves_incomplete_bookings(row.integrations),
    ),
    lambda row, _: {
        "retention_days": row.retention_days,
        "document_days": row.document_days,
        "consent_required": row.consent_required,
        "save_incomplete_bookings": saves_incomplete_bookings(row.integrations),
        "click_id_domains": row.click_id_domains,
    },
    lambda row, sent, _seal: {
        "integrations": {**row.integrations, SAVES_INCOMPLETE_BOOKINGS: sent.save_incomplete_bookings},
        "retention_days": sent.retention_days,
        "document_days": sent.document_days,
        "consent_required": sent.consent_required,
        "click_id_domains": list(dict.fromkeys(sent.click_id_domains)),
    },
    schemas.PrivacySettings,
)
NOTIFICATIONS = SectionOf(
    "notifications",
    lambda row: (
        row.contacts.get("notificationEmail"),
        row.integrations.get(CHAT_WEBHOOK),
        row.integrations.get(sealed_name(CHAT_WEBHOOK)),
    ),
    _notifications,
    _notifications_written,
    schemas.NotificationSettings,
)
BOT_CHECK = SectionOf(
    "botCheck",
    lambda row: (
        row.integrations.get("recaptchaSiteKey"),
        row.integrations.get(BOT_CHECK_SECRET),
        row.integrations.get(sealed_name(BOT_CHECK_SECRET)),
    ),
    lambda row, _: {
        "site_key": str(row.integrations.get("recaptchaSiteKey") or ""),
        "has_secret": has_secret(row.integrations, BOT_CHECK_SECRET),
    },
    _bot_check_written,
    schemas.BotCheckSettings,
)
ADDRESS_SERVICES: SectionOf[schemas.AddressServiceSettings, schemas.AddressServiceSettings] = SectionOf(
    "addressServices",
    lambda row: row.integrations.get("ipServices") or [],
    lambda row, _: {"services": row.integrations.get("ipServices") or []},
    lambda row, sent, _seal: {
        "integrations": {**row.integrations, "ipServices": list(dict.fromkeys(sent.services))}
    },
    schemas.AddressServiceSettings,
)
EMBED: SectionOf[schemas.EmbedSettings, schemas.EmbedSettings] = SectionOf(
    "embed",
    lambda row: list(embed_origins(row.integrations)),
    lambda row, _: {"allowed_origins": list(embed_origins(row.integrations))},
    lambda row, sent, _seal: {
        "integrations": {**row.integrations, EMBED_ORIGINS: list(dict.fromkeys(sent.allowed_origins))}
    },
    schemas.EmbedSettings,
)
CLOCK: SectionOf[schemas.ClockSettings, schemas.ClockSettings] = SectionOf(
    "clock",
    lambda row: row.timezone,
    lambda row, _: {"timezone": row.timezone},
    lambda _row, sent, _seal: {"timezone": sent.timezone},
    schemas.ClockSettings,
)
ALL: tuple[SectionOf[Any, Any], ...] = (
    COMPANY, CONTACTS, RENTAL, TERMS, COMMISSION, PRIVACY, NOTIFICATIONS, BOT_CHECK, ADDRESS_SERVICES, EMBED, CLOCK,
)  # fmt: skip


def _no_secret(_stored: Mapping[str, Any], _name: str) -> str:
    return ""
