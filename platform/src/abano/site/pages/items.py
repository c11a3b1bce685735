"""Pages of single cars and places, and their list pages: titles and first screens. Pure.

Each car and place on the site has a page. Titles combine the product's texts with the company's data; prices
come from the catalogue.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from babel import Locale

from abano.catalog.pricing.days import daily_prices
from abano.catalog.published.snapshot import Car, Catalog, Place
from abano.core.languages.texts import Texts, format_money
from abano.site.media_library.pictures import Picture
from abano.site.pages.documents import Seo, SeoPage
from abano.site.pages.routes import CAR, CARS, GUIDES, HELP, PLACE, PLACES, REVIEWS


@dataclass(frozen=True, slots=True)
class Item:
    """An item page. ``screen``: data of its first screen, beside the site configuration."""

    kind: Literal["car", "place"]
    code: str
    path: str
    text: SeoPage
    screen: Mapping[str, Any]

    @property
    def picture(self) -> Picture | None:
        """The one that a visitor sees first: of the car, or of the first car that can be had at the place."""
        shown = [self.screen] if self.kind == "car" else self.screen["cars"]
        return Picture.model_validate(shown[0]["picture"]) if shown else None


def items_of(catalog: Catalog, texts: Texts, locale: Locale, prefix: str, today: date) -> dict[str, Item]:
    """By their routes. ``catalog`` and ``texts`` in the page's language, whose addresses begin with ``prefix``.

    ``today``: the company's date.
    """
    shown = [car for car in catalog.cars if car.in_fleet]
    lowest = {car.id: daily_prices(catalog, car, today).lowest for car in shown}

    def money(minor: int) -> str:
        return format_money(minor, catalog.rules.currency, locale)

    def price(car: Car) -> str:
        return money(lowest[car.id])

    items = [_car(car, price(car), texts) for car in shown]
    if shown:
        cheapest = money(min(lowest.values()))
        cars = [_card(car, price(car), prefix) for car in shown]
        for place in catalog.locations:
            fee = catalog.delivery_fee(place.code, place.code)
            items.append(_place(place, cheapest, money(fee) if fee else None, cars, texts))
    return {item.path: item for item in items}


def list_texts(catalog: Catalog, guides: Sequence[str], texts: Texts, seo: Seo) -> dict[str, SeoPage]:
    """Titles and descriptions of lists (cars, places, guides, reviews) and of the help, unless ``seo`` has them."""
    cars = ", ".join(car.name for car in catalog.cars if car.in_fleet)
    places = ", ".join(place.name for place in catalog.locations)
    words = {
        CARS: (
            texts.gettext("All cars"),
            texts.gettext("Photos and prices: {cars}.", cars=cars),
        ),
        PLACES: (
            texts.gettext("Pickup and return places"),
            texts.gettext("Opening hours, fees and directions: {places}.", places=places),
        ),
        GUIDES: (
            texts.gettext("Travel guides"),
            texts.gettext("Routes and tips for your trip: {guides}.", guides=", ".join(guides)),
        ),
        HELP: (
            texts.gettext("Help and contact"),
            texts.gettext("Answers to common questions, rental terms and how to reach us."),
        ),
        REVIEWS: (
            texts.gettext("Reviews"),
            texts.gettext(
                "What guests say about the cars and the service of {company}.", company=seo.site_name
            ),
        ),
    }
    own = {page.path for page in seo.pages}
    return {
        path: SeoPage(path=path, title=title, description=description)
        for path, (title, description) in words.items()
        if path not in own
    }


def _car(car: Car, price: str, texts: Texts) -> Item:
    path = CAR.path_of(car.slug)
    title = texts.gettext("{car}: rental from {price} a day", car=car.name, price=price)
    text = SeoPage(path=path, title=title, description=car.description or car.title)
    screen = {
        "name": car.name,
        "title": car.title,
        "description": car.description,
        "specs": list(car.specs),
        "picture": _first_slide(car),
        "price": price,
        # As the share picture says and shows it.
        "sharedPrice": texts.gettext("from {price} a day", price=price),
        "sharedPicture": _picture(car),
    }
    return Item("car", car.slug, path, text, screen)


def _place(place: Place, price: str, fee: str | None, cars: list[dict[str, Any]], texts: Texts) -> Item:
    """``fee``: what bringing the car there and fetching it costs."""
    path = PLACE.path_of(place.code)
    title = texts.gettext("{place}: car rental from {price} a day", place=place.name, price=price)
    description = texts.ngettext(
        "Pick up your car here or bring it back: {count} car, from {price} a day.",
        "Pick up your car here or bring it back: {count} cars, from {price} a day.",
        len(cars),
        price=price,
    )
    text = SeoPage(path=path, title=title, description=description)
    screen = {"name": place.name, "address": place.address, "price": price, "fee": fee, "cars": cars}
    return Item("place", place.code, path, text, screen)


def _card(car: Car, price: str, prefix: str) -> dict[str, Any]:
    """A car as pages of places list it."""
    address = prefix + CAR.path_of(car.slug)
    return {"name": car.name, "address": address, "picture": _picture(car), "price": price}


def pictures_of(car: Car) -> list[Mapping[str, Any]]:
    """Those that a page can show, of a car whose references are resolved."""
    return [image for image in car.images if image.get("src") and not image.get("film")]


def _first_slide(car: Car) -> dict[str, Any]:
    """What its page shows first: its film's poster, where there is one."""
    film = next((image["film"] for image in car.images if image.get("film")), None)
    poster = film["poster"] if film else None
    return _shown(poster) if poster else _picture(car)


def _picture(car: Car) -> dict[str, Any]:
    return _shown(next(iter(pictures_of(car)), {}))


def _shown(picture: Mapping[str, Any]) -> dict[str, Any]:
    return Picture.model_validate(picture).model_dump(by_alias=True, exclude={"media_id"})
