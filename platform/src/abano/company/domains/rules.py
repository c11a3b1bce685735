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
# Unverified domains are given up after this time.
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
    """DNS records. ``aliases``: CNAME targets of the host. ``texts``: TXT records for verification."""

    aliases: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()


def proof_of(secret: str, tenant_id: object, host: str) -> str:
    """The DNS value that only this company gets for this host."""
    text = f"domain {tenant_id} {host}".encode()
    return PROOF_BEGINS + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()[:40]


def alias_of(slug: str, target: str) -> str:
    """The CNAME target for a company's domain. Empty if the installation has none.

    The target is unique to the company, so that it identifies it.
    """
    return f"{slug}.{target.lower().strip('.')}" if target else ""


def records_of(host: str, proof: str, alias: str) -> list[Record]:
    """DNS records to create for a host: the alias verifies it and routes traffic, the text only verifies."""
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
