"""What the role that a process signs in with may too much: bypass row-level security, the ledger or the audit log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

# Rows of (kind, role that signed in, whether directly, the privilege, the statement that revokes it).
DANGERS = (files("abano_shared") / "database_roles.sql").read_text(encoding="utf-8")
MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class Place:
    """An address of the database: which setting names it now, which one should, and the role it should sign in as."""

    url: str
    role: str
    setting: str
    own_setting: str


def explain(rows: Iterable[Sequence[Any]], place: Place) -> str:
    """What is wrong with the role of ``place``; empty when nothing is. ``rows`` are those of DANGERS there."""
    dangers: dict[str, list[str]] = {}
    role = ""
    for _, role, is_direct, what, remedy in list(rows)[:MAX_NAMED]:
        if is_direct and role != place.role:
            # Usually the owner's URL was entered in place of the role's own.
            how = (
                f"set {place.own_setting} to an address that signs in as {place.role}"
                f" (`alter role {place.role} login password '…'`)"
            )
        else:
            how = f"run `{remedy}`"
        dangers.setdefault(how, []).append(what)
    return " ".join(
        f"{place.setting} signs in as {role}, which {', '.join(whats)}: {how}."
        for how, whats in dangers.items()
    )
