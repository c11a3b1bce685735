"""What the lines of a price are called in the reader's language, by their codes. Pure."""

from abano.catalog.snapshot import Catalog
from abano.languages.texts import Texts
from abano.pricing.days import LAST_MINUTE, SEPARATOR, WEEKEND, is_car_line, season_code
from abano.pricing.rules import PICKUP_OUT_OF_HOURS, RETURN_OUT_OF_HOURS


def in_own_words(texts: Texts, code: str, label: str) -> str:
    """What the product calls a line; ``label``, which is the company's own words, where it does not."""
    if is_car_line(code):
        return _with_reasons(texts, code, label)
    ours = {
        "delivery": texts.gettext("Delivery and collection"),
        "promo": texts.gettext("Promo discount"),
        "discount": texts.gettext("Discount"),
        PICKUP_OUT_OF_HOURS: texts.gettext("Pickup out of hours"),
        RETURN_OUT_OF_HOURS: texts.gettext("Return out of hours"),
    }
    return ours.get(code, label)


def in_company_words(catalog: Catalog, code: str, label: str) -> str:
    """As the company calls it in the catalogue's language; what it no longer offers as it was booked."""
    if is_car_line(code):
        name, found = season_code(code), None
        if name:
            found = next((each for each in catalog.seasons if each.code == name), None)
        return f"{label.partition(SEPARATOR)[0]}{SEPARATOR}{found.name}" if found else label
    if code.startswith("insurance:"):
        option = catalog.insurance_option(code.removeprefix("insurance:"))
        return option.label if option else label
    service = catalog.service(code)
    return service.label if service else label


def _with_reasons(texts: Texts, code: str, label: str) -> str:
    if WEEKEND in code:
        label = texts.gettext("{what}, weekend", what=label)
    if LAST_MINUTE in code:
        label = texts.gettext("{what}, last minute", what=label)
    return label
