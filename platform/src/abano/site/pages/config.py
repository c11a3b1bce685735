"""Puts the site configuration together from the catalogue and the texts. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from abano.catalog.exchange_rates.rules import ExchangeRate
from abano.catalog.exchange_rates.schemas import display_currency
from abano.catalog.pricing.days import daily_prices, rate_bands, season_bands
from abano.catalog.published.handover import HandoverPlace, Opening
from abano.catalog.published.snapshot import (
    Band,
    Car,
    Catalog,
    Place,
    PriceRules,
    form_order,
    saves_incomplete_bookings,
)
from abano.core.api_model import Amount
from abano.core.languages.texts import Texts
from abano.core.money import to_json, to_minor
from abano.messaging.phone_consents.rules import Channel
from abano.site.media_library.pictures import Film, Picture, Pictures, film_at
from abano.site.pages.catalog_schemas import (
    CarImage,
    CarInfo,
    DeliveryFeeInfo,
    DrivingTimeInfo,
    HandoverPlaceInfo,
    InsuranceInfo,
    LastMinuteRule,
    LocationInfo,
    OpeningInfo,
    PriceRulesInfo,
    RateBand,
    SeasonInfo,
    ServiceInfo,
    WeekendRule,
)
from abano.site.pages.documents import Landing, Rating
from abano.site.pages.items import pictures_of
from abano.site.pages.routes import LANDING, SiteLanguages
from abano.site.pages.schemas import (
    AffiliateTerms,
    BotCheck,
    Brand,
    Contacts,
    FormExperiment,
    MenuEntry,
    PageHead,
    Punctuality,
    QuizInfo,
    RentalRulesInfo,
    RentalTermsInfo,
    Seller,
    SiteConfig,
    TenantInfo,
    Tracking,
)
from abano.site.reviews.rules import Ratings
from abano.site.reviews.showing import RatingSummary, ReviewShown
from abano.tenancy.directory.tenant import BOT_CHECK_SECRET, Tenant, has_secret

# Texts that the head and the landing page use; every other document is public under its kind.
INTERNAL_KINDS = frozenset({LANDING, "seo"})


def build_config(
    tenant: Tenant,
    catalog: Catalog,
    *,
    rates: Sequence[ExchangeRate] = (),
    seller: Seller | None = None,
    landing: Landing,
    kinds: frozenset[str],
    pages: list[PageHead],
    menu: list[MenuEntry],
    terms_version: int | None,
    quiz_version: str,
    form_experiment: FormExperiment | None,
    origin: str,
    languages: SiteLanguages,
    language: str,
    pictures: Pictures,
    today: date,
    ratings: Mapping[UUID, Ratings],
    rating: Rating | None,
    reviews: list[ReviewShown],
    message_channels: list[Channel],
) -> SiteConfig:
    """The whole configuration of one company in one language, that of ``catalog``. Amounts become plain decimals.

    ``rates``: those by which visitors may see prices; ``pictures``: what the brand refers to; ``today``: the
    company's date; ``ratings``: of published reviews, by car.
    """
    rules = catalog.rules
    integrations = rules.integrations
    site_key = _text(integrations, "recaptchaSiteKey")
    configured = bool(site_key and has_secret(integrations, BOT_CHECK_SECRET))
    return SiteConfig(
        catalog_version=catalog.version,
        tenant=TenantInfo(
            slug=tenant.slug,
            name=tenant.name,
            timezone=rules.timezone,
            currency=rules.currency,
            languages=list(languages.offered),
            language=language,
            path_prefix=languages.prefix(language),
            locale=languages.locale(language),
            locales={offered: languages.locale(offered) for offered in languages.offered},
        ),
        brand=Brand.model_validate(pictures.resolved(rules.brand)),
        contacts=_contacts(rules.contacts, origin, language),
        seller=seller,
        rental=_rental(catalog, language),
        locations=[_location(catalog, place) for place in catalog.locations],
        delivery_fees=[
            DeliveryFeeInfo(pickup=pickup, dropoff=dropoff, fee=to_json(fee))
            for (pickup, dropoff), fee in sorted(catalog.delivery_fees.items())
        ],
        driving_times=[
            DrivingTimeInfo(
                start=drive.start, end=drive.end, minutes=drive.minutes, kilometres=drive.kilometres
            )
            for drive in catalog.driving_times
        ],
        cars=[_car(catalog, car, today, ratings.get(car.id, Ratings())) for car in catalog.cars],
        insurance=[
            InsuranceInfo(
                code=option.code,
                label=option.label,
                description=option.description,
                bullets=list(option.bullets),
                exclusions=list(option.exclusions),
                excess=_amount(option.excess),
                daily_rate=to_json(option.daily_rate),
                recommended=option.recommended,
                preselected=option == catalog.preselected_insurance,
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
                only_for_cars=list(service.only_for_cars),
                max_per_booking=service.max_per_booking,
            )
            for service in catalog.services
        ],
        seasons=[
            SeasonInfo(
                code=season.code,
                name=season.name,
                starts=season.starts,
                ends=season.ends,
                every_year=season.every_year,
            )
            for season in catalog.seasons
        ],
        price_rules=_price_rules(catalog.price_rules),
        display_currencies=[
            display_currency(rate, rate.valid_from.astimezone(tenant.zone).date()) for rate in rates
        ],
        landing=landing,
        rating=rating,
        reviews=reviews,
        tracking=Tracking(
            click_id_domains=list(rules.click_id_domains),
            consent_required=rules.consent_required,
            save_incomplete_bookings=saves_incomplete_bookings(integrations),
            ip_services=[str(item) for item in integrations.get("ipServices", [])],
        ),
        form_order=form_order(integrations),
        form_experiment=form_experiment,
        bot_check=BotCheck(configured=configured, site_key=site_key if configured else None),
        quiz=QuizInfo(version=quiz_version),
        affiliates=AffiliateTerms(
            discount_percent=to_json(rules.promo_discount_basis_points),
            commission_percent=to_json(rules.commission_basis_points),
            commission_payable_on=rules.commission_payable_on,
        ),
        documents=sorted(kinds - INTERNAL_KINDS),
        pages=pages,
        menu=menu,
        terms_version=terms_version,
        message_channels=message_channels,
        film=film_at(_text(integrations, "videoUrl")),
    )


def rating_of(landing: Landing, published: Ratings, texts: Texts) -> Rating | None:
    """The company's rating: what it states of reviews elsewhere, else of those that are published here."""
    if landing.rating.count:
        return landing.rating
    if not published.count:
        return None
    # Read after the number: 4.8 from 12 reviews.
    source = texts.ngettext("review", "reviews", published.count)
    return Rating(value=published.average, count=published.count, source=source)


