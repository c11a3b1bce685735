"""What the demo companies say in their own words is what their data say: cars, places, hours, fleet, payment, extras.

Facts in texts are checked in ``test_site_pages/test_claims.py``; terms before booking are in their own file.
"""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from company_texts import COMPANIES, documents_of, leaves, read

from abano.site.pages.facts import facts_for, with_facts

each_company = pytest.mark.parametrize("company", COMPANIES)
LANDING, SEO = "documents/landing.json", "documents/seo.json"
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
ALL_WHEELS = r"4x4|all-wheel|four-wheel|all four wheels"
SPOKEN = {"en": "English", "ka": "Georgian", "ru": "Russian", "de": "German"}


def cars_of(company: str) -> list[dict[str, Any]]:
    return list(read(company, "catalog.json")["cars"])


def fleet_of(company: str) -> list[dict[str, Any]]:
    return [car for car in cars_of(company) if car["inFleet"]]


def words_of(car: dict[str, Any]) -> str:
    return " ".join([car["name"], car["title"], car["description"], *car["specs"]])


def documents_text(company: str) -> str:
    return json.dumps([read(company, name) for name in documents_of(company)], ensure_ascii=False)


@each_company
def test_texts_about_cars_match_their_drive_and_seats(company: str) -> None:
    for car in cars_of(company):
        words = words_of(car)
        if re.search(ALL_WHEELS, words, re.IGNORECASE):
            assert car["driveWheels"] == "4x4", words
        if re.search(r"2x2|front-wheel", words):
            assert car["driveWheels"] == "2x2", words
        assert {int(stated) for stated in re.findall(r"(\d) seats", words)} <= {car["seats"]}
        for stated in re.findall(r"(\w+) (?:single seats|people travel well|friends)", words):
            assert NUMBERS[stated.lower()] == car["seats"], words
        if "Three full rows" in words:
            assert "thirdRow" in car["equipment"]
        for stated in ("Automatic", "Petrol", "Hybrid", "Electric"):
            if stated in " ".join(car["specs"]):
                assert stated in (car["transmission"], car["fuelType"]), words


@each_company
def test_cars_named_for_bad_roads_drive_all_wheels(company: str) -> None:
    drives = {car["slug"]: car["driveWheels"] for car in cars_of(company)}
    names = {car["name"]: car["driveWheels"] for car in cars_of(company)}
    assert "4x4" in {car["driveWheels"] for car in fleet_of(company)}
    for document in (read(company, name) for name in documents_of(company)):
        for block in document.get("blocks", []):
            assert {drives[slug] for slug in block.get("cars", [])} <= {"4x4"}
        for _, text in leaves(document):
            if named := re.search(r"4x4 rental for [^:]*: (.*)\.", str(text)):
                assert {names[name] for name in named[1].split(", ")} == {"4x4"}


@each_company
def test_an_answer_of_the_quiz_says_of_a_car_what_is_true_of_it(company: str) -> None:
    least = min(float(car["fuelConsumption"]) for car in fleet_of(company))
    most = sorted(car["luggageLarge"] for car in fleet_of(company))
    for question in read(company, "quiz-v1.json")["questions"]:
        for option in question["options"]:
            for score, car in (
                (score, car) for score in option.get("scores", []) for car in fleet_of(company)
            ):
                if not is_about(score, car) or score["points"] < 0:
                    continue
                reason, stated = option.get("reason") or "", f"{option.get('reason')} ({car['name']})"
                if re.search(ALL_WHEELS, reason):
                    assert car["driveWheels"] == "4x4", stated
                for number in re.findall(r"it has (\w+) seats", reason):
                    assert NUMBERS.get(number, 6) <= car["seats"], stated
                if "uses little fuel" in reason:
                    assert float(car["fuelConsumption"]) == least, stated
                if "wide boot" in reason or "room for everyone" in reason or "all fit in" in reason:
                    assert car["luggageLarge"] >= most[1], stated
                if "saloon" in reason:
                    assert car["category"] == "sedan", stated
                if "off-road drive" in reason or "leaves the asphalt" in reason:
                    assert (car["category"], car["driveWheels"]) == ("offRoad", "4x4"), stated


def is_about(score: dict[str, Any], car: dict[str, Any]) -> bool:
    return bool(
        score.get("car") == car["slug"]
        or score.get("category") == car["category"]
        or score.get("drive") == car["driveWheels"]
        or car["seats"] >= score.get("seats", 100)
    )


def test_what_every_car_has_every_car_has() -> None:
    text = documents_text("alps")
    assert "every car has winter tyres" in text
    assert "vignette is on every car" in text
    for car in fleet_of("alps"):
        assert "winterTyres" in car["equipment"], car["name"]
        assert "Swiss motorway vignette" in car["specs"], car["name"]


