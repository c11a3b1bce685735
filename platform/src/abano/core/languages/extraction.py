"""Keeps the PO files in step with the code.

    python -m abano.core.languages.extraction            writes messages.pot and brings every messages.po up to date
    python -m abano.core.languages.extraction --check    says what is missing, unused or wrong, and changes nothing

A new language: ``python -m abano.core.languages.extraction --add fr-FR`` makes its folder; the rest is translating.
"""

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from abano.core.languages.texts import FOLDER, SOURCE, product_languages, read_catalog

SOURCES = Path(__file__).parents[2]
TEMPLATE = FOLDER / "messages.pot"
# Every message is found by the name of the function that gets it.
KEYWORDS = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "translatable": None,
}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]
COMMENT_TAGS = ("Translators:",)
# Headers that change with each run or contain no information.
_HEADERS = (
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
    "Report-Msgid-Bugs-To",
)


def extract() -> Catalog:
    """All messages of the code, with the files they are in."""
    catalog = Catalog(project="abano", version="0", fuzzy=False, header_comment="# Texts of the server.\n#")
    messages = extract_from_dir(
        SOURCES, method_map=METHODS, keywords=KEYWORDS, comment_tags=COMMENT_TAGS, strip_comment_tags=True
    )
    for file, _line, message, comments, context in sorted(messages, key=lambda item: (item[0], item[1])):
        catalog.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def write(template: Catalog) -> None:
    """Write the template and every language, translations kept; what is used no longer goes."""
    TEMPLATE.write_text(text_of(template), encoding="utf-8")
    for language in product_languages():
        catalog = read_catalog(language)
        if catalog is not None:
            catalog.update(template, no_fuzzy_matching=True)
            (FOLDER / language / "messages.po").write_text(text_of(catalog), encoding="utf-8")


def add(locale: str) -> None:
    """An empty catalogue of a new language. Raises UnknownLocaleError."""
    parsed = Locale.parse(locale, sep="-")
    folder = FOLDER / parsed.language
    folder.mkdir(exist_ok=True)
    new = Catalog(
        locale=parsed, project="abano", version="0", fuzzy=False, header_comment="# Texts of the server.\n#"
    )
    (folder / "messages.po").write_text(text_of(new), encoding="utf-8")


def faults(template: Catalog) -> list[str]:
    """What is wrong with the PO files, a sentence each; empty when nothing is."""
    wanted = {_identity(message): message for message in template if message.id}
    problems = []
    if not TEMPLATE.exists() or TEMPLATE.read_text(encoding="utf-8") != text_of(template):
        problems.append(f"{TEMPLATE.name} is not what the code says.")
    for language in product_languages():
        catalog = read_catalog(language)
        if language == SOURCE or catalog is None:
            continue
        there = {_identity(message): message for message in catalog if message.id}
        problems += [f"{language}: missing: {_shown(wanted[key])}" for key in wanted.keys() - there.keys()]
        problems += [f"{language}: unused: {_shown(there[key])}" for key in there.keys() - wanted.keys()]
        problems += [
            f"{language}: {fault}"
            for key in wanted.keys() & there.keys()
            for fault in _of(there[key], catalog)
        ]
    return sorted(problems)


def _of(message: Message, catalog: Catalog) -> Iterable[str]:
    """The faults of one translation."""
    forms = [message.string] if isinstance(message.string, str) else list(message.string or ("",))
    if not all(forms):
        yield f"not translated: {_shown(message)}"
        return
    if isinstance(message.id, tuple | list) and len(forms) != catalog.num_plurals:
        yield f"not every form of the plural: {_shown(message)}"
    sources = [message.id] if isinstance(message.id, str) else list(message.id)
    allowed = {frozenset(places(source)) for source in sources}
    if any(frozenset(places(form)) not in allowed for form in forms):
        yield f"other placeholders: {_shown(message)}"


def places(text: str) -> list[str]:
    """The names in braces. Unreadable braces are reported as such."""
    try:
        return [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        return ["unreadable braces"]


def _identity(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _shown(message: Message) -> str:
    return _identity(message)[1]


def text_of(catalog: Catalog) -> str:
    """The file as it is stored: without line numbers and dates, which would change without a reason."""
    content = io.BytesIO()
    write_po(content, catalog, width=118, ignore_obsolete=True, include_lineno=False, sort_output=False)
    lines = content.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f'"{name}' for name in _HEADERS)))


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--add"]:
        add(arguments[1])
    template = extract()
    # As it would be read again: how messages are folded must not count.
    template = read_po(io.BytesIO(text_of(template).encode()))
    if arguments != ["--check"]:
        write(template)
        return 0
    problems = faults(template)
    if problems:
        sys.stderr.write("\n".join([*problems, "Run `python bootstrap.py catalogues`, then translate.", ""]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
