"""What a company of a country probably wants: currency, time zone, phone prefix, language and word for VAT.

Proposals alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import phonenumbers
from babel.languages import get_official_languages
from babel.numbers import get_territory_currencies

# Where the first zone of the list is not that of most people.
MAIN_ZONES = {
    "AU": "Australia/Sydney",
    "BR": "America/Sao_Paulo",
    "CA": "America/Toronto",
    "RU": "Europe/Moscow",
}
# What invoices call value added tax, or the tax in its place, in letters of the documents' font. Other countries have
# the product's word in each language.
_TAX_LABELS = {
    "ALV": "FI",
    "BTW": "BE NL",
    "DDV": "SI",
    "DPH": "CZ SK",
    "GST": "AU CA IN NZ SG",
    "IGV": "PE",
    "ISV": "HN",
    "ITBIS": "DO",
    "ITBMS": "PA",
    "IVA": "AR BO CL CO CR EC ES GT IT MX NI PT PY SM SV UY VE",
    "KDV": "TR",
    "KM": "EE",
    "MVA": "NO",
    "MWST": "CH LI",
    "Moms": "DK SE",
    "MwSt.": "DE",
    "PDV": "BA HR ME RS",
    "PPN": "ID",
    "PVM": "LT",
    "PVN": "LV",
    "QQS": "UZ",
    "Sales tax": "US",
    "TVA": "CI DZ FR LU MA MC MD RO SN TN",
    "TVSH": "AL",
    "USt.": "AT",
    "VAT": "AE BD BH EG GB GH IE KE LK MT MU NG NP OM PH PL SA TH TZ UG ZA",
    "VSK": "IS",
    "ÁFA": "HU",
    "ΦΠΑ": "CY GR",
    "ДДВ": "MK",
    "ДДС": "BG",
    "НДС": "BY KG KZ RU",
    "ПДВ": "UA",
    "დღგ": "GE",
}
TAX_LABELS = {code: label for label, codes in _TAX_LABELS.items() for code in codes.split()}
ZONES = "zone.tab"
FALLBACK_CURRENCY = "EUR"


@dataclass(frozen=True, slots=True)
class Country:
    """``code``: ISO 3166-1. ``languages``: official ones, as primary subtags, the most used first.

    ``tax_label``: empty where the product's word is as good.
    """

    code: str
    currency: str
    timezone: str
    phone_prefix: str
    languages: tuple[str, ...]
    tax_label: str


@cache
def all_countries() -> Mapping[str, Country]:
    """By code: those that have a time zone, a currency and a calling code."""
    zones: dict[str, str] = {}
    for line in (files("tzdata.zoneinfo") / ZONES).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            code, _, zone, *_ = line.split("\t")
            zones.setdefault(code, zone)
    found = {}
    for code, zone in sorted((zones | MAIN_ZONES).items()):
        prefix = phonenumbers.country_code_for_region(code)
        currencies = get_territory_currencies(code)
        if prefix and currencies:
            languages = tuple(each.partition("_")[0] for each in get_official_languages(code))
            found[code] = Country(
                code, currencies[-1], zone, f"+{prefix}", languages, TAX_LABELS.get(code, "")
            )
    return found


@cache
def all_currencies() -> tuple[str, ...]:
    """Currencies in use, by code."""
    return tuple(sorted({country.currency for country in all_countries().values()} | {FALLBACK_CURRENCY}))
