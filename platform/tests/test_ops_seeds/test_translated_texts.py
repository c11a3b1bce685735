"""The demo companies make the same claims in each language, and every text is translated.

Each language file is compared with the English one. Values other than text are equal; texts mention the same
facts, numbers, places and cars, and are written in their language.
"""

import re
from collections import Counter
from typing import Any

import pytest
from babel.messages.pofile import read_po
from company_texts import (
    COMPANIES,
    PLACEHOLDER,
    Path,
    documents_of,
    languages_of,
    leaves,
    numbers_in,
    read,
)

from abano.ops.seeds.loader import FOLDER

FRONTEND_TEXTS = FOLDER.parents[4] / "frontend" / "src" / "locales"
# Fields without text: equal in each language.
FACTS = {
    *("icon", "image", "imagePortrait", "view", "value", "id", "rating", "count", "car", "cars"),
    *("dailyPrice", "currency", "currencies", "priceRange", "founded", "weeklySaving", "copyright"),
    *(
        "siteName",
        "businessType",
        "postalCode",
        "countryCode",
        "latitude",
        "longitude",
        "openingHours",
        "path",
    ),
    *(
        "type",
        "tone",
        "leads",
        "duration",
        "uploadedOn",
        "publishedOn",
        "writtenOn",
        "thumbnail",
        "atPercent",
        "place",
        "carClass",
        "href",
    ),
    "src",
}
LOCALES = {
    ("georgia", "ka"): "ka-GE",
    ("georgia", "ru"): "ru-RU",
    ("alps", "de"): "de-CH",
}
BINDING = {
    ("georgia", "en"): "the Georgian version prevails.",
    ("georgia", "ka"): "უპირატესობა ენიჭება ქართულ ვერსიას.",
    ("georgia", "ru"): "преимущественную силу имеет грузинская версия.",
    ("alps", "en"): "the German version prevails.",
    ("alps", "de"): "gilt die deutsche Fassung.",
}
# Stems of place names, without inflected endings.
PLACES = {
    "en": (
        "Tbilisi",
        "Kutaisi",
        "Batumi",
        "Armenia",
        "Turkey",
        "Azerbaijan",
        "Chur",
        "Zurich",
        "Moritz",
        "Innsbruck",
    ),
    "ka": ("თბილის", "ქუთაის", "ბათუმ", "სომხეთ", "თურქეთ", "აზერბაიჯან"),
    "ru": ("Тбилиси", "Кутаиси", "Батуми", "Армени", "Турци", "Азербайджан"),
    "de": (*("",) * 6, "Chur", "Zürich", "Moritz", "Innsbruck"),
}
LETTERS = {"ka": "[ა-ჰ]", "ru": "[А-Яа-яЁё]", "de": "[A-Za-zÄÖÜäöüß]"}
UNITS = {
    "ka": "კმ|მმ|ლიტრ|კვირ|თვ|წლ|ლარი|წუთ|საათ|დღ|°C|USD|ევრო|აშშ",
    "ru": r"км|мм|ч\b|литр|недел|месяц|год|лет|лари|минут|час|дн|°C|USD|евро|долларов",
    "de": "km|Liter|Minute|Stunde|Tag|Woche|Monat",
}
# Also read by search engines, where invisible characters are avoided.
SEARCHED = {"title", "description", "keywords", "hiddenText"}
# Words that are not transliterated.
LATIN = {"Bluetooth", "Google", "USD", "WD", "IP", "cookie", "x", "C"}
ENGLISH = re.compile(r"\b(the|and|you|your|with|of|is|are|for|not|from|our|we)\b")


def english(company: str, name: str) -> Any:
    """The English content in the format of a language file."""
    content = read(company, name)
    if name == "catalog.json":
        return {
            "cars": {car["slug"]: texts for car in content["cars"] if (texts := _car(car))},
            "locations": {place["code"]: _place(place) for place in content["locations"]},
            **({"handoverPlaces": places} if (places := _handover_places(content)) else {}),
            "insurance": _parts(content["insurance"], "label", "description", "bullets", "exclusions"),
            "services": _parts(content["services"], "group", "label", "description", "note"),
        }
    if name.startswith("quiz-"):
        return {
            "questions": {item["id"]: _question(item) for item in content["questions"]},
            "encouragements": content["encouragements"],
        }
    return content


def _handover_places(content: Any) -> Any:
    return _parts(content.get("handoverPlaces", []), "name", "meetingPoint", "instructions")


