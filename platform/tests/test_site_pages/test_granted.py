"""What a company grants, and what its texts say in each language once it grants something else."""

from dataclasses import replace
from datetime import date

import pytest
from company_texts import COMPANIES, documents_of, languages_of, leaves, read
from seed_catalog import catalog_of, with_terms

from abano.catalog.published.handover import Opening
from abano.catalog.published.snapshot import Catalog
from abano.core.languages.texts import locale_of
from abano.site.pages.facts import FIGURES, MARKS, facts_of, granted, names_in, with_facts

TODAY = date(2026, 7, 1)
FACTS = frozenset({*MARKS, *FIGURES})
NEVER_EMPTY = frozenset({"title", "headline", "subheadline", "question", "answer", "description", "heading"})
# Everything that a text of the demo companies may hang on, the other way round.
OTHERWISE = {
    "deposit": 300,
    "mileageUnlimited": None,
    "kilometresADay": None,
    "secondDriverFree": False,
    "payment": None,
    "freeCancellationHours": None,
}


def with_hours(catalog: Catalog) -> Catalog:
    [first, *others] = catalog.locations
    first = replace(first, opening_hours=(Opening(1, "09:00", "18:00"),))
    return replace(catalog, locations=(first, *others))


def with_first_car(catalog: Catalog, **changed: int) -> Catalog:
    [first, *others] = catalog.cars
    return replace(catalog, cars=(replace(first, **changed), *others))  # type: ignore[arg-type]


def granted_texts(catalog: Catalog) -> dict[str, str]:
    return granted(catalog, lambda minor: f"€{minor // 100}")


def test_what_each_demo_company_grants() -> None:
    georgia = {"noDeposit", "unlimitedMileage", "freeSecondDriver", "paidOnFirstDay", "alwaysOpen"}
    assert granted_texts(catalog_of("georgia")) == {
        **dict.fromkeys(georgia, ""),
        "freeCancellationHours": "24",
        "lateCancellationDays": "1",
    }
    assert granted_texts(catalog_of("alps")) == {
        **dict.fromkeys({"freeSecondDriver", "paidAtPickup"}, ""),
        "freeCancellationHours": "48",
        "lateCancellationDays": "1",
        "kilometresADay": "300",
    }


def test_one_car_or_one_place_ends_a_claim_about_all() -> None:
    georgia = catalog_of("georgia")
    costly = granted_texts(with_first_car(georgia, deposit=50_000))
    assert "noDeposit" not in costly
    assert costly["deposit"] == "€500"
    assert "noDeposit" in granted_texts(with_first_car(georgia, deposit=0))
    bounded = granted_texts(with_first_car(georgia, kilometres_a_day=200))
    assert not {"unlimitedMileage", "kilometresADay"} & bounded.keys()
    assert granted_texts(with_first_car(catalog_of("alps"), kilometres_a_day=200))["kilometresADay"] == "200"
    assert "alwaysOpen" not in granted_texts(with_hours(georgia))


def test_a_car_that_the_site_does_not_show_counts_for_nothing() -> None:
    georgia = catalog_of("georgia")
    hidden = tuple(car if car.in_fleet else replace(car, deposit=50_000) for car in georgia.cars)
    assert "noDeposit" in granted_texts(replace(georgia, cars=hidden))


def test_unset_terms_are_neither_granted_nor_refused() -> None:
    silent = granted_texts(with_terms(catalog_of("georgia"), **dict.fromkeys(OTHERWISE)))
    assert silent.keys() == {"noFreeCancellation", "alwaysOpen"}


@pytest.mark.parametrize(
    ("company", "language"),
    [(company, language) for company in COMPANIES for language in ("en", *languages_of(company))],
)
def test_other_terms_take_sentences_away_and_leave_no_place_empty(company: str, language: str) -> None:
    locale = locale_of("en-GB")
    before = facts_of(catalog_of(company), locale, TODAY)
    after = facts_of(with_hours(with_terms(catalog_of(company), **OTHERWISE)), locale, TODAY)
    lost = FACTS & (before.keys() - after.keys())
    for name in documents_of(company):
        body = read(company, name if language == "en" else f"languages/{language}/{name}")
        assert FACTS.isdisjoint(names_in(body)) or names_in(body) & lost, name
        shown = with_facts(body, after)
        for path, text in leaves(shown):
            assert "{{" not in str(text), path
            assert text or path[-1] not in NEVER_EMPTY, path
        for section in shown.get("sections", []):
            # Those of the home page are parts of it, not texts.
            assert section.get("paragraphs", True), section["heading"]
