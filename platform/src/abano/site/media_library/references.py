"""How texts, cars and a brand refer to media: ``{"mediaId": "…", "alt"?: "…"}``, anywhere in their JSON. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

KEY = "mediaId"
# What a template calls the files in its folder ``media``.
OF_TEMPLATE = "media/"


def seeded_id(tenant_id: UUID, name: str) -> UUID:
    """The item of a template's file, such as cars/vw-golf/side.svg."""
    return uuid5(tenant_id, name)


def is_reference(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get(KEY), str)


def referred(body: Any) -> Iterator[UUID]:
    """The ids of all items that a JSON value names."""
    if is_reference(body):
        if identity := as_id(body[KEY]):
            yield identity
    elif isinstance(body, Mapping):
        for value in body.values():
            yield from referred(value)
    elif isinstance(body, list | tuple):
        for value in body:
            yield from referred(value)


def as_id(named: str) -> UUID | None:
    """None where it is no id."""
    try:
        return UUID(named)
    except ValueError:
        return None


def of_template(body: Any, tenant_id: UUID) -> Any:
    """A template's JSON with references to its files in place of their names; alternative texts are with the item."""
    if isinstance(body, str) and body.startswith(OF_TEMPLATE):
        return {KEY: str(seeded_id(tenant_id, body.removeprefix(OF_TEMPLATE)))}
    if isinstance(body, list):
        return [of_template(item, tenant_id) for item in body]
    if isinstance(body, Mapping):
        source = body.get("src")
        if isinstance(source, str) and source.startswith(OF_TEMPLATE):
            rest = {key: item for key, item in body.items() if key not in {"src", "alt"}}
            return rest | of_template(source, tenant_id)
        return {key: of_template(item, tenant_id) for key, item in body.items()}
    return body
