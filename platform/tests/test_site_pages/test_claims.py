"""What the texts say of prices is what the prices are: both demo companies, and a company that changes its prices.

The expected figures are counted here from the seeds' own numbers, not by the code that fills the texts.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql, ClientFactory
from seed_catalog import catalog_of

from abano.core.config import Settings
from abano.core.languages.texts import format_money, locale_of
from abano.ops.seeds.demo import create_from_template
from abano.ops.seeds.loader import FOLDER
from abano.site.pages.facts import FIGURES, MARKS, granted, names_in, with_facts

pytestmark = pytest.mark.anyio

COMPANIES = ("georgia", "alps")
SYMBOLS = {"georgia": "€", "alps": "CHF\u00a0"}
# About the company, not its prices; the cover of others is the insurer's, a tyre's price the workshop's.
OTHER_PERCENTS = {"georgia": {"99%"}, "alps": set[str]()}
OTHER_AMOUNTS = {"georgia": {"50000", "95"}, "alps": set[str]()}


def seed(company: str, name: str) -> Any:
    return json.loads((FOLDER / company / name).read_text(encoding="utf-8"))


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and "focus" in value:
        yield value["alt"]  # a picture, whose other fields are for the browser
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts_in(item)


def sentences_in(value: Any) -> list[str]:
    return [part for text in texts_in(value) for part in re.split(r"(?<=[.!?])\s+", text)]


async def config_of(client: httpx.AsyncClient) -> dict[str, Any]:
    """Everything that visitors read of prices: the home page's texts, the terms, the head, the wizard's insurance."""
    site = (await client.get("/api/site")).json()["site"]
    terms = (await client.get("/api/site/documents/terms-of-service")).json()["document"]
    landing = {
        name: text
        for name, text in site["landing"].items()
        # Prices of the advertisements in their own currency.
        if name != "advertisedPrices"
    }
    landing["hiddenText"] = [text for text in landing["hiddenText"] if "USD" not in text]
    landing["priceRange"] = landing["priceRange"].replace("USD 70-150", "")
    return {"landing": landing, "terms": terms, "pages": site["pages"], "insurance": site["insurance"]}


@pytest.fixture
def clients(client: httpx.AsyncClient, alps_client: httpx.AsyncClient) -> dict[str, httpx.AsyncClient]:
    return {"georgia": client, "alps": alps_client}


def saving(rates: list[dict[str, Any]], days: int, shortest: int) -> float:
    def rate(length: int) -> float:
        return [float(item["dailyRate"]) for item in rates if item["minDays"] <= length][-1]

    return 100 * (1 - rate(days) / rate(shortest))


@pytest.mark.parametrize("company", COMPANIES)
async def test_savings_are_those_of_the_rates(clients: dict[str, httpx.AsyncClient], company: str) -> None:
    words = await config_of(clients[company])
    shortest = seed(company, "company.json")["settings"]["minimumDays"]
    fleet = [car["rates"] for car in seed(company, "catalog.json")["cars"] if car["inFleet"]]
    week = int(max(saving(rates, 7, shortest) for rates in fleet))
    best = int(max(saving(rates, days, shortest) for rates in fleet for days in (7, 14, 30)))
    settings = seed(company, "company.json")["settings"]
    commission = f"{settings['commissionBasisPoints'] / 100:g}%"
    found = {text for part in texts_in(words) for text in re.findall(r"\d+(?:\.\d+)?\s?%", part)}
    assert found - OTHER_PERCENTS[company] - {commission} == {f"{week}%", f"{best}%"}
    assert f"up to {week}%" in words["landing"]["fleetText"]
    assert words["landing"]["weeklySaving"] == week
    assert seed(company, "documents/landing.json")["weeklySaving"] == week


@pytest.mark.parametrize("company", COMPANIES)
async def test_what_is_free_is_free(clients: dict[str, httpx.AsyncClient], company: str) -> None:
    words = await config_of(clients[company])
    catalog = seed(company, "catalog.json")
    fees = {
        item["pickup"]: float(item["fee"])
        for item in catalog["deliveryFees"]
        if item["pickup"] == item["dropoff"]
    }
    places = {place["name"]: fees.get(place["code"], 0.0) for place in catalog["locations"]}
    for sentence in sentences_in(words):
        assert not re.search("free airport", sentence, re.IGNORECASE), sentence
        for named in re.findall(r"\bfree in ([^.;:]*?)(?:,| It has|\.|$)", sentence, re.IGNORECASE):
            free = [place for place in places if place in named]
            assert free, sentence
            assert all(places[place] == 0 for place in free), sentence
        for place, fee in places.items():
            for stated_fee in re.findall(rf"{re.escape(place)} \(\D*([\d,’.]+)\)", sentence):
                assert float(stated_fee.replace(",", "").replace("’", "")) == fee, sentence


@pytest.mark.parametrize("company", COMPANIES)
async def test_insurance_texts_agree_on_the_home_page_in_the_terms_and_in_the_wizard(
    clients: dict[str, httpx.AsyncClient], company: str
) -> None:
    words = await config_of(clients[company])
    options = {option["code"]: option for option in seed(company, "catalog.json")["insurance"]}
    assert {item["code"]: (item["dailyRate"], item["excess"]) for item in words["insurance"]} == {
        code: (float(option["dailyRate"]), float(option["excess"])) for code, option in options.items()
    }
    for option in words["insurance"]:
        assert option["exclusions"], "each protection leaves something out, and says so"
        assert not [text for text in option["bullets"] if re.search(r"\b(not|no|yours to pay)\b", text)]
    whole = next(option for option in options.values() if float(option["excess"]) == 0)
    price = f"{SYMBOLS[company]}{whole['dailyRate']} a day"
    full_cover_texts = [
        sentence
        for sentence in sentences_in([words["landing"], words["terms"], words["pages"]])
        if re.search(rf"full insurance|full cover|100% vehicle|{whole['label']}", sentence, re.IGNORECASE)
    ]
    assert full_cover_texts
    assert [text for text in full_cover_texts if whole["label"] not in text] == []
    assert any(price in text for text in full_cover_texts)
    [terms] = [section for section in words["terms"]["sections"] if "nsurance" in section["heading"]]
    for option in options.values():
        if float(option["excess"]):
            amount = format_money(
                int(option["excess"]) * 100,
                "EUR" if company == "georgia" else "CHF",
                locale_of("en-CH" if company == "alps" else "en-GB"),
            )
            assert f"{option['label']}" in json.dumps(terms, ensure_ascii=False)
            assert amount in json.dumps(terms, ensure_ascii=False)


@pytest.mark.parametrize("company", COMPANIES)
async def test_every_amount_is_one_of_the_companys(
    clients: dict[str, httpx.AsyncClient], company: str
) -> None:
    words = await config_of(clients[company])
    catalog, settings = seed(company, "catalog.json"), seed(company, "company.json")
    fleet = [car for car in catalog["cars"] if car["inFleet"]]
    known = {
        float(amount)
        for amount in (
            *(item["fee"] for item in catalog["deliveryFees"]),
            *(item[name] for item in catalog["insurance"] for name in ("dailyRate", "excess")),
            *(item["price"] for item in catalog["services"]),
            *(rate["dailyRate"] for car in fleet for rate in car["rates"]),
            settings["integrations"]["punctuality"]["fee"],
            *OTHER_AMOUNTS[company],
        )
    }
    amount = r"(?:€|\$|CHF\s|EUR\s|USD\s)([\d,’]*\d(?:\.\d+)?)|([\d,’]*\d(?:\.\d+)?)\s(?:EUR|USD|CHF)"
    found = [
        (float((before or after).replace(",", "").replace("’", "")), sentence)
        for sentence in sentences_in(words)
        for before, after in re.findall(amount, sentence)
    ]
    assert len(found) > 5
    assert [(value, sentence) for value, sentence in found if value not in known] == []


@pytest.mark.parametrize("company", COMPANIES)
async def test_no_page_shows_a_place_that_was_not_filled(
    clients: dict[str, httpx.AsyncClient], company: str
) -> None:
    client = clients[company]
    for path in ("/", "/booking", "/terms-of-service", "/affiliate-register", "/api/site"):
        answer = await client.get(path)
        assert answer.status_code == 200
        assert "{{" not in answer.text, path
    # Each fact that a shipped text names is one that the company has: no sentence of its texts is left out.
    for file in (FOLDER / company).rglob("documents/*.json"):
        kind = file.stem
        lang = file.parts[-3] if file.parts[-4] == "languages" else "en"
        stored = json.loads(file.read_text(encoding="utf-8"))
        if not names_in(stored) or kind == "seo":
            continue
        shown = (
            (await client.get(f"/api/site?lang={lang}")).json()["site"]["landing"]
            if kind == "landing"
            else (await client.get(f"/api/site/documents/{kind}?lang={lang}")).json()["document"]
        )
        # A picture's file is shown as its addresses.
        texts = (granted_of(company, text) for text in texts_in(stored) if not text.startswith("media/"))
        written = [text for text in texts if text]
        pattern = [re.sub(r"\\\{\\\{.*?\\\}\\\}", "(?s:.+)", re.escape(text)) for text in written]
        everything = list(texts_in(shown))
        lost = [part for part in pattern if not any(re.fullmatch(part, text) for text in everything)]
        assert lost == [], (lang, kind)


def granted_of(company: str, text: str) -> str:
    """The text without the sentences about what this company does not grant, and without the marks of the others."""
    if not names_in(text):
        return text
    own = granted(catalog_of(company), str)
    foreign = {*MARKS, *FIGURES} - own.keys()
    kept = [part for part in re.split(r"(?<=[.!?])\s+", text) if not names_in(part) & foreign]
    return re.sub(rf"{{{{({'|'.join(MARKS)})}}}}", "", " ".join(kept))


async def test_texts_follow_when_prices_change(
    settings: Settings, client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    await create_from_template(
        settings, slug="changing", name="Changing Cars", domain="changing.example", template="georgia"
    )
    own = "tenant_id = (select id from tenants where slug = 'changing')"
    elantra = f"car_id = (select id from cars where slug = 'hyundai-elantra' and {own})"
    query_admin_sql(f"update car_rates set daily_rate_minor = 1900 where min_days >= 7 and {elantra}")
    query_admin_sql(f"update delivery_fees set fee_minor = 0 where pickup_location = 'kutaisi' and {own}")
    query_admin_sql(f"update insurance_options set daily_rate_minor = 4250 where code = 'enhanced' and {own}")
    query_admin_sql(f"update services set price_minor = 12000 where code = 'crossBorderArmenia' and {own}")
    client = client_of("changing.example")
    landing = (await client.get("/api/site")).json()["site"]["landing"]
    assert landing["weeklySaving"] == 50
    assert landing["fleetText"] == (
        "Cars that know Georgian roads. A week saves you up to 50%."
        " The longer you rent, the less a day costs: up to 50% less from 7 days on."
    )
    promises = {item["title"]: item["text"] for item in landing["promises"]}
    assert "Free in Tbilisi and Kutaisi, for a fee in Batumi (€200)." in promises["Airport or hotel handover"]
    assert "€42.50 a day" in promises["Insured as you choose"]
    terms = (await client.get("/api/site/documents/terms-of-service")).text
    assert "It costs €120 and takes one working day" in terms
    assert "€42.50 a day" in terms


async def test_untrue_claims_are_not_shown(
    settings: Settings, client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    await create_from_template(
        settings, slug="flat", name="Flat Cars", domain="flat.example", template="georgia"
    )
    own = "tenant_id = (select id from tenants where slug = 'flat')"
    query_admin_sql(f"delete from car_rates where {own}")
    query_admin_sql(f"update tenant_settings set length_discounts = '[]' where {own}")
    query_admin_sql(f"update delivery_fees set fee_minor = 7000 where {own}")
    query_admin_sql(f"update insurance_options set excess_minor = null where {own}")
    hours = [
        *({"weekday": day, "opens": "09:00", "closes": "18:00"} for day in (1, 2, 3, 5)),
        {"weekday": 6, "opens": "10:00", "closes": "14:00"},
    ]
    query_admin_sql(f"update locations set opening_hours = %s where {own}", json.dumps(hours))
    terms = {"deposit": 300, "payment": "pickup", "kilometresADay": 200, "freeCancellationHours": None}
    query_admin_sql(
        "update tenant_settings set integrations = jsonb_set(integrations, '{rentalTerms}', %s)"
        f" where {own}",
        json.dumps(terms),
    )
    client = client_of("flat.example")
    landing = (await client.get("/api/site")).json()["site"]["landing"]
    assert landing["fleetText"] == "Cars that know Georgian roads."
    promises = {item["title"]: item["text"] for item in landing["promises"]}
    assert "Airport or hotel handover" not in promises
    assert promises["24-hour support"] == "A person answers, in English, Georgian or Russian."
    assert promises["Insured as you choose"] == "Damage to others is covered in every price."
    assert not {"No deposit", "Unlimited mileage", "Free second driver"} & promises.keys()
    assert landing["subheadline"] == "Pick up in Tbilisi, Kutaisi or Batumi and drive as far as Armenia."
    answers = {item["question"]: item["answer"] for item in landing["faq"]}
    assert answers["Is there a deposit?"] == "Yes, at most €300, which you get back after the rental."
    body = (await client.get("/api/site/documents/terms-of-service")).json()["document"]
    texts = " ".join(texts_in(body))
    assert "A deposit of at most €300 is returned after the rental." in texts
    assert "To change or cancel a booking, please write to us." in texts
    for claim in ("no deposit", "free of charge", "unlimited", "on the first day"):
        assert claim not in texts, claim
    home = (await client.get("/")).text
    for guest in (await client.get("/api/site")).json()["site"]["reviews"]:
        home = home.replace(guest["text"], "")
    for claim in (
        "o deposit",
        "nlimited mileage",
        "ree second driver",
        "handover around the clock",
        "00:00-24:00",
    ):
        assert claim not in home, claim
    assert '"openingHours":["Mo-We 09:00-18:00","Fr 09:00-18:00","Sa 10:00-14:00"]' in home


def test_an_entry_of_a_list_goes_with_its_text() -> None:
    body = {
        "items": [{"title": "Saving", "text": "Save {{week}}."}, {"title": "Kept", "text": ""}],
        "bullets": ["{{week}} less", "a tyre"],
        "chat": "From {pickup}. Thank you!",
    }
    assert with_facts(body, {}) == {
        "items": [{"title": "Kept", "text": ""}],
        "bullets": ["a tyre"],
        "chat": "From {pickup}. Thank you!",
    }
    assert with_facts(body, {"week": "6%"})["items"][0]["text"] == "Save 6%."


def test_seeds_are_where_this_file_looks_for_them() -> None:
    # What a company of one's own begins with, test_ops_seeds/test_starter.py, is no demo company.
    folders = {path.name for path in Path(FOLDER).iterdir() if (path / "documents").is_dir()}
    assert folders == {*COMPANIES, "starter"}


SCRIPTS = {
    "en": ("Latin", "Cyrillic"),
    "ka": ("ლათინური", "კირილური"),
    "ru": ("латиницей", "кириллицей"),
}


@pytest.mark.parametrize("language", SCRIPTS)
async def test_questions_and_terms_name_the_same_scripts_of_a_licence(
    client: httpx.AsyncClient, language: str
) -> None:
    query = {"lang": language}
    site = (await client.get("/api/site", params=query)).json()["site"]
    terms = (await client.get("/api/site/documents/terms-of-service", params=query)).json()["document"]
    texts = (" ".join(texts_in(site["landing"]["faq"])), " ".join(texts_in(terms)))
    for text in texts:
        assert [script for script in SCRIPTS[language] if script in text] == list(SCRIPTS[language])
