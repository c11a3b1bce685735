"""Structured data (schema.org) of pages of single cars and places. Pure.

A car is a product that is leased by the day: search engines show a price for products alone, and read it as the range
of its rates. ``seller`` is the business of the home page, by its id.
"""

from typing import Any

from abano.site.items import Item
from abano.site.routes import CAR, HOME
from abano.site.schemas import CarInfo, LocationInfo, SiteConfig
from abano.site.service import Site
from abano.site.structured_data import CONTEXT, Json

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
    url = origin + site.canonical(CAR.address_of(car.slug))
    data: Json = {
        "@context": CONTEXT,
        "@type": ["Product", "Car"],
        "@id": f"{origin}{CAR.address_of(car.slug)}#car",
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
    return {name: value for name, value in data.items() if value not in ("", [])}


def _offers(config: SiteConfig, car: CarInfo, url: str) -> Json:
    """The range of what a day costs. Whether it is free hangs on the dates, so nothing is said of it here."""
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
    """A price for each length that can be rented; none where it hangs on the days as well."""
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
    """Where the company has an address, it is a business of its own to search engines."""
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
            "url": origin + site.canonical(CAR.address_of(car.slug)),
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
