"""Imports files into the draft: parsed without a database connection, then stored, all or nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import yaml
from pydantic import ValidationError
from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, NodeEvent

from abano.accounts.access.principals import Actor
from abano.catalog.editing import csv_tables
from abano.catalog.editing.drafts import (
    CAR_OR_SEASON_UNKNOWN,
    NOT_YAML,
    TABLE_UNKNOWN,
    TOO_DEEP,
    DraftChangedMeanwhile,
    check_whole,
    load_state,
)
from abano.catalog.editing.rules import ItemChange, difference, unknown_fields
from abano.catalog.editing.service import replace_document
from abano.catalog.published.document import KEYS, PARTS, Json, with_positions
from abano.catalog.published.items import items, read_item
from abano.core.errors import FieldError, InvalidInput
from abano.core.expensive_work import expensive
from abano.core.files import IMPORTS, Line
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.web.errors import field_errors
from abano.web.messages import NOT_AN_OBJECT, UNKNOWN_FIELD

# The whole catalogue as a YAML file.

MAX_DEPTH = 20
# Several times those of a company with all the cars, places and languages that it may have.
MAX_NODES = 300_000
PLAIN_TAGS = {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge", "tag:yaml.org,2002:value"}


class PlainLoader(yaml.CSafeLoader):
    """Keeps dates and times as text."""


PlainLoader.yaml_implicit_resolvers = {
    start: [(tag, pattern) for tag, pattern in resolvers if tag not in PLAIN_TAGS]
    for start, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@expensive
def yaml_text(document: Json) -> str:
    dumped = yaml.dump(document, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=110)
    return str(dumped)


def read_yaml(text: str) -> tuple[Any, yaml.Node | None]:
    """The content, and its nodes with their lines. Raises InvalidInput."""
    try:
        _check_events(text)
        loader = PlainLoader(text)
        node = loader.get_single_node()
        return (loader.construct_document(node) if node else None), node
    except (yaml.YAMLError, ValueError, RecursionError):
        raise InvalidInput.of("text", NOT_YAML()) from None


def _check_events(text: str) -> None:
    """Before anything is built. Raises InvalidInput, YAMLError."""
    depth = nodes = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        nodes += isinstance(event, NodeEvent)
        depth += isinstance(event, CollectionStartEvent)
        depth -= isinstance(event, CollectionEndEvent)
        if isinstance(event, AliasEvent):
            raise yaml.YAMLError("aliases are not read: they make small files large")
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise InvalidInput.of("text", TOO_DEEP())


def line_of(node: yaml.Node | None, path: str) -> int | None:
    """The line of a field such as ``cars.3.rates``, or of its nearest parent."""
    if node is None:
        return None
    for step in path.split("."):
        found = _child(node, step)
        if found is None:
            break
        node = found
    return int(node.start_mark.line) + 1


def _child(node: yaml.Node, step: str) -> yaml.Node | None:
    found: yaml.Node | None = None
    if isinstance(node, yaml.SequenceNode) and step.isdigit() and int(step) < len(node.value):
        found = node.value[int(step)]
    if isinstance(node, yaml.MappingNode):
        found = next((value for key, value in node.value if key.value == step), None)
    return found


# Applies a file to the draft: all or nothing, with every error at its line. Pure.

MAX_ERRORS = 100


@dataclass(frozen=True, slots=True)
class Import:
    """A parsed file: the resulting ``document``, and errors by line."""

    document: Json
    errors: list[tuple[int | None, FieldError]] = field(default_factory=list)


@expensive
def read_file(
    present: Json,
    file_format: str,
    table: str,
    text: str,
    remove_missing: bool,
) -> tuple[Import, list[ItemChange]]:
    """Apply a file to the draft ``present``. With errors, nothing is changed.

    Raises InvalidInput for a file that cannot be read at all.
    """
    if file_format == "yaml":
        read = _from_yaml(present, text, remove_missing=remove_missing)
    else:
        read = _from_csv(present, table, text, remove_missing=remove_missing)
    if read.errors:
        return Import(present, read.errors[:MAX_ERRORS]), []
    return read, difference(present, read.document)


def _from_yaml(present: Json, text: str, *, remove_missing: bool) -> Import:
    content, node = read_yaml(text)
    if not isinstance(content, dict):
        raise InvalidInput.of("text", NOT_AN_OBJECT())
    content = with_positions(content)
    errors = [FieldError(part, UNKNOWN_FIELD()) for part in content if part not in PARTS]
    given: Json = {}
    for part, value in content.items():
        if part not in PARTS:
            continue
        entries = value if part in KEYS and isinstance(value, list) else [value]
        read = []
        for number, entry in enumerate(entries):
            if len(errors) >= MAX_ERRORS:
                break
            place = f"{part}.{number}" if part in KEYS else part
            item, wrong = _read(part, entry)
            errors += [FieldError(f"{place}.{error.field}".rstrip("."), error.sentence) for error in wrong]
            read.append(item)
        given[part] = read if part in KEYS else read[0]
    if errors:
        return Import(present, [(line_of(node, error.field), error) for error in errors[:MAX_ERRORS]])
    document = _merged(present, given, remove_missing=remove_missing)
    return _checked(document, lambda path: line_of(node, path))


def _from_csv(present: Json, table: str, text: str, *, remove_missing: bool) -> Import:
    part = csv_tables.PARTS_BY_TABLE.get(table)
    if part is None:
        raise InvalidInput.of("table", TABLE_UNKNOWN())
    lines = csv_tables.read_lines(text, csv_tables.needed_columns(table))
    if part == "rates":
        return _rates(present, lines, remove_missing=remove_missing)
    errors: list[tuple[int | None, FieldError]] = []
    given: list[Any] = []
    number_of: dict[int, int] = {}
    known = items(present)[part]
    for line in lines:
        if len(errors) >= MAX_ERRORS:
            break
        if part in KEYS:
            unknown = csv_tables.unknown_columns(part, line.cells)
            errors += [(1, FieldError(name, UNKNOWN_FIELD())) for name in unknown if len(errors) < MAX_ERRORS]
            before = known.get(line.cells[KEYS[part]], {"position": len(known) + len(given)})
            item, wrong = _read(part, csv_tables.with_cells(part, before, line.cells))
            given.append(item)
        else:
            fee = {name: line.cells.get(name, "") for name in csv_tables.FEE_COLUMNS}
            read, wrong = _read(part, [fee])
            wrong = [FieldError(error.field.removeprefix("0."), error.sentence) for error in wrong]
            given.extend(read or [])
        number_of[len(given) - 1] = line.number
        errors += csv_tables.on_line(line.number, wrong)
    if errors:
        return Import(present, errors)
    if part not in KEYS and not remove_missing:
        pairs = {(fee["pickup"], fee["dropoff"]): fee for fee in [*present[part], *given]}
        given = list(pairs.values())
    document = _merged(present, {part: given}, remove_missing=remove_missing)
    return _checked(document, lambda _: None)


def _rates(present: Json, lines: Sequence[Line], *, remove_missing: bool) -> Import:
    """Bands of the cars (and seasons) in the file. Others keep theirs, unless ``remove_missing``."""
    found = csv_tables.rates_by_car(lines)
    cars, seasons = items(present)["cars"], items(present)["seasons"]
    errors: list[tuple[int | None, FieldError]] = []
    if remove_missing:
        cars = {slug: {**car, "rates": []} for slug, car in cars.items()}
        seasons = {code: {**season, "rates": {}} for code, season in seasons.items()}
    for (season, slug), numbered in found.items():
        first, rates = numbered[0][0], [rate for _, rate in numbered]
        if slug not in cars or (season and season not in seasons):
            name = "car" if slug not in cars else "season"
            errors.append(
                (first, FieldError(name, CAR_OR_SEASON_UNKNOWN(name=slug if name == "car" else season)))
            )
            continue
        item, wrong = _read("cars", {**cars[slug], "rates": rates})
        for error in wrong:
            _, place, _ = [*error.field.split("."), "0", ""][:3]
            number = numbered[int(place)][0] if place.isdigit() else first
            errors.append((number, FieldError(error.field.rpartition(".")[2], error.sentence)))
        if wrong:
            continue
        if season:
            of_season = seasons[season]
            seasons[season] = {**of_season, "rates": {**of_season["rates"], slug: item["rates"]}}
        else:
            cars[slug] = item
    if errors:
        return Import(present, errors)
    return _checked(
        {**present, "cars": list(cars.values()), "seasons": list(seasons.values())}, lambda _: None
    )


def _read(part: str, entry: Any) -> tuple[Any, list[FieldError]]:
    try:
        item = read_item(part, entry)
    except ValidationError as error:
        return None, list(field_errors(error.errors()))
    return item, [FieldError(path, UNKNOWN_FIELD()) for path in unknown_fields(entry, item)]


def _merged(present: Json, given: Json, *, remove_missing: bool) -> Json:
    document = dict(present)
    for part, value in given.items():
        if part in KEYS and not remove_missing:
            by_key = {item[KEYS[part]]: item for item in [*present[part], *value]}
            document[part] = list(by_key.values())
        else:
            document[part] = value
    return document


def _checked(document: Json, line: Callable[[str], int | None]) -> Import:
    try:
        check_whole(document)
    except InvalidInput as error:
        return Import(document, [(line(each.field), each) for each in error.fields[:MAX_ERRORS]])
    return Import(document)


async def import_file(
    db: Database,
    tenant_id: TenantId,
    actor: Actor,
    *,
    file_format: str,
    table: str,
    text: str,
    remove_missing: bool,
    only_check: bool,
    now: datetime,
) -> tuple[Import, list[ItemChange]]:
    """Read a file into the draft; with errors nothing is changed.

    Raises InvalidInput for a file that cannot be read, DraftChangedMeanwhile, ImportRunning, TooBusy.
    """
    with IMPORTS.turn(tenant_id):
        async with db.uow(tenant_id) as uow:
            state = await load_state(uow)
        read, changes = await IMPORTS.read(
            "text", read_file, state.document, file_format, table, text, remove_missing
        )
        if changes and not only_check:
            async with db.uow(tenant_id) as uow:
                if (await load_state(uow, locked_at=now)).revision != state.revision:
                    raise DraftChangedMeanwhile
                await replace_document(uow, actor, read.document, now)
        return read, changes
