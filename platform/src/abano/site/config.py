"""Puts the site configuration together from the catalogue and the texts. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from abano.catalog.snapshot import Car, Catalog
from abano.currencies.rules import ExchangeRate
from abano.currencies.schemas import display_currency
from abano.kit.money import to_json, to_minor
from abano.media_library.pictures import Pictures, film_at
from abano.pricing.rules import rate_bands
from abano.site.documents import Landing
from abano.site.languages import LANDING, SiteLanguages
from abano.site.schemas import (
    AffiliateTerms,
    BotCheck,
    Brand,
    CarImage,
    CarInfo,
    Contacts,
    DeliveryFeeInfo,
    InsuranceInfo,
    LocationInfo,
    PageHead,
    Punctuality,
    QuizInfo,
    RateBand,
    RentalRulesInfo,
    RentalTermsInfo,
    ServiceInfo,
    SiteConfig,
    TenantInfo,
    Tracking,
)
from abano.tenants.tenant import Tenant

# Texts that the head and the landing page use; every other document is public under its kind.
INTERNAL_KINDS = frozenset({LANDING, "seo"})


def build_config(
    tenant: Tenant,
    catalog: Catalog,
    *,
    rates: Sequence[ExchangeRate] = (),
    landing: Landing,
    kinds: frozenset[str],
    pages: list[PageHead],
    quiz_version: str,
    origin: str,
    languages: SiteLanguages,
    language: str,
    pictures: Pictures,
) -> SiteConfig:
    """The whole configuration of one company in one language, that of ``catalog``. Amounts become plain decimals.

    ``rates``: those by which visitors may see prices; ``pictures``: what the brand and the cars refer to.
    """
    rules = catalog.rules
    integrations = rules.integrations
    site_key = _text(integrations, "recaptchaSiteKey")
    configured = bool(site_key and _text(integrations, "recaptchaSecret"))
    return SiteConfig(
        tenant=TenantInfo(
            slug=tenant.slug,
            name=tenant.name,
            timezone=rules.timezone,
            currency=rules.currency,
            languages=list(languages.spoken),
            language=language,
            path_prefix=languages.prefix(language),
            locale=languages.locale(language),
            locales={spoken: languages.locale(spoken) for spoken in languages.spoken},
        ),
        brand=Brand.model_validate(pictures.resolved(rules.brand)),
        contacts=_contacts(rules.contacts, origin, language),
        rental=_rental(catalog),
        locations=[LocationInfo(code=place.code, name=place.name) for place in catalog.locations],
        delivery_fees=[
            DeliveryFeeInfo(pickup=pickup, dropoff=dropoff, fee=to_json(fee))
            for (pickup, dropoff), fee in sorted(catalog.delivery_fees.items())
        ],
        cars=[_car(catalog, car, pictures) for car in catalog.cars],
        insurance=[
            InsuranceInfo(
                code=option.code,
                label=option.label,
                description=option.description,
                bullets=list(option.bullets),
                exclusions=list(option.exclusions),
                excess=None if option.excess is None else to_json(option.excess),
                daily_rate=to_json(option.daily_rate),
            )
            for option in catalog.insurance
        ],
        services=[
            ServiceInfo(
                code=service.code,
                group=service.group,
                label=service.label,
                description=service.description,
                note=service.note,
                charge="perDay" if service.charge == "per_day" else "flat",
                price=to_json(service.price),
                hidden_for_cars=list(service.hidden_for_cars),
            )
            for service in catalog.services
        ],
        display_currencies=[
            display_currency(rate, rate.valid_from.astimezone(tenant.zone).date()) for rate in rates
        ],
        landing=landing,
        tracking=Tracking(
            click_id_domains=list(rules.click_id_domains),
            consent_required=rules.consent_required,
            ip_services=[str(item) for item in integrations.get("ipServices", [])],
        ),
        bot_check=BotCheck(configured=configured, site_key=site_key if configured else None),
        quiz=QuizInfo(version=quiz_version),
        affiliates=AffiliateTerms(
            discount_percent=to_json(rules.promo_discount_basis_points),
            commission_percent=to_json(rules.commission_basis_points),
            commission_payable_on=rules.commission_payable_on,
        ),
        documents=sorted(kinds - INTERNAL_KINDS),
        pages=pages,
        film=film_at(_text(integrations, "videoUrl")),
    )


def _rental(catalog: Catalog) -> RentalRulesInfo:
    rules = catalog.rules
    punctuality = rules.integrations.get("punctuality", {})
    return RentalRulesInfo(
        minimum_days=rules.minimum_days,
        driver_minimum_age=rules.driver_minimum_age,
        driver_maximum_age=rules.driver_maximum_age,
        group_maximum=rules.group_maximum,
        phone_prefix=rules.phone_prefix,
        unknown_car_rates=_rates(catalog, None),
        punctuality=Punctuality(
            minutes=int(punctuality.get("minutes", 0)), fee=to_json(to_minor(punctuality.get("fee", "0")))
        ),
        unconfirmed_hours=rules.unconfirmed_hours,
        terms=RentalTermsInfo.model_validate(rules.integrations.get("rentalTerms") or {}),
        availability=rules.availability,
    )


def _contacts(contacts: Mapping[str, Any], origin: str, language: str) -> Contacts:
    """``contacts.translations`` has the address by language, where it is not that of the first."""
    said = contacts.get("translations", {}).get(language, {})
    number = _text(contacts, "chatNumber")
    base = _text(contacts, "chatUrlBase")
    return Contacts(
        email=_text(contacts, "email") or "",
        phone=_text(contacts, "phone"),
        address=_text(said, "address") or _text(contacts, "address") or "",
        maps_url=_text(contacts, "mapsUrl") or "",
        chat_number=number if base else None,
        chat_url_base=base if number else None,
        public_origin=origin,
    )


def _rates(catalog: Catalog, car: Car | None) -> list[RateBand]:
    return [
        RateBand(min_days=band.min_days, daily_rate=to_json(band.daily_rate))
        for band in rate_bands(catalog, car)
    ]


def _car(catalog: Catalog, car: Car, pictures: Pictures) -> CarInfo:
    images = pictures.resolved(pictures.without_films(car.images))
    return CarInfo(
        slug=car.slug,
        name=car.name,
        title=car.title,
        description=car.description,
        specs=list(car.specs),
        seats=car.seats,
        transmission=car.transmission,
        fuel_type=car.fuel_type,
        drive_wheels=car.drive_wheels,
        fuel_consumption=float(car.fuel_consumption) if car.fuel_consumption is not None else None,
        images=[CarImage.model_validate(image) for image in images if image.get("src")],
        film=pictures.film(car.images)
        or film_at(car.video_url or _text(catalog.rules.integrations, "videoUrl")),
        in_fleet=car.in_fleet,
        in_search=car.in_search,
        base_rate=to_json(car.base_rate),
        rates=_rates(catalog, car),
    )


def _text(values: Mapping[str, Any], name: str) -> str | None:
    """A text setting; None when it is empty."""
    return str(values.get(name) or "").strip() or None
