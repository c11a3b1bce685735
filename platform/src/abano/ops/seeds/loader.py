"""Load a template's JSON files into a company: adds what is missing, never overwrites what exists."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import cast, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import JSONB

from abano.catalog.exchange_rates.models import ExchangeRateRow
from abano.catalog.published.models import (
    CarRow,
    HandoverPlaceRow,
    InsuranceOption,
    Location,
    SeasonRow,
    ServiceRow,
    SiteDocument,
)
from abano.catalog.published.versions import list_versions
from abano.core.clock import SystemClock
from abano.core.ids import new_id
from abano.core.money import to_minor
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.marketing.affiliates.models import Affiliate, PromoCode
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.models import QuizDefinitionRow
from abano.ops.seeds.catalog import load_catalog
from abano.ops.seeds.languages import TemplateLanguage, read_json, read_languages
from abano.ops.seeds.media import load_media
from abano.ops.seeds.reviews import load_reviews
from abano.ops.seeds.rows import add_missing
from abano.site.media_library.pictures import of_template
from abano.site.pages.models import SiteDocumentVersion
from abano.storage.service import Media
from abano.tenancy.directory.brand import check_colors
from abano.tenancy.directory.creation import AS_TEMPLATE, Choices
from abano.tenancy.directory.models import SellerSettings, TenantSettings

FOLDER = Path(__file__).parent
# Catalogue tables with translated texts, by section of a language's catalog.json.
SAYING: Mapping[str, tuple[Any, Any]] = {
    "cars": (CarRow, CarRow.slug),
    "locations": (Location, Location.code),
    "handoverPlaces": (HandoverPlaceRow, HandoverPlaceRow.code),
    "insurance": (InsuranceOption, InsuranceOption.code),
    "seasons": (SeasonRow, SeasonRow.code),
    "services": (ServiceRow, ServiceRow.code),
}
Json = Mapping[str, Any]


def languages_of_template(template: str) -> list[str]:
    """Return the languages of a starter, its default language first."""
    return list(read_json(FOLDER / template / "company.json")["settings"]["languages"])


async def load_template(
    uow: UnitOfWork,
    template: str,
    media: Media,
    *,
    new_name: str | None = None,
    choices: Choices = AS_TEMPLATE,
) -> None:
    """Fill a company from the folder of ``template``, within the caller's transaction. Idempotent.

    With ``new_name``, texts use that name and contact details stay empty.
    Raises InvalidInput for colours without enough contrast.
    """
    folder = FOLDER / template
    company = read_json(folder / "company.json")
    catalog = of_template(read_json(folder / "catalog.json"), uow.tenant_id)
    languages = read_languages(folder)
    chosen = {name: value for name, value in asdict(choices).items() if value is not None}
    tax_label = chosen.pop("tax_label", None)
    settings = {**_settings(uow.tenant_id, company), **chosen}
    if new_name is not None:
        own_to_fill_in = {
            "email": "",
            "notificationEmail": "",
            "phone": "",
            "chatNumber": "",
            "publicOrigin": "",
        }
        contacts = {**company["contacts"], **own_to_fill_in}
        # A company sets its own exchange rates.
        settings = {**settings, "contacts": contacts, "display_currencies": []}
    await add_missing(uow, TenantSettings, [settings])
    if tax_label:
        seller = {"tenant_id": uow.tenant_id, "tax_label": tax_label, "updated_at": SystemClock().now()}
        await add_missing(uow, SellerSettings, [seller])
    if new_name is None:
        await _load_exchange_rates(uow, company)
    await load_media(uow, folder, media, languages)
    # After a first publication, cars that the company removed must not come back.
    is_edited = bool(await list_versions(uow, 1))
    if not is_edited:
        await load_catalog(uow, catalog)
        await load_reviews(uow, folder)
    texts = {file.stem: read_json(file) for file in sorted((folder / "documents").glob("*.json"))}
    await _add_documents(uow, settings["languages"][0], _renamed(texts, company["name"], new_name))
    quizzes = [read_json(file) for file in sorted(folder.glob("quiz-*.json"))]
    for quiz in quizzes:
        cars = catalog["cars"]
        QuizDefinition.model_validate(quiz).check_cars(
            (car["slug"] for car in cars), (car["category"] for car in cars)
        )
    await add_missing(
        uow,
        QuizDefinitionRow,
        [
            {"tenant_id": uow.tenant_id, "version": quiz["version"], "definition": quiz, "is_current": True}
            for quiz in quizzes
        ],
    )
    for language in languages:
        if language.language not in settings["languages"]:
            continue
        await _load_language(uow, language, company["name"], new_name, with_catalog=not is_edited)
    await _count_first_versions(uow)


async def _load_language(
    uow: UnitOfWork, texts: TemplateLanguage, old_name: str, new_name: str | None, *, with_catalog: bool
) -> None:
    """Add missing texts in this language; rows with any text in it are not changed."""
    await _add_documents(uow, texts.language, _renamed(texts.documents, old_name, new_name))
    for part, entries in texts.catalog.items() if with_catalog else ():
        table, key = SAYING[part]
        for name, texts_of in _renamed(entries, old_name, new_name).items():
            # Alt texts are stored with the images.
            own_texts = {key: value for key, value in texts_of.items() if key != "images"}
            await _translate(uow, table, key == name, texts.language, own_texts)
    for version, quiz_texts in _renamed(texts.quizzes, old_name, new_name).items():
        await _translate(
            uow, QuizDefinitionRow, QuizDefinitionRow.version == version, texts.language, quiz_texts
        )


async def _count_first_versions(uow: UnitOfWork) -> None:
    """Record the initial texts of a company as their first version."""
    text, version = SiteDocument, SiteDocumentVersion
    has_one = select(version.number).where(version.tenant_id == uow.tenant_id, version.kind == text.kind)
    first = (
        select(
            text.tenant_id,
            text.kind,
            literal(1),
            func.jsonb_object_agg(text.language, text.body),
            func.max(text.updated_at),
        )
        .where(text.tenant_id == uow.tenant_id, ~has_one.exists())
        .group_by(text.tenant_id, text.kind)
    )
    columns = ["tenant_id", "kind", "number", "bodies", "published_at"]
    await uow.session.execute(insert(version).from_select(columns, first))


async def _translate(uow: UnitOfWork, table: Any, row: Any, language: str, texts: Json) -> None:
    column = table.translations
    await uow.session.execute(
        update(table)
        .where(table.tenant_id == uow.tenant_id, row, ~column.has_key(language))
        .values(translations=column.op("||")(cast({language: texts}, JSONB)))
    )


async def _add_documents(uow: UnitOfWork, language: str, documents: Json) -> None:
    rows = [
        {
            "tenant_id": uow.tenant_id,
            "kind": kind,
            "language": language,
            "body": of_template(body, uow.tenant_id),
        }
        for kind, body in documents.items()
    ]
    await add_missing(uow, SiteDocument, rows)


def _renamed(body: Any, old: str, new: str | None) -> Any:
    """Return the texts with the company's name replaced."""
    if new is None:
        return body
    if isinstance(body, str):
        return body.replace(old, new)
    if isinstance(body, list):
        return [_renamed(item, old, new) for item in body]
    if isinstance(body, Mapping):
        return {name: _renamed(item, old, new) for name, item in body.items()}
    return body


