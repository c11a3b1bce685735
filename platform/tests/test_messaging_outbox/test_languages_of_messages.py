"""Messages in their reader's language: every kind in every language, with its own plurals, dates and money."""

import re
from typing import Any

import pytest
from test_kinds import STORED

from abano.core.languages.texts import Language, product_languages, texts_in
from abano.messaging.outbox.kinds import KINDS
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.service import RENDERERS, render

# Of a company whose first language is Georgian; the team reads German.
COMPANY = Recipient("Abano", "team@example.com", "", "https://abano.example", "de", ("ka", "ru", "de", "en"))
FACTS: dict[str, Any] = {
    "pickup": {"name": "Tbilisi", "moment": "2026-07-01T09:00:00"},
    "dropoff": {"name": "Batumi", "moment": "2026-07-08T18:30:00"},
    "lines": [
        {"code": "car", "label": "Forester", "amount": 123_450},
        {"code": "delivery", "label": "Delivery and collection", "amount": 10_000},
        {"code": "promo", "label": "Promo discount", "amount": -5_000},
    ],
    "total": 128_450,
    "currency": "EUR",
    "customerLanguage": "ka",
}
# Written by people, who choose the language.
BY_PEOPLE = {"booking.customer_email", "messages.test", "operator.announcement"}
OTHERS = [language for language in product_languages() if language != "en"]


def team(language: str) -> Recipient:
    return Recipient("Abano", "team@example.com", "", "https://abano.example", language, ("en", language))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("kind", sorted(set(RENDERERS) - BY_PEOPLE))
def test_every_kind_is_written_in_every_language(kind: str, language: Language) -> None:
    english = render(kind, STORED[kind], team("en"))
    payload = STORED[kind] | ({"language": language} if KINDS[kind].is_personal else {})
    text = render(kind, payload, team(language))
    assert text.language == language
    assert f'<html lang="{language}"' in text.html
    assert text.subject != english.subject
    # The first line of the body, too, and no place of a value is left over.
    assert text.body.splitlines()[0] != english.body.splitlines()[0]
    assert not re.search(r"[{}]", text.subject + text.body)


def test_a_booking_message_uses_the_teams_language_for_dates_and_money() -> None:
    body = render("booking.created", STORED["booking.created"] | {"facts": FACTS}, COMPANY).body
    for part in (
        "Tbilisi, Mi., 1. Juli 2026, 09:00",
        "Batumi, Mi., 8. Juli 2026, 18:30",
        "1.234,50 €",
        "Zustellung und Abholung:",
        "-50 €",
        "Georgisch",
    ):
        assert part in body
    russian = render("booking.created", STORED["booking.created"] | {"facts": FACTS}, team("ru")).body
    assert "ср, 1 июл. 2026 г., 09:00" in russian
    assert "Скидка по промокоду" in russian


@pytest.mark.parametrize(
    ("language", "hours", "sentence"),
    [
        ("ru", 1, "за 1 час."),
        ("ru", 24, "за 24 часа."),
        ("ru", 48, "за 48 часов."),
        ("ru", 21, "за 21 час."),
        ("ka", 1, "1 საათში"),
        ("ka", 24, "24 საათში"),
        ("de", 1, "von 1 Stunde bestätigt"),
        ("de", 24, "von 24 Stunden bestätigt"),
        ("en", 1, "within 1 hour."),
        ("en", 24, "within 24 hours."),
    ],
)
def test_hours_are_counted_as_each_language_counts(language: str, hours: int, sentence: str) -> None:
    payload = STORED["booking.cancelled"] | {"reason": "", "unconfirmedHours": hours}
    assert sentence in render("booking.cancelled", payload, team(language)).body


def test_what_a_person_wrote_as_the_reason_is_not_translated() -> None:
    assert "\nill\n" in render("booking.cancelled", STORED["booking.cancelled"], team("ru")).body


def test_without_a_language_people_of_the_team_read_the_teams_and_others_the_companys_first() -> None:
    assert render("admin.invited", STORED["admin.invited"], COMPANY).language == "de"
    assert render("affiliate.registered", STORED["affiliate.registered"], COMPANY).language == "de"
    kind = "affiliate.payout_email_changed"
    assert render(kind, STORED[kind], COMPANY).language == "ka"
    assert render("affiliate.password_reset", STORED["affiliate.password_reset"], COMPANY).language == "ka"


def test_a_link_leads_to_the_page_in_the_readers_language() -> None:
    kind = "affiliate.payout_email_changed"
    assert "https://abano.example/affiliate-forgot-password" in render(kind, STORED[kind], COMPANY).body
    russian = render(kind, STORED[kind] | {"language": "ru"}, COMPANY).body
    assert "https://abano.example/ru/affiliate-forgot-password" in russian
    # The company does not speak it any more: there is no such page.
    gone = Recipient("Abano", "", "", "https://abano.example", "en", ("en",))
    assert "example/affiliate-forgot" in render(kind, STORED[kind] | {"language": "ru"}, gone).body


def test_a_language_that_the_product_does_not_speak_is_written_in_english() -> None:
    text = render("admin.invited", STORED["admin.invited"] | {"language": "fr"}, COMPANY)
    assert text.subject == "You are invited to the console of Abano"


@pytest.mark.parametrize("language", OTHERS)
def test_every_category_of_a_plural_has_its_form(language: Language) -> None:
    texts = texts_in(language)
    one, other = "It was not confirmed within {count} hour.", "It was not confirmed within {count} hours."
    forms = {texts.ngettext(one, other, count).replace(str(count), "#") for count in range(1, 30)}
    assert len(forms) == {"ru": 3, "de": 2, "ka": 1}[language]
