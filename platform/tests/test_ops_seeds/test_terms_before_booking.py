"""What the site says before a booking is what the company's terms say, in each language."""

import json
import re
from datetime import date

import pytest
from company_texts import COMPANIES, languages_of, read
from seed_catalog import catalog_of

from abano.core.languages.texts import locale_of
from abano.site.pages.facts import facts_of, with_facts

FILE = "documents/terms-of-service.json"
LANDING = "documents/landing.json"
# How each language says it; {n} is the number of the company's settings.
CANCELLING = {
    "en": r"free (of charge )?up to {n} hours before",
    "ka": r"უფასოდ .*{n}\s?საათით",
    "ru": r"бесплатно .*не меньше {n}\s?час",
    "de": r"Bis {n}\s?Stunden vor Mietbeginn ist die Annullierung kostenlos",
}
WORDS = {
    "en": {
        "deposit": "no deposit", "mileage": "unlimited mileage", "kilometres": "{n} km a day",
        "driver": r"second driver is (free of charge|included)",
        "fuel": "level (of fuel )?(it had|at which)|fuel level",
        "firstDay": "paid on the first day", "pickup": "before the key is handed over",
    },
    "ka": {
        "deposit": "დეპოზიტი არ არის", "mileage": "შეუზღუდავი გარბენი", "driver": "მეორე მძღოლი", "fuel": "საწვავ",
        "firstDay": "პირველ დღეს",
    },
    "ru": {
        "deposit": "Депозита нет", "mileage": "пробег без ограничений", "driver": "[Вв]торой водитель",
        "fuel": "топлив",
        "firstDay": "в первый день аренды",
    },
    "de": {
        "kilometres": r"{n}\s?km", "driver": "zweite[rn]? (Fahrer|Lenker|Person)", "fuel": "Treibstoff|Tank|Benzin",
        "pickup": "Schlüssel",
    },
}  # fmt: skip


def text_of(company: str, language: str, file: str = FILE) -> str:
    """As visitors read it."""
    folder = "" if language == "en" else f"languages/{language}/"
    facts = facts_of(catalog_of(company), locale_of("en-GB"), date(2026, 7, 1))
    return json.dumps(with_facts(read(company, folder + file), facts), ensure_ascii=False).replace(
        "\u00a0", " "
    )


@pytest.mark.parametrize(
    ("company", "language"),
    [(company, language) for company in COMPANIES for language in ("en", *languages_of(company))],
)
def test_terms_say_what_the_settings_say(company: str, language: str) -> None:
    terms = read(company, "company.json")["integrations"]["rentalTerms"]
    text, words = text_of(company, language), WORDS[language]

    def says(pattern: str, number: object = "") -> bool:
        return bool(re.search(pattern.replace("{n}", str(number)), text, re.IGNORECASE))

    assert says(CANCELLING[language], terms["freeCancellationHours"])
    assert says(words[terms["payment"]])
    assert says(words["driver"]) is terms["secondDriverFree"]
    assert says(words["fuel"]) is (terms["fuel"] == "sameLevel")
    assert ("deposit" in words and says(words["deposit"])) is (terms.get("deposit") == 0)
    assert ("mileage" in words and says(words["mileage"])) is terms.get("mileageUnlimited", False)
    if "kilometresADay" in terms:
        assert says(words["kilometres"], terms["kilometresADay"])


@pytest.mark.parametrize("company", COMPANIES)
def test_promises_of_the_landing_page_are_the_same(company: str) -> None:
    terms = read(company, "company.json")["integrations"]["rentalTerms"]
    promises = json.dumps(json.loads(text_of(company, "en", LANDING))["promises"])
    assert ("No deposit" in promises) is (terms.get("deposit") == 0)
    assert ("Unlimited mileage" in promises) is terms.get("mileageUnlimited", False)
    assert ("econd driver" in promises) is terms["secondDriverFree"]


def test_licence_years_match_the_texts() -> None:
    for company, words in (("georgia", "at least {n} year"), ("alps", "two years")):
        years = read(company, "company.json")["integrations"]["rentalTerms"]["licenceYears"]
        assert words.replace("{n}", str(years)) in text_of(company, "en")
        assert ("two" in words) is (years == 2)