@each_company
def test_figures_of_the_company_are_those_of_its_data(company: str) -> None:
    today = datetime.now(UTC).date()
    written = read(company, LANDING)
    landing = with_facts(written, facts_for(written, {}, today))
    fleet, places = read(company, "fleet.json"), read(company, "catalog.json")["locations"]
    stated = {item["label"]: item["value"] for item in landing["stats"]}
    for label, value in stated.items():
        number = int(re.sub(r"\D", "", value))
        if label in ("vehicles", "cars"):
            assert len(fleet) >= number if value.endswith("+") else len(fleet) == number
        elif label == "pickup places":
            assert len(places) == number
        elif label == "years in business":
            assert landing["founded"] + number == today.year
        elif "since" in label:
            assert landing["founded"] == number
        else:
            assert label == "customer satisfaction"
    reviews = read(company, "reviews.json")["reviews"]
    rating = landing.get("rating")
    assert rating is None or (0 < rating["value"] <= 5 and rating["count"] >= len(reviews))
    # Each car that is shown has a review, and no other.
    assert {car["slug"] for car in cars_of(company)} >= {
        review["car"] for review in reviews if "car" in review
    }
    for named in re.findall(r"since (\d{4})", landing["about"]["title"]):
        assert int(named) == landing["founded"]


@each_company
def test_places_and_hours_are_those_of_the_catalogue(company: str) -> None:
    seo, places = read(company, SEO), read(company, "catalog.json")["locations"]
    names = {place["name"] for place in places}
    assert set(seo["areaServed"]) == names
    text = documents_text(company)
    found = re.findall(r"[Pp]ick up in ([A-Z](?:St\. |[^.;])*?)(?: and drive|\.)", text)
    assert found
    for listed in found:
        assert {part for part in re.split(r", | or (?:at )?| and ", listed) if part} == names, listed
    open_always = not any(place["openingHours"] for place in places)
    assert (seo["openingHours"] == "Mo-Su 00:00-24:00") is open_always
    assert bool(re.search(r"[Oo]pen 24/7|any hour|24 hours a day, seven days", text)) is open_always
    for place in places:
        for hours in place["openingHours"]:
            assert seo["openingHours"] == f"Mo-Su {hours['opens']}-{hours['closes']}"
    if "Key safe for the first train" in text:
        # Before and after the hours at no fee.
        assert {place["outOfHoursFee"] for place in places} == {"0"}


@each_company
def test_payment_texts_agree_everywhere(company: str) -> None:
    landing, settings = read(company, LANDING), read(company, "company.json")["settings"]
    payment = landing["payment"]
    assert set(payment["currencies"]) == {settings["currency"], *settings["displayCurrencies"]}
    assert payment["languages"] == [SPOKEN[language] for language in settings["languages"]]
    text = documents_text(company)
    found = re.findall(r"by ([cC]a[a-z]+(?:, card)? or bank transfer)", text)
    assert found
    for methods in found:
        assert [part.capitalize() for part in re.split(", | or ", methods)] == payment["methods"]
    for currencies in re.findall(
        r"in ((?:[A-Z]{3}, )+[A-Z]{3} or [A-Z]{3}|[A-Z]{3}, [A-Z]{3} or [A-Z]{3})", text
    ):
        assert set(re.split(", | or ", currencies)) == set(payment["currencies"])
    for languages in re.findall(r"in ((?:[A-Z][a-z]+, )*[A-Z][a-z]+ or (?:Russian|German))", text):
        assert re.split(", | or ", languages) == payment["languages"]


@each_company
def test_extras_that_texts_offer_are_in_the_catalogue(company: str) -> None:
    catalog, text = read(company, "catalog.json"), documents_text(company)
    codes = {service["code"] for service in catalog["services"]}
    offers = {
        "prepaid fuel": "prepaidFuel",
        "snow chains on request": "snowChains",
        "Add snow chains": "snowChains",
        "camping equipment": "campingEquipment",
        "with roof tents": "carRoofTent",
        "Armenia allowed": "crossBorderArmenia",
    }
    found = {code for words, code in offers.items() if words in text}
    assert found
    assert found <= codes


def test_damage_to_others_is_in_every_price() -> None:
    """The cheapest protection costs nothing and covers it; so do, by law, all others."""
    for company in (*COMPANIES, "starter"):
        cheapest = min(read(company, "catalog.json")["insurance"], key=lambda item: float(item["dailyRate"]))
        assert float(cheapest["dailyRate"]) == 0
        assert re.search("others|Third-party", " ".join(cheapest["bullets"]))