def slugs_of(catalog: Catalog) -> dict[UUID, str]:
    """Of the cars that have a page, by their ids."""
    return {car.id: car.slug for car in catalog.cars if car.in_fleet}


def _rental(catalog: Catalog, language: str) -> RentalRulesInfo:
    rules = catalog.rules
    punctuality = rules.integrations.get("punctuality", {})
    return RentalRulesInfo(
        minimum_days=rules.minimum_days,
        driver_minimum_age=rules.driver_minimum_age,
        driver_maximum_age=rules.driver_maximum_age,
        group_maximum=rules.group_maximum,
        phone_prefix=rules.phone_prefix,
        unknown_car_rates=_rates(rate_bands(catalog, None)),
        unknown_car_season_rates=_season_rates(catalog, None),
        punctuality=Punctuality(
            minutes=int(punctuality.get("minutes", 0)),
            fee=to_json(to_minor(punctuality.get("fee", "0"))),
            hour_percent=int(punctuality.get("hourPercent", 0)),
        ),
        unconfirmed_hours=rules.unconfirmed_hours,
        terms=_terms(rules.integrations, language),
        availability=rules.availability,
    )


def _terms(integrations: Mapping[str, Any], language: str) -> RentalTermsInfo:
    terms = RentalTermsInfo.model_validate(integrations.get("rentalTerms") or {})
    own = _text(integrations.get("pickupDocuments") or {}, language)
    return terms.model_copy(update={"pickup_documents": own})


