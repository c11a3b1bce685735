"""The items of a catalogue document, by part and key, in one form. Pure."""

from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from abano.catalog.published.document import KEYS, PARTS, WHOLE, WHOLE_LISTS, CatalogDocument, Json


def _types() -> dict[str, TypeAdapter[Any]]:
    """Of one item of a part, or of a part that is edited as a whole."""
    types: dict[str, TypeAdapter[Any]] = {}
    for name, field in CatalogDocument.model_fields.items():
        part = to_camel(name)
        annotation: Any = field.annotation
        types[part] = TypeAdapter(annotation.__args__[0] if part in KEYS else annotation)
    return types


TYPES = _types()


def read_item(part: str, value: Any) -> Any:
    """One item, or a whole part, in its normalised stored form. Raises ValidationError."""
    adapter = TYPES[part]
    return adapter.dump_python(adapter.validate_python(value), mode="json", by_alias=True)


def in_one_form(document: Json) -> Json:
    """The document with every item in its one form; one that breaks the rules (an old row) as it is."""
    normal: Json = {}
    for part in PARTS:
        value = document.get(part, [] if part in KEYS or part in WHOLE_LISTS else {})
        normal[part] = [_lenient(part, item) for item in value] if part in KEYS else _lenient(part, value)
    return normal


def _lenient(part: str, value: Any) -> Any:
    try:
        return read_item(part, value)
    except ValidationError:
        return value


def items(document: Json) -> dict[str, dict[str, Any]]:
    """Every item of a document by part and key."""
    return {
        part: {item[KEYS[part]]: item for item in document[part]} if part in KEYS else {WHOLE: document[part]}
        for part in PARTS
    }
