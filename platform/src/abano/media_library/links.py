"""Fetches the file at a public address."""

from collections.abc import Awaitable, Callable

from abano.errors import InvalidInput
from abano.errors.messages import Message
from abano.kit.public_address import PublicFetchFailed, fetch_public

SECONDS = 40
MOST_REDIRECTS = 3

MESSAGES = {
    "not_public": Message(
        "address_not_public", "Give an address of the public internet, such as https://example.com/…"
    ),
    "not_reached": Message("address_not_reached", "There is no picture or film at this address"),
    "too_much": Message("address_answers_too_much", "What is at this address is too large"),
}
Fetch = Callable[..., Awaitable[bytes]]


async def fetch_file(address: str, most_bytes: int, fetch: Fetch = fetch_public) -> bytes:
    """What is at the address. Raises InvalidInput."""
    try:
        return await fetch(address, most_bytes=most_bytes, seconds=SECONDS, redirects=MOST_REDIRECTS)
    except PublicFetchFailed as failed:
        raise InvalidInput.of("address", MESSAGES[failed.reason]()) from None