def _contacts(contacts: Mapping[str, Any], origin: str, language: str) -> Contacts:
    """``contacts.translations`` has the address by language, where it is not that of the first."""
    translated = contacts.get("translations", {}).get(language, {})
    number = _text(contacts, "chatNumber")
    base = _text(contacts, "chatUrlBase")
    return Contacts(
        email=_text(contacts, "email") or "",
        phone=_text(contacts, "phone"),
        address=_text(translated, "address") or _text(contacts, "address") or "",
        maps_url=_text(contacts, "mapsUrl") or "",
        chat_number=number if base else None,
        chat_url_base=base if number else None,
        public_origin=origin,
    )


def _rates(bands: Iterable[Band]) -> list[RateBand]:
    return [RateBand(min_days=band.min_days, daily_rate=to_json(band.daily_rate)) for band in bands]


def _season_rates(catalog: Catalog, car: Car | None) -> dict[str, list[RateBand]]:
    return {
        season.code: _rates(season_bands(catalog, car, season))
        for season in catalog.seasons
        if season.is_for(car)
    }


def _price_rules(rules: PriceRules) -> PriceRulesInfo:
    weekend, last_minute = rules.weekend_percent and rules.weekend_days, rules.last_minute_percent
    return PriceRulesInfo(
        weekend=WeekendRule(weekdays=sorted(rules.weekend_days), percent=rules.weekend_percent)
        if weekend
        else None,
        last_minute=LastMinuteRule(days=rules.last_minute_days, percent=last_minute) if last_minute else None,
    )


def _car(catalog: Catalog, car: Car, today: date, ratings: Ratings) -> CarInfo:
    prices = daily_prices(catalog, car, today)
    film = next((image["film"] for image in car.images if image.get("film")), None)
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
        images=[CarImage.model_validate(image) for image in pictures_of(car)],
        film=Film.model_validate(film)
        if film
        else film_at(car.video_url or _text(catalog.rules.integrations, "videoUrl")),
        in_fleet=car.in_fleet,
        in_search=car.in_search,
        base_rate=to_json(car.base_rate),
        lowest_rate=to_json(prices.lowest),
        highest_rate=to_json(prices.highest),
        rates=_rates(rate_bands(catalog, car)),
        season_rates=_season_rates(catalog, car),
        category=car.category,
        equipment=list(car.equipment),
        luggage_large=car.luggage_large,
        luggage_small=car.luggage_small,
        doors=car.doors,
        year=car.year,
        deposit=_amount(car.deposit),
        excess=_amount(car.excess),
        kilometres_a_day=car.kilometres_a_day,
        minimum_age=car.minimum_age,
        rating=RatingSummary.of(ratings),
    )


def _location(catalog: Catalog, place: Place) -> LocationInfo:
    return LocationInfo(
        code=place.code,
        name=place.name,
        kind=place.kind,
        address=place.address,
        latitude=None if place.latitude is None else float(place.latitude),
        longitude=None if place.longitude is None else float(place.longitude),
        opening_hours=_hours(place.opening_hours),
        out_of_hours_fee=to_json(place.out_of_hours_fee),
        needs_flight_number=place.needs_flight_number,
        needs_address=place.needs_address,
        handover_places=[
            _handover_place(each)
            for each in catalog.handover_places
            if each.location == place.code and each.is_active
        ],
    )


def _handover_place(place: HandoverPlace) -> HandoverPlaceInfo:
    image = next((each for each in place.images if each.get("src")), None)
    return HandoverPlaceInfo(
        code=place.code,
        kind=place.kind,
        name=place.name,
        meeting_point=place.meeting_point,
        instructions=place.instructions,
        image=Picture.model_validate(image) if image else None,
        latitude=None if place.latitude is None else float(place.latitude),
        longitude=None if place.longitude is None else float(place.longitude),
        opening_hours=_hours(place.opening_hours),
        fee=to_json(place.fee),
        flight_number=place.flight_number,
    )


def _hours(hours: Iterable[Opening]) -> list[OpeningInfo]:
    return [OpeningInfo(weekday=each.weekday, opens=each.opens, closes=each.closes) for each in hours]


def _amount(minor: int | None) -> Amount | None:
    return None if minor is None else to_json(minor)


def _text(values: Mapping[str, Any], name: str) -> str | None:
    """A text setting; None when it is empty."""
    return str(values.get(name) or "").strip() or None