def _question(question: Any) -> dict[str, Any]:
    """A recommendation's reasons by answer; not every answer has one."""
    options = question["options"]
    reasons = {option["value"]: option["reason"] for option in options if option.get("reason")}
    texts = {"text": question["text"], "options": {option["value"]: option["label"] for option in options}}
    return texts | ({"reasons": reasons} if reasons else {})


def _car(car: Any) -> dict[str, Any]:
    """A car that is listed by its name alone has little to translate."""
    texts = {
        name: car[name]
        for name in ("title", "description", "specs")
        if car[name] and car[name] != car["name"]
    }
    images = [{"view": image["view"], "alt": image["alt"]} for image in car["images"]]
    return texts | ({"images": images} if images else {})


def _place(place: Any) -> dict[str, Any]:
    return {name: place[name] for name in ("name", "address") if place[name]}


def _parts(items: list[Any], *names: str) -> dict[str, Any]:
    return {item["code"]: {name: item[name] for name in names} for item in items}


FILES = [
    (company, language, name)
    for company in COMPANIES
    for language in languages_of(company)
    for name in ("catalog.json", "quiz-v1.json", *documents_of(company))
]
each_file = pytest.mark.parametrize(("company", "language", "name"), FILES)


def field_of(path: Path) -> str:
    """The name of the field; for a list item, that of the list."""
    return next(str(step) for step in reversed(path) if isinstance(step, str))


def is_text(path: Path, value: Any) -> bool:
    return isinstance(value, str) and bool(value) and field_of(path) not in FACTS | {"locale"}


def pairs(company: str, language: str, name: str) -> list[tuple[Path, str, str]]:
    """Pairs of each English text and its translation."""
    translated = dict(leaves(read(company, f"languages/{language}/{name}")))
    both = [
        (path, text, translated[path]) for path, text in leaves(english(company, name)) if is_text(path, text)
    ]
    assert both
    return both


def names_of(company: str) -> set[str]:
    """Names that are not translated: the company's, and those of its cars, in full and in short."""
    cars = {car["name"] for car in read(company, "catalog.json")["cars"]}
    short = {name.split(" ", 1)[1] for name in cars} | {"Octavia", "Panda"}
    return {read(company, "company.json")["name"], *cars, *short}