def _settings(tenant_id: TenantId, company: Json) -> Json:
    settings = company["settings"]
    check_colors(company["brand"]["colors"])
    return {
        "tenant_id": tenant_id,
        "timezone": settings["timezone"],
        "currency": settings["currency"],
        "display_currencies": settings["displayCurrencies"],
        "languages": settings["languages"],
        "minimum_days": settings["minimumDays"],
        "driver_minimum_age": settings["driverMinimumAge"],
        "driver_maximum_age": settings["driverMaximumAge"],
        "group_maximum": settings["groupMaximum"],
        "phone_prefix": settings["phonePrefix"],
        "unknown_car_daily_rate_minor": to_minor(settings["unknownCarDailyRate"]),
        "length_discounts": settings["lengthDiscounts"],
        "promo_discount_basis_points": settings["promoDiscountBasisPoints"],
        "commission_basis_points": settings["commissionBasisPoints"],
        "commission_payable_on": settings["commissionPayableOn"],
        "unconfirmed_hours": settings["unconfirmedHours"],
        "retention_days": settings["retentionDays"],
        "document_days": settings["documentDays"],
        "consent_required": settings["consentRequired"],
        "click_id_domains": settings["clickIdDomains"],
        "public_writes_per_minute": settings["publicWritesPerMinute"],
        "brand": of_template(company["brand"], tenant_id),
        "contacts": company["contacts"],
        "integrations": company["integrations"],
    }


async def _load_exchange_rates(uow: UnitOfWork, company: Json) -> None:
    """Add the template's history of rates to a company that has none."""
    if await uow.session.scalar(
        select(ExchangeRateRow.id).where(ExchangeRateRow.tenant_id == uow.tenant_id).limit(1)
    ):
        return
    rates = [
        {
            "tenant_id": uow.tenant_id,
            "id": new_id(),
            "base_currency": company["settings"]["currency"],
            "currency": item["currency"],
            "rate": Decimal(item["rate"]),
            "valid_from": datetime.fromisoformat(item["validFrom"]),
            "created_at": datetime.fromisoformat(item["validFrom"]),
        }
        for item in company["exchangeRates"]
    ]
    await add_missing(uow, ExchangeRateRow, rates)


async def load_affiliates(uow: UnitOfWork, template: str) -> None:
    """Add affiliates that are missing, with their promo codes; existing ones are not changed."""
    query = select(Affiliate.email).where(Affiliate.tenant_id == uow.tenant_id)
    existing = set(await uow.session.scalars(query))
    now = SystemClock().now()
    affiliates: list[Json] = []
    codes: list[Json] = []
    for item in read_json(FOLDER / template / "affiliates.json"):
        if item["email"] in existing:
            continue
        affiliate_id = new_id()
        affiliates.append(
            {
                "tenant_id": uow.tenant_id,
                "id": affiliate_id,
                "name": item["name"],
                "email": item["email"],
                "created_at": now,
            }
        )
        codes.extend(
            {
                "tenant_id": uow.tenant_id,
                "code": code["code"],
                "affiliate_id": affiliate_id,
                # Basis points: to_minor("15") is 15.00 %.
                "discount_basis_points": to_minor(code["discountPercent"])
                if code["discountPercent"]
                else None,
                "created_at": now,
            }
            for code in item["codes"]
        )
    await add_missing(uow, Affiliate, affiliates)
    await add_missing(uow, PromoCode, codes)
