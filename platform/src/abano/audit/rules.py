"""Pure rules of the audit log: what of a change may be kept."""

from collections.abc import Mapping
from typing import Literal, cast

from pydantic_core import to_jsonable_python

ActorKind = Literal["admin", "operator", "affiliate"]
REDACTED = "redacted"
LONGEST_TEXT = 500

# Parts of field names whose values are secrets or say who a person is. A change of them is noted, not shown.
PRIVATE_PARTS = (
    "password",
    "token",
    "secret",
    "hash",
    "credential",
    "recovery",
    "email",
    "phone",
    "address",
    "customer_name",
    "customername",
    "notes",
    # What people type freely may name a person; it is kept with the booking or payout, where it can be erased.
    "reason",
    "subject",
    "body",
)

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def redacted(values: Mapping[str, object]) -> dict[str, Json]:
    """``values`` as JSON, with secrets and personal data replaced and long texts cut."""
    return {key: REDACTED if _is_private(key) and value else _json(value) for key, value in values.items()}


def changes(
    before: Mapping[str, object], after: Mapping[str, object]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """Only the fields that differ, both sides redacted. A field that one side lacks is left out there."""
    missing = object()
    differing = {key for key in {*before, *after} if before.get(key, missing) != after.get(key, missing)}
    old = redacted({key: value for key, value in before.items() if key in differing})
    new = redacted({key: value for key, value in after.items() if key in differing})
    return old, new


def _is_private(key: str) -> bool:
    lowered = key.lower()
    return any(part in lowered for part in PRIVATE_PARTS)


def _json(value: object) -> Json:
    """A JSON value with private fields replaced at any depth, and long texts cut."""
    match to_jsonable_python(value):
        case dict() as inner:
            return redacted(inner)
        case list() as items:
            return [_json(item) for item in items]
        case str() as text if len(text) > LONGEST_TEXT:
            return f"{text[:LONGEST_TEXT]}…"
        case plain:
            return cast(Json, plain)