def facts_in(text: str) -> Counter[frozenset[str]]:
    """The facts each sentence needs: the sentence is omitted if one is missing."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    return Counter(names for part in sentences if (names := frozenset(re.findall(r"\{\{(.*?)\}\}", part))))


def places_in(text: str, language: str) -> set[int]:
    text = PLACEHOLDER.sub("", text).lower()
    return {number for number, stem in enumerate(PLACES[language]) if stem and stem.lower() in text}


def test_each_language_has_every_file() -> None:
    assert {(company, language) for company, language, _ in FILES} == set(LOCALES)
    for company, language, name in FILES:
        assert (FOLDER / company / "languages" / language / name).is_file(), name


@each_file
def test_a_translation_has_the_same_parts(company: str, language: str, name: str) -> None:
    translated = dict(leaves(read(company, f"languages/{language}/{name}")))
    original = dict(leaves(english(company, name)))
    assert translated.keys() == original.keys()
    assert {path for path, text in translated.items() if text == ""} == {
        path for path, text in original.items() if text == ""
    }


@each_file
def test_a_translation_has_the_same_facts(company: str, language: str, name: str) -> None:
    translated = dict(leaves(read(company, f"languages/{language}/{name}")))
    for path, original in leaves(english(company, name)):
        if field_of(path) == "locale":
            assert translated[path] == LOCALES[company, language]
        elif not is_text(path, original):
            assert translated[path] == original, path


@each_file
def test_a_translation_makes_the_same_claims(company: str, language: str, name: str) -> None:
    names = names_of(company)
    for path, original, translated in pairs(company, language, name):
        assert facts_in(translated) == facts_in(original), path
        assert sorted(PLACEHOLDER.findall(translated)) == sorted(PLACEHOLDER.findall(original)), path
        assert translated.count("\n") == original.count("\n"), path
        assert numbers_in(translated) == numbers_in(original), path
        assert {own for own in names if own in translated} == {own for own in names if own in original}, path
        # Search keywords are not claims: users search by other names of a place or car.
        if field_of(path) != "keywords":
            assert places_in(translated, language) == places_in(original, "en"), path


@each_file
def test_a_translation_is_written_in_its_language(company: str, language: str, name: str) -> None:
    names = sorted(names_of(company), key=len, reverse=True)
    for path, original, translated in pairs(company, language, name):
        rest = PLACEHOLDER.sub("", translated)
        for own in names:
            rest = rest.replace(own, "")
        if language == "de":
            # People, places and the address have the same names.
            if (
                field_of(path) not in {"name", "city", "address", "streetAddress", "areaServed"}
                and translated not in LATIN
            ):
                assert translated != original, path
            assert not ENGLISH.search(rest), path
        elif re.search("[A-Za-z]", PLACEHOLDER.sub("", original)) and translated not in LATIN:
            assert re.search(LETTERS[language], translated), path
            assert set(re.findall("[A-Za-z]+", rest)) <= LATIN, path
            assert not re.search(LETTERS["ru" if language == "ka" else "ka"], translated), path


@each_file
def test_a_translation_keeps_the_rules_of_its_script(company: str, language: str, name: str) -> None:
    for path, _, translated in pairs(company, language, name):
        assert not re.search(r'"|“[^„]*”|  | $|^ ', translated), path
        assert [translated.count(mark) for mark in "«„"] == [translated.count(mark) for mark in "»“"], path
        assert not re.search("«" if language != "ru" else "[„“]", translated), path
        assert not re.search(rf"\d (?:{UNITS[language]})", translated), (
            f"{path}: a number and its unit stay in one line"
        )
        assert not re.search(r"\d-\d", translated), f"{path}: a range has a dash"
        if field_of(path) not in SEARCHED and re.search(LETTERS[language], translated):
            assert not re.search(r"\d–\d|[\dA-Za-z%}]-[ა-ჰ]", translated), (
                f"{path}: a range, or an ending, breaks off"
            )
        if language == "ru":
            assert " —" not in translated, f"{path}: a dash stays at the end of its line"
        if language == "de":
            assert "ß" not in translated, f"{path}: Swiss spelling"
            assert not re.search(r"\b(du|dich|dir|dein\w*|Du)\b", translated), path


@pytest.mark.parametrize(("company", "language"), LOCALES)
def test_titles_and_descriptions_fit_a_list_of_results(company: str, language: str) -> None:
    folder = f"languages/{language}/documents"
    pages = list(read(company, f"{folder}/seo.json")["pages"])
    guides = [
        read(company, f"languages/{language}/{name}")
        for name in documents_of(company)
        if read(company, name).get("type") == "page"
    ]
    for page in [*pages, *guides]:
        # Placeholders of these texts have short or empty values.
        shown = {name: PLACEHOLDER.sub("", page[name]) for name in ("title", "description")}
        assert len(shown["title"]) <= 60, page["title"]
        assert len(shown["description"]) <= 155, page["description"]
    titles = [page["title"] for page in pages]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(("company", "language"), BINDING)
def test_legal_texts_say_which_version_binds(company: str, language: str) -> None:
    folder = "documents" if language == "en" else f"languages/{language}/documents"
    for kind in ("terms-of-service", "privacy-policy"):
        texts = [text for _, text in leaves(read(company, f"{folder}/{kind}.json"))]
        assert len([text for text in texts if str(text).endswith(BINDING[company, language])]) == 1, kind


@pytest.mark.parametrize(("company", "language"), LOCALES)
def test_what_a_car_has_is_named_as_the_pages_name_it(company: str, language: str) -> None:
    """The card has its own texts for gearbox and fuel, and omits equipment that repeats them."""
    with (FRONTEND_TEXTS / language / "choosing.po").open("rb") as file:
        pages = {(item.context, item.id): item.string for item in read_po(file)}
    translated = read(company, f"languages/{language}/catalog.json")["cars"]
    for car in read(company, "catalog.json")["cars"]:
        specs = dict(zip(car["specs"], translated.get(car["slug"], {}).get("specs", []), strict=True))
        if spec := specs.get("Automatic transmission"):
            assert spec.startswith(pages["transmission of a car", "Automatic"])
        if spec := specs.get(car["fuelType"]):
            assert spec == pages["fuel of a car", car["fuelType"]]
        assert all(
            local_name.endswith(f" {car['driveWheels']}")
            for name, local_name in specs.items()
            if "drive" in name
        )


@pytest.mark.parametrize("company", COMPANIES)
def test_answers_to_a_question_differ_in_each_language(company: str) -> None:
    for language in languages_of(company):
        for key, question in read(company, f"languages/{language}/quiz-v1.json")["questions"].items():
            assert len(set(question["options"].values())) == len(question["options"]), (language, key)
