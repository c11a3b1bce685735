"""Structured data (schema.org) of the pages. Pure."""

from collections.abc import Iterable
from typing import Any

from abano.site.pages.blocks import FilmBlock, PageDocument, QuestionsBlock
from abano.site.pages.catalog_schemas import CarInfo, LocationInfo
from abano.site.pages.documents import Question
from abano.site.pages.items import Item
from abano.site.pages.routes import BOOKING, CAR, HOME
from abano.site.pages.schemas import SiteConfig
from abano.site.pages.service import Site
from abano.site.reviews.rules import MAX_RATING

Json = dict[str, Any]
CONTEXT = "https://schema.org"
_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def landing_data(site: Site) -> list[Json]:
    """Car rental business, FAQ, local business, website search, organization; with the same ids in any language."""
    config, origin = site.config, site.config.contacts.public_origin
    home = origin + site.canonical(HOME)
    landing = config.landing
    return [
        _business(site, "AutoRental", f"{origin}/#rental")
        | {"makesOffer": [_offer(config, car.slug) for car in config.cars if car.in_fleet]},
        *([faq_data(landing.faq, site.language)] if landing.shows("faq") and landing.faq else []),
        _business(site, "LocalBusiness", f"{origin}/#business"),
        {
            "@context": CONTEXT,
            "@type": "WebSite",
            "name": site.seo.site_name,
            "url": home,
            "inLanguage": site.language,
            "potentialAction": {
                "@type": "SearchAction",
                "target": {
                    "@type": "EntryPoint",
                    "urlTemplate": f"{origin}{config.tenant.path_prefix}{BOOKING}?carType={{search_term_string}}",
                },
                "query-input": "required name=search_term_string",
            },
        },
        {
            "@context": CONTEXT,
            "@type": "Organization",
            "@id": f"{origin}/#organization",
            "name": site.seo.site_name,
            "url": home,
            "logo": origin + config.brand.logo.src,
            "foundingDate": str(landing.founded),
            "email": config.contacts.email,
            "employee": [
                {"@type": "Person", "name": member.name, "jobTitle": member.position}
                for member in landing.team
            ],
        },
    ]


def _stars(site: Site, slug: str) -> Json:
    """The rating of a car, only from reviews by customers, which are shown on its page.

    Search engines reject ratings from other sites, and a business's ratings of itself: the home page has
    none.
    """
    car = next((identity for identity, known in site.car_slugs.items() if known == slug), None)
    ratings = site.reviews.of_rentals.get(car) if car else None
    if car is None or ratings is None:
        return {}
    return {
        "aggregateRating": {
            "@type": "AggregateRating",
            "ratingValue": ratings.average,
            "reviewCount": ratings.count,
            "bestRating": MAX_RATING,
        },
        "review": [
            {
                "@type": "Review",
                "author": {"@type": "Person", "name": review.author},
                "datePublished": review.written_on.isoformat(),
                "inLanguage": review.language,
                "reviewBody": review.text,
                "reviewRating": {
                    "@type": "Rating",
                    "ratingValue": review.rating,
                    "bestRating": MAX_RATING,
                },
            }
            for review in site.reviews.described.get(car, [])
        ],
    }


def guide_data(site: Site, guide: PageDocument, path: str) -> list[Json]:
    """An article, its films and its questions: the guide at the route ``path``."""
    origin = site.config.contacts.public_origin
    url, language = origin + site.canonical(path), site.languages.shown(path, site.language)
    publisher = {"@type": "Organization", "name": site.seo.site_name, "url": origin + site.canonical(HOME)}
    article: Json = {
        "@context": CONTEXT,
        "@type": "Article",
        "headline": guide.hero.title,
        "description": guide.description,
        "image": origin + (guide.hero.image.src or site.config.brand.share_image.src),
        "mainEntityOfPage": url,
        "inLanguage": language,
        "author": publisher,
        "publisher": publisher,
    }
    if guide.published_on:
        article["datePublished"] = guide.published_on
    films = films_of(guide.blocks)
    questions = [
        item for block in guide.blocks if isinstance(block, QuestionsBlock) for item in block.questions
    ]
    return [
        article,
        *(_film(site, film, language, publisher) for film in films),
        *([faq_data(questions, language)] if questions else []),
    ]


def films_of(blocks: Iterable[object]) -> list[FilmBlock]:
    """Those that search engines can show: without a thumbnail or a day they report a fault."""
    return [
        block
        for block in blocks
        if isinstance(block, FilmBlock) and block.thumbnail.src and block.uploaded_on
    ]


