"""The product's own texts by language, and the files of translators."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from abano.core.languages import extraction, texts
from abano.core.languages.texts import default_locale, product_languages, texts_in

PO = """
msgid ""
msgstr ""
"Language: ru_RU\\n"
"Plural-Forms: nplurals=3; "
"plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Hello {name}"
msgstr "Привет, {name}"

msgctxt "of a month"
msgid "May"
msgstr "Май"

msgid "{count} day"
msgid_plural "{count} days"
msgstr[0] "{count} день"
msgstr[1] "{count} дня"
msgstr[2] "{count} дней"

msgid "No one translated this"
msgstr ""
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Catalogues of our own, with Russian in them."""
    (tmp_path / "ru").mkdir()
    (tmp_path / "ru" / "messages.po").write_text(PO)
    for module in (texts, extraction):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(extraction, "TEMPLATE", tmp_path / "messages.pot")
    for cached in (texts_in, default_locale):
        cached.cache_clear()
    yield tmp_path
    for cached in (texts_in, default_locale):
        cached.cache_clear()


def test_a_message_is_translated_with_its_values(folder: Path) -> None:
    assert texts_in("ru").gettext("Hello {name}", name="{Nino}") == "Привет, {Nino}"
    assert texts_in("ru").pgettext("of a month", "May") == "Май"
    assert texts_in("ru").pgettext("of a modal verb", "May") == "May"


@pytest.mark.parametrize(
    ("count", "stated"),
    [(1, "1 день"), (2, "2 дня"), (5, "5 дней"), (11, "11 дней"), (21, "21 день"), (0, "0 дней")],
)
def test_a_number_takes_the_form_that_the_language_has_for_it(folder: Path, count: int, stated: str) -> None:
    assert texts_in("ru").ngettext("{count} day", "{count} days", count) == stated


def test_what_is_not_translated_is_english(folder: Path) -> None:
    assert texts_in("ru").gettext("No one translated this") == "No one translated this"
    assert texts_in("ru").gettext("New in the code") == "New in the code"
    assert texts_in("ru").ngettext("{count} car", "{count} cars", 1) == "1 car"
    assert texts_in("ru").ngettext("{count} car", "{count} cars", 5) == "5 cars"


@pytest.mark.parametrize("language", ["fr", "", "../ru", "nothing-known"])
def test_a_language_that_the_product_does_not_speak_is_english(folder: Path, language: str) -> None:
    assert texts_in(language).gettext("Hello {name}", name="Nino") == "Hello Nino"


def test_every_language_names_its_region() -> None:
    assert {language: default_locale(language) for language in product_languages()} == {
        "en": "en-GB",
        "de": "de-DE",
        "ka": "ka-GE",
        "ru": "ru-RU",
    }


def wanted(*messages: str | tuple[str, str]) -> Catalog:
    catalog = Catalog()
    for message in messages:
        catalog.add(message, None)
    return catalog


def test_faults_are_what_is_missing_unused_untranslated_or_has_other_placeholders(folder: Path) -> None:
    file = folder / "ru" / "messages.po"
    file.write_text(
        PO + '\nmsgid "Bye {name}"\nmsgstr "Пока, {who}"\n\nmsgid "Old"\nmsgstr "Старое"\n', encoding="utf-8"
    )
    template = wanted(
        "Hello {name}", "Bye {name}", ("{count} day", "{count} days"), "No one translated this", "Missing"
    )
    (folder / "messages.pot").write_text(extraction.text_of(template))
    assert extraction.faults(template) == [
        "ru: missing: Missing",
        "ru: not translated: No one translated this",
        "ru: other placeholders: Bye {name}",
        "ru: unused: May",
        "ru: unused: Old",
    ]


def test_a_translation_may_turn_its_placeholders_round(folder: Path) -> None:
    file = folder / "ru" / "messages.po"
    file.write_text(
        PO.split('msgid "Hello', 1)[0] + 'msgid "{a} of {b}"\nmsgstr "{b}: {a}"\n', encoding="utf-8"
    )
    template = wanted("{a} of {b}")
    (folder / "messages.pot").write_text(extraction.text_of(template))
    assert extraction.faults(template) == []


def test_writing_keeps_translations_and_drops_what_is_unused(folder: Path) -> None:
    extraction.write(wanted("Hello {name}", "New"))
    assert texts_in("ru").gettext("Hello {name}", name="a") == "Привет, a"
    written = (folder / "ru" / "messages.po").read_text()
    assert 'msgid "New"' in written
    assert "Май" not in written


def test_a_new_language_is_a_file(folder: Path) -> None:
    extraction.add("fr-FR")
    assert "fr" in product_languages()
    assert default_locale("fr") == "fr-FR"
