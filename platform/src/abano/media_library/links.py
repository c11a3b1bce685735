"""Fetches the file at a public address."""

import asyncio
from collections.abc import Callable

import httpx

from abano.errors import InvalidInput
from abano.errors.messages import Message
from abano.kit.public_address import NotPublicAddress, public_client

SECONDS, WHOLE_SECONDS = 10, 60
MOST_REDIRECTS = 3

NOT_PUBLIC = Message(
    "address_not_public", "Give an address of the public internet, such as https://example.com/…"
)
NOT_REACHED = Message("address_not_reached", "There is no picture or film at this address")
TOO_MUCH = Message("address_answers_too_much", "What is at this address is too large")
MakeClient = Callable[[], httpx.AsyncClient]


def link_client() -> httpx.AsyncClient:
    return public_client(timeout=SECONDS, redirects=MOST_REDIRECTS)


async def fetch(address: str, most_bytes: int, make_client: MakeClient = link_client) -> bytes:
    """What is at the address. Raises InvalidInput."""
    if not address.startswith(("http://", "https://")):
        raise InvalidInput.of("address", NOT_PUBLIC())
    try:
        # A server that sends a byte now and then would keep others waiting.
        async with (
            asyncio.timeout(WHOLE_SECONDS),
            make_client() as client,
            client.stream("GET", address) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise InvalidInput.of("address", NOT_REACHED())
            content = bytearray()
            async for chunk in answer.aiter_bytes():
                content += chunk
                if len(content) > most_bytes:
                    raise InvalidInput.of("address", TOO_MUCH())
            return bytes(content)
    except NotPublicAddress:
        raise InvalidInput.of("address", NOT_PUBLIC()) from None
    except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, ValueError):
        raise InvalidInput.of("address", NOT_REACHED()) from None