def _film(site: Site, film: FilmBlock, language: str, publisher: Json) -> Json:
    origin = site.config.contacts.public_origin
    data: Json = {
        "@context": CONTEXT,
        "@type": "VideoObject",
        "name": film.title,
        "description": film.text or film.title,
        "inLanguage": language,
        "publisher": publisher,
        "uploadDate": film.uploaded_on,
        "thumbnailUrl": origin + film.thumbnail.src,
    }
    known = {
        "duration": film.duration,
        "embedUrl": film.url or (site.config.film.src if site.config.film else ""),
    }
    return data | {name: value for name, value in known.items() if value}


def faq_data(questions: list[Question], language: str) -> Json:
    return {
        "@context": CONTEXT,
        "@type": "FAQPage",
        "inLanguage": language,
        "mainEntity": [
            {
                "@type": "Question",
                "name": item.question,
                "acceptedAnswer": {"@type": "Answer", "text": item.answer},
            }
            for item in questions
        ],
    }


def _business(site: Site, kind: str, identity: str) -> Json:
    config, seo = site.config, site.seo
    origin = config.contacts.public_origin
    business: Json = {
        "@context": CONTEXT,
        "@type": kind,
        "@id": identity,
        "name": seo.site_name,
        "url": origin + site.canonical(HOME),
        "image": origin + config.brand.share_image.src,
        "email": config.contacts.email,
        "priceRange": config.landing.price_range,
        "currenciesAccepted": ", ".join(config.landing.payment.currencies),
        "paymentAccepted": ", ".join(config.landing.payment.methods),
        "openingHours": _office_hours(config) or seo.opening_hours,
        "areaServed": seo.area_served,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": seo.street_address,
            "addressLocality": seo.city,
            "postalCode": seo.postal_code,
            "addressCountry": seo.country_code,
        },
        "geo": {"@type": "GeoCoordinates", "latitude": seo.latitude, "longitude": seo.longitude},
        "hasMap": config.contacts.maps_url,
    }
    if config.contacts.phone:
        business["telephone"] = config.contacts.phone
    return business


def _offer(config: SiteConfig, slug: str) -> Json:
    """The daily price, as on the car's own page."""
    car = next(car for car in config.cars if car.slug == slug)
    return {
        "@type": "AggregateOffer",
        "priceCurrency": config.tenant.currency,
        "lowPrice": car.lowest_rate,
        "highPrice": car.highest_rate,
        "itemOffered": {"@type": "Car", "name": car.name, "vehicleSeatingCapacity": car.seats},
    }


def _office_hours(config: SiteConfig) -> list[str]:
    """Of the first office that has hours, as Mo-Fr 09:00-18:00: days with the same hours in one."""
    offices = (place for place in config.locations if place.kind == "office" and place.opening_hours)
    office = next(offices, None)
    if office is None:
        return []
    runs: list[tuple[int, int, str]] = []
    for each in sorted(office.opening_hours, key=lambda hours: (hours.opens, hours.closes, hours.weekday)):
        clock, day = f"{each.opens}-{each.closes}", each.weekday
        if runs and runs[-1][1] == day - 1 and runs[-1][2] == clock:
            runs[-1] = (runs[-1][0], day, clock)
        else:
            runs.append((day, day, clock))
    return [
        f"{_DAYS[first - 1]}{f'-{_DAYS[last - 1]}' if last > first else ''} {clock}"
        for first, last, clock in sorted(runs)
    ]


# Structured data (schema.org) of pages of single cars and places. Pure.
#
# A car is a product that is leased by the day: search engines show a price for products alone, and read it as
# the range
# of its rates. ``seller`` is the business of the home page, by its id.

LEASE = "http://purl.org/goodrelations/v1#LeaseOut"
# UN/CEFACT: a day.
DAY = "DAY"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def item_data(site: Site, item: Item) -> list[Json]:
    """The car or place of this page, and the way to it."""
    crumbs = _crumbs(site, item)
    if item.kind == "car":
        car = next(car for car in site.config.cars if car.slug == item.code)
        return [car_data(site, car), crumbs]
    place = next(place for place in site.config.locations if place.code == item.code)
    branch = [_branch(site, item, place)] if place.address else []
    return [*branch, _cars_of_place(site, item), crumbs]


