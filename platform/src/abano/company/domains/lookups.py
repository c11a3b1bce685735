"""Questions about a domain to the outside: its records, and its certificate. Asked by the worker alone."""

import asyncio
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

import dns.asyncresolver
import dns.exception
import dns.rdatatype
import httpx

from abano.company.domains.rules import PROOF_NAME, Found
from abano.kit.public_address import Network, public_addresses

TIMEOUT_SECONDS = 6.0
HTTPS = 443
Certificate = dict[str, Any]
NO_CERTIFICATE: Certificate = {"state": "none"}


class Lookups(Protocol):
    """What is asked of the outside about a host."""

    async def records(self, host: str) -> Found:
        """What cannot be found out is empty."""

    async def certificate(self, host: str) -> Certificate: ...


class PublicLookups:
    """Asks the system's name servers, and the host itself over TLS where it is on the public internet."""

    def __init__(self, allowed: Sequence[Network] = (), *, port: int = HTTPS) -> None:
        self._allowed = allowed
        self._port = port

    async def records(self, host: str) -> Found:
        aliases, texts, four, six = await asyncio.gather(
            self._ask(host, "CNAME"),
            self._ask(f"{PROOF_NAME}.{host}", "TXT"),
            self._ask(host, "A"),
            self._ask(host, "AAAA"),
        )
        return Found(aliases, texts, (*four, *six))

    async def certificate(self, host: str) -> Certificate:
        """Its state, issuer, last day, and what is wrong with it."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._certificate(host)
        except ssl.SSLCertVerificationError as error:
            return {"state": "invalid", "problem": str(error.verify_message)[:200]}
        except (OSError, TimeoutError, ssl.SSLError, httpx.RequestError):
            return NO_CERTIFICATE

    async def _certificate(self, host: str) -> Certificate:
        [address, *_] = await public_addresses(host, self._port, allowed=self._allowed)
        _, writer = await asyncio.open_connection(
            str(address), self._port, ssl=ssl.create_default_context(), server_hostname=host
        )
        try:
            shown = writer.get_extra_info("peercert") or {}
        finally:
            writer.close()
        issuer = {name: value for part in shown.get("issuer", ()) for name, value in part}
        until = datetime.fromtimestamp(ssl.cert_time_to_seconds(shown["notAfter"]), UTC)
        return {
            "state": "valid",
            "issuer": str(issuer.get("organizationName") or issuer.get("commonName") or "")[:200],
            "until": until.isoformat(),
        }

    async def _ask(self, name: str, kind: str) -> tuple[str, ...]:
        try:
            resolver = dns.asyncresolver.get_default_resolver()
            answer = await resolver.resolve(name, kind, lifetime=TIMEOUT_SECONDS, search=False)
        except (dns.exception.DNSException, OSError, UnicodeError):
            return ()
        if answer.rdtype == dns.rdatatype.TXT:
            # A long text comes in several strings.
            return tuple(b"".join(item.strings).decode("utf-8", "replace") for item in answer)
        return tuple(item.to_text() for item in answer)
