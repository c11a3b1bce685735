"""How texts, cars and a brand name what they show: ``{"mediaId": "…", "alt"?: "…"}``, anywhere in their JSON. Pure.

Rows of earlier versions name the drawings of the front end, such as ``/illustrations/cars/vw-golf/side.svg``. Each of
these came to be an item whose id follows from that name, so that such a row is read as a reference, too.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

KEY = "mediaId"
EARLIER = "/illustrations/"
# What a template calls the files in its folder ``media``.
OF_TEMPLATE = "media/"


def seeded_id(tenant_id: UUID, name: str) -> UUID:
    """The item of a template's file, such as cars/vw-golf/side.svg."""
    return uuid5(tenant_id, EARLIER + name)


def reference(value: Any, tenant_id: UUID) -> Mapping[str, Any] | None:
    """The reference that ``value`` is, in today's form; None when it is something else."""
    if isinstance(value, str):
        if value.startswith(EARLIER):
            return {KEY: str(seeded_id(tenant_id, value.removeprefix(EARLIER)))}
        return None
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get(KEY), str):
        return dict(value)
    source = value.get("src")
    named = reference(source, tenant_id) if isinstance(source, str) else None
    if named is None:
        return None
    return {**{key: item for key, item in value.items() if key != "src"}, **named}


def referred(body: Any, tenant_id: UUID) -> Iterator[UUID]:
    """The ids of all items that a JSON value names."""
    found = reference(body, tenant_id)
    if found is not None:
        identity = as_id(found)
        if identity is not None:
            yield identity
    elif isinstance(body, Mapping):
        for value in body.values():
            yield from referred(value, tenant_id)
    elif isinstance(body, list | tuple):
        for value in body:
            yield from referred(value, tenant_id)


def as_body(named: str) -> Any:
    """A reference as JSON, from what the schema's function ``media_references`` found of it."""
    return named if named.startswith(EARLIER) else {KEY: named}


def as_id(found: Mapping[str, Any]) -> UUID | None:
    try:
        return UUID(found[KEY])
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
