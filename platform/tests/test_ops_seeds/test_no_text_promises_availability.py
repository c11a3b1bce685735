"""No text of a demo company promises availability: texts do not know whether the company has switched it on."""

import re

import pytest
from company_texts import COMPANIES, documents_of, languages_of, leaves, read

PROMISES = {
    "en": r"availab|in stock|sold out|guaranteed car",
    "ka": r"ხელმისაწვდომ|თავისუფალი მანქან|თავისუფალი ავტო",
    "ru": r"доступн\w* (машин|авто)|(машин\w*|авто\w*) (в наличии|доступн)|наличие|свободн\w* (машин|авто)",
    "de": r"verfügbar|freie\w* (Auto|Wagen|Fahrzeug)",
}


def files_of(company: str) -> list[tuple[str, str]]:
    """Language and file of every public text."""
    names = ["catalog.json", "quiz-v1.json", *documents_of(company)]
    translated = [(code, f"languages/{code}/{name}") for code in languages_of(company) for name in names]
    return [*(("en", name) for name in names), *translated]


@pytest.mark.parametrize(
    ("company", "language", "file"),
    [(company, *found) for company in COMPANIES for found in files_of(company)],
)
def test_text_promises_no_availability(company: str, language: str, file: str) -> None:
    texts = [value for _, value in leaves(read(company, file)) if isinstance(value, str)]
    assert len(texts) > 3
    assert [text for text in texts if re.search(PROMISES[language], text, re.IGNORECASE)] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Check Price & Availability"),
        ("ka", "ფასი და ხელმისაწვდომობა"),
        ("ru", "Узнать цену и наличие"),
        ("de", "Preis & Verfügbarkeit prüfen"),
    ],
)
def test_a_promise_would_be_found(language: str, text: str) -> None:
    assert re.search(PROMISES[language], text, re.IGNORECASE)