def car_data(site: Site, car: CarInfo) -> Json:
    config, origin = site.config, site.config.contacts.public_origin
    url = origin + site.canonical(CAR.path_of(car.slug))
    data: Json = {
        "@context": CONTEXT,
        "@type": ["Product", "Car"],
        "@id": f"{origin}{CAR.path_of(car.slug)}#car",
        "name": car.name,
        "description": car.description or car.title,
        "url": url,
        "image": [origin + image.src for image in car.images],
        "brand": {"@type": "Brand", "name": car.name.split()[0]},
        "vehicleSeatingCapacity": car.seats,
        "vehicleTransmission": car.transmission,
        "fuelType": car.fuel_type,
        "driveWheelConfiguration": car.drive_wheels,
        "offers": _offers(config, car, url),
    }
    if car.doors:
        data["numberOfDoors"] = car.doors
    if car.fuel_consumption is not None:
        data["fuelConsumption"] = {
            "@type": "QuantitativeValue",
            "value": car.fuel_consumption,
            "unitText": "L/100 km",
        }
    data |= _stars(site, car.slug)
    return {name: value for name, value in data.items() if value not in ("", [])}


def _offers(config: SiteConfig, car: CarInfo, url: str) -> Json:
    """The range of daily rates. Availability depends on the dates, so it is not included."""
    currency = config.tenant.currency
    single = _single_offers(config, car, url)
    return {
        "@type": "AggregateOffer",
        "url": url,
        "businessFunction": LEASE,
        "priceCurrency": currency,
        "lowPrice": car.lowest_rate,
        "highPrice": car.highest_rate,
        "offerCount": max(1, len(single)),
        **({"offers": single} if single else {}),
    }


def _single_offers(config: SiteConfig, car: CarInfo, url: str) -> list[Json]:
    """A price per rental length. Empty if prices also depend on the dates."""
    rules, currency = config.price_rules, config.tenant.currency
    if config.seasons or rules.weekend or rules.last_minute:
        return []
    shortest = config.rental.minimum_days
    ends = [*(band.min_days for band in car.rates[1:]), None]
    bookable = [band for band, end in zip(car.rates, ends, strict=True) if end is None or end > shortest]
    return [
        {
            "@type": "Offer",
            "url": url,
            "businessFunction": LEASE,
            "price": band.daily_rate,
            "priceCurrency": currency,
            "priceSpecification": {
                "@type": "UnitPriceSpecification",
                "price": band.daily_rate,
                "priceCurrency": currency,
                "unitCode": DAY,
            },
            "eligibleDuration": {
                "@type": "QuantitativeValue",
                "minValue": max(band.min_days, shortest),
                "unitCode": DAY,
            },
            "seller": {"@id": f"{config.contacts.public_origin}/#rental"},
        }
        for band in bookable
    ]


def _branch(site: Site, item: Item, place: LocationInfo) -> Json:
    """A company with a postal address is a separate business to search engines."""
    config, origin = site.config, site.config.contacts.public_origin
    branch: Json = {
        "@context": CONTEXT,
        "@type": "AutoRental",
        "@id": f"{origin}{item.path}#branch",
        "name": f"{site.seo.site_name}, {place.name}",
        "url": origin + site.canonical(item.path),
        "image": origin + config.brand.share_image.src,
        "email": config.contacts.email,
        "telephone": config.contacts.phone,
        "priceRange": config.landing.price_range,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": place.address,
            "addressCountry": site.seo.country_code,
        },
        "openingHoursSpecification": [
            {
                "@type": "OpeningHoursSpecification",
                "dayOfWeek": f"{CONTEXT}/{_WEEKDAYS[hours.weekday - 1]}",
                "opens": hours.opens,
                # The vocabulary has no 24:00.
                "closes": "23:59" if hours.closes == "24:00" else hours.closes,
            }
            for hours in place.opening_hours
        ],
        "parentOrganization": {"@id": f"{origin}/#organization"},
    }
    if place.latitude is not None and place.longitude is not None:
        branch["geo"] = {"@type": "GeoCoordinates", "latitude": place.latitude, "longitude": place.longitude}
    return {name: value for name, value in branch.items() if value not in (None, "", [])}


def _cars_of_place(site: Site, item: Item) -> Json:
    config, origin = site.config, site.config.contacts.public_origin
    cars: list[dict[str, Any]] = [
        {
            "@type": "ListItem",
            "position": position,
            "url": origin + site.canonical(CAR.path_of(car.slug)),
            "name": car.name,
        }
        for position, car in enumerate((car for car in config.cars if car.in_fleet), start=1)
    ]
    return {"@context": CONTEXT, "@type": "ItemList", "name": item.text.title, "itemListElement": cars}


def _crumbs(site: Site, item: Item) -> Json:
    origin = site.config.contacts.public_origin
    steps = [(site.seo.site_name, HOME), (str(item.screen["name"]), item.path)]
    return {
        "@context": CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": position,
                "name": name,
                "item": origin + site.canonical(path),
            }
            for position, (name, path) in enumerate(steps, start=1)
        ],
    }
