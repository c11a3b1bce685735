"""Pure: what proves that a domain is a company's, what is to be entered at its registrar, and when to look again."""

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

PROOF_NAME = "_abano"
PROOF_BEGINS = "abano-proof="
# While someone waits for a new record, and while all is well.
SOON, LATER = timedelta(minutes=2), timedelta(hours=6)
# No one waits any longer for a record that never came.
PATIENCE = timedelta(days=30)
# Hosts of this machine need no records.
LOCAL_ENDS = ("localhost", ".localhost")
DnsState = Literal["here", "elsewhere", "missing", "unknown"]


@dataclass(frozen=True, slots=True)
class Record:
    """One record to be entered where the domain is managed."""

    kind: Literal["TXT", "CNAME"]
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Found:
    """What names say. ``aliases``: where the host leads by CNAME; ``texts`` of the name of the proof."""

    aliases: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()


def proof_of(secret: str, tenant_id: object, host: str) -> str:
    """The DNS value that only this company gets for this host."""
    text = f"domain {tenant_id} {host}".encode()
    return PROOF_BEGINS + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()[:40]


def alias_of(slug: str, target: str) -> str:
    """The name that a company's domain leads to; empty where the installation has none.

    Its own name, so that it identifies the company.
    """
    return f"{slug}.{target.lower().strip('.')}" if target else ""


def records_of(host: str, proof: str, alias: str) -> list[Record]:
    """What to enter for a host: the alias proves and leads here at once, the text proves alone."""
    text = Record("TXT", f"{PROOF_NAME}.{host}", proof)
    return [Record("CNAME", host, alias), text] if alias else [text]


def is_proved(found: Found, proof: str, alias: str) -> bool:
    by_alias = bool(alias) and any(name.rstrip(".").lower() == alias for name in found.aliases)
    return by_alias or proof in {text.strip() for text in found.texts}


def dns_state(found: Found, alias: str, ours: Collection[str]) -> DnsState:
    """Whether the host leads to this installation, whose addresses are ``ours``; empty: they are not known."""
    if not found.addresses and not found.aliases:
        return "missing"
    if alias and any(name.rstrip(".").lower() == alias for name in found.aliases):
        return "here"
    if not ours:
        return "unknown"
    return "here" if set(found.addresses) & set(ours) else "elsewhere"


def is_local(host: str) -> bool:
    return host.endswith(LOCAL_ENDS)
