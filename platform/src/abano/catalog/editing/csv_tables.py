"""Tables of the catalogue as CSV, in the same format for import and export.

Every item is a line: plain fields are columns, lists are cells with one line per entry, translations are
columns such as ``name:ka``. Rates have their own table, including those of seasons, and so do delivery fees.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from abano.catalog.editing.drafts import COLUMNS_MISSING, NOT_CSV, TOO_MANY_LINES
from abano.catalog.published.document import KEYS, CatalogDocument, Json
from abano.catalog.published.document_rows import TABLES
from abano.core.errors import FieldError, InvalidInput
from abano.core.expensive_work import expensive
from abano.core.files import BYTE_ORDER_MARK, Line, UnreadableTable, csv_rows, read_table

# Names of tables by part. Rates are not a separate part.
PARTS_BY_TABLE = {
    "cars": "cars",
    "places": "locations",
    "handover": "handoverPlaces",
    "insurance": "insurance",
    "services": "services",
    "seasons": "seasons",
    "delivery": "deliveryFees",
    "rates": "rates",
}
RATE_COLUMNS = ("season", "car", "minDays", "dailyRate")
FEE_COLUMNS = ("pickup", "dropoff", "fee")
# What does not fit into a cell is only in the YAML file.
NOT_IN_CELLS = {"images", "rates", "openingHours", "translations", "unchecked"}
MAX_LINES = 20_000
Cells = dict[str, str]


@expensive
def table_text(document: Json, table: str, languages: Sequence[str]) -> str:
    """The file of one table, safe to open in a spreadsheet. ``languages``: the company's, the first of them first."""
    return BYTE_ORDER_MARK + csv_rows(_rows(document, table, languages))


def _rows(document: Json, table: str, languages: Sequence[str]) -> Iterator[Iterable[object]]:
    part = PARTS_BY_TABLE[table]
    if table == "rates":
        yield RATE_COLUMNS
        yield from _rate_rows(document)
        return
    if table == "delivery":
        yield FEE_COLUMNS
        yield from ([fee[column] for column in FEE_COLUMNS] for fee in document[part])
        return
    fields, translated = _plain_fields(part), _translated(part)
    yield [*fields, *(f"{field}:{language}" for language in languages[1:] for field in translated)]
    for item in document[part]:
        translations = item["translations"]
        yield [
            *(_cell(item[field]) for field in fields),
            *(
                _cell(translations.get(language, {}).get(field))
                for language in languages[1:]
                for field in translated
            ),
        ]


def _rate_rows(document: Json) -> Iterator[Iterable[object]]:
    for car in document["cars"]:
        yield from (["", car["slug"], rate["minDays"], rate["dailyRate"]] for rate in car["rates"])
    for season in document["seasons"]:
        for slug, rates in season["rates"].items():
            yield from ([season["code"], slug, rate["minDays"], rate["dailyRate"]] for rate in rates)


def read_lines(text: str, needed: Sequence[str]) -> list[Line]:
    """The lines of a file. Raises InvalidInput."""
    try:
        columns, lines = read_table(text, MAX_LINES)
    except UnreadableTable:
        raise InvalidInput.of("text", NOT_CSV()) from None
    if missing := [name for name in needed if name not in columns]:
        raise InvalidInput.of("text", COLUMNS_MISSING(columns=", ".join(missing)))
    if len(lines) > MAX_LINES:
        raise InvalidInput.of("text", TOO_MANY_LINES(max=MAX_LINES))
    return lines


def needed_columns(table: str) -> Sequence[str]:
    if table == "rates":
        return RATE_COLUMNS[1:]
    return FEE_COLUMNS if table == "delivery" else (KEYS[PARTS_BY_TABLE[table]],)


def with_cells(part: str, item: Json, cells: Cells) -> Json:
    """The item updated from its line's cells. Missing columns change nothing."""
    changed = dict(item)
    translations: dict[str, Json] = {
        language: dict(texts) for language, texts in item.get("translations", {}).items()
    }
    lists = _lists(part)
    for name, cell in cells.items():
        field, _, language = name.partition(":")
        if language:
            texts, said = translations.setdefault(language, {}), _entries(cell) if field in lists else cell
            if texts.get(field) != said and field in texts.get("unchecked", ()):
                texts["unchecked"] = [each for each in texts["unchecked"] if each != field]
            texts[field] = said
        elif field in lists:
            changed[field] = _entries(cell)
        else:
            changed[field] = None if cell == "" and field in _optional(part) else cell
    filled = {language: texts for language, texts in translations.items() if any(texts.values())}
    return {**changed, "translations": filled}


def unknown_columns(part: str, cells: Mapping[str, str]) -> list[str]:
    """Columns that no item of the part has."""
    fields, translated = _plain_fields(part), _translated(part)
    return [
        name
        for name in cells
        if (name.partition(":")[0] not in translated if ":" in name else name not in fields)
    ]


def rates_by_car(lines: Sequence[Line]) -> dict[tuple[str, str], list[tuple[int, Json]]]:
    """Bands by season (empty: the normal ones) and car, each with its line."""
    found: dict[tuple[str, str], list[tuple[int, Json]]] = {}
    for line in lines:
        key = (line.cells.get("season", ""), line.cells.get("car", ""))
        rate = {"minDays": line.cells.get("minDays", ""), "dailyRate": line.cells.get("dailyRate", "")}
        found.setdefault(key, []).append((line.number, rate))
    return found


def on_line(number: int, errors: Iterable[FieldError]) -> list[tuple[int, FieldError]]:
    return [(number, error) for error in errors]


@cache
def _plain_fields(part: str) -> tuple[str, ...]:
    kind, _ = TABLES[part]
    names = [field.alias or name for name, field in kind.model_fields.items()]
    return tuple(name for name in names if name not in NOT_IN_CELLS)


@cache
def _translated(part: str) -> tuple[str, ...]:
    texts: Any = TABLES[part][0].model_fields["translations"].annotation
    names = [field.alias or name for name, field in texts.__args__[1].model_fields.items()]
    return tuple(name for name in names if name not in NOT_IN_CELLS)


@cache
def _lists(part: str) -> frozenset[str]:
    """Fields whose cells have a line for each entry."""
    return frozenset(name for name, schema in _schemas(part).items() if schema.get("type") == "array")


@cache
def _optional(part: str) -> frozenset[str]:
    """Fields that may be empty but are no text."""
    return frozenset(
        name for name, schema in _schemas(part).items() if {"type": "null"} in schema.get("anyOf", ())
    )


def _schemas(part: str) -> Json:
    """The contents of each column of a table. Takes some milliseconds."""
    schema = CatalogDocument.model_json_schema(by_alias=True)
    columns: Json = schema["$defs"][TABLES[part][0].__name__]["properties"]
    return columns


def _entries(cell: str) -> list[str]:
    return [entry.strip() for entry in cell.splitlines() if entry.strip()]


def _cell(value: Any) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "\n".join(map(str, value))
    return value
