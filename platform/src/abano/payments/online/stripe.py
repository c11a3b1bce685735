"""Client of Stripe's API: the calls that payment links, card holds and connected accounts need.

Why not the SDK: docs/decisions/0012."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from abano.core.errors import Message, Sentence
from abano.core.public_ip import tls_context
from abano_shared.fair_turns import end_turn

# Answers have the form of this version, whatever version an account has chosen.
API_VERSION = "2024-06-20"
TIMEOUT_SECONDS = 20.0
REASON_LENGTH = 300
WAITS_WHILE_IN_USE = (0.5, 1.0, 2.0)

UNREACHABLE = Message("stripe_unreachable", "Stripe could not be reached ({cause}). Please try again.")
KEY_REFUSED = Message("stripe_key_refused", "Stripe rejected the key. Enter it again.")
REFUSED = Message("stripe_refused", "Stripe refuses: {reason}")
ANSWER_UNREADABLE = Message("stripe_answer_unreadable", "Stripe's answer could not be read.")


class StripeFailed(Exception):
    """A call failed. ``is_final``: the same call will not succeed later; ``sentence`` is for the admin."""

    def __init__(self, sentence: Sentence, *, is_final: bool) -> None:
        super().__init__(sentence.text)
        self.sentence, self.is_final = sentence, is_final


@dataclass(frozen=True, slots=True)
class Checkout:
    """A payment page to be made. ``amount`` in minor units; ``expires_at`` in seconds since 1970.

    ``hold_text``: for a card hold, what the page says beside its button; otherwise empty.
    """

    reference: str
    title: str
    amount: int
    currency: str
    email: str
    language: str
    return_url: str
    expires_at: int
    metadata: Mapping[str, str]
    hold_text: str = ""


class Stripe:
    """A client with one company's key, or the platform's for the connected account ``account_id``.

    The key is sent only to ``api_url``; redirects are not followed.
    """

    def __init__(self, api_url: str, key: str, account_id: str | None = None) -> None:
        self._api_url, self._key, self._account_id = api_url.rstrip("/"), key, account_id

    async def create_session(self, checkout: Checkout, idempotency_key: str) -> dict[str, Any]:
        """A session of Stripe Checkout; the same idempotency key gives the same one. Raises StripeFailed."""
        values: dict[str, str | int] = {
            "mode": "payment",
            "client_reference_id": checkout.reference,
            "success_url": checkout.return_url,
            "cancel_url": checkout.return_url,
            "expires_at": checkout.expires_at,
            "locale": checkout.language,
            "line_items[0][quantity]": 1,
            "line_items[0][price_data][currency]": checkout.currency.lower(),
            "line_items[0][price_data][unit_amount]": checkout.amount,
            "line_items[0][price_data][product_data][name]": checkout.title,
        }
        if checkout.email:
            values["customer_email"] = checkout.email
        if checkout.hold_text:
            # Cards alone: other methods of payment cannot be captured later.
            values["payment_method_types[0]"] = "card"
            values["payment_intent_data[capture_method]"] = "manual"
            values["custom_text[submit][message]"] = checkout.hold_text
        for name, value in checkout.metadata.items():
            values[f"metadata[{name}]"] = value
            values[f"payment_intent_data[metadata][{name}]"] = value
        return await self._call("POST", "/v1/checkout/sessions", values, idempotency_key)

    async def get_session(self, session_id: str) -> dict[str, Any]:
        """Raises StripeFailed."""
        return await self._call("GET", f"/v1/checkout/sessions/{_plain(session_id)}")

    async def expire_session(self, session_id: str) -> dict[str, Any]:
        """Expire an open session, so that it cannot be paid. Raises StripeFailed: final if not open."""
        return await self._call("POST", f"/v1/checkout/sessions/{_plain(session_id)}/expire")

    async def refund(
        self, intent_id: str, amount: int, metadata: Mapping[str, str], idempotency_key: str
    ) -> dict[str, Any]:
        """Refund ``amount`` minor units of a payment, once per idempotency key. Raises StripeFailed."""
        values: dict[str, str | int] = {"payment_intent": intent_id, "amount": amount}
        values |= {f"metadata[{name}]": value for name, value in metadata.items()}
        return await self._call("POST", "/v1/refunds", values, idempotency_key)

    async def get_intent(self, intent_id: str) -> dict[str, Any]:
        """A payment intent with its latest charge. Raises StripeFailed."""
        path = f"/v1/payment_intents/{_plain(intent_id)}"
        return await self._call("GET", path, {"expand[0]": "latest_charge"})

    async def capture(self, intent_id: str, amount: int, idempotency_key: str) -> dict[str, Any]:
        """Capture ``amount`` minor units of an authorised intent; the rest is released. Raises StripeFailed."""
        path = f"/v1/payment_intents/{_plain(intent_id)}/capture"
        return await self._call("POST", path, {"amount_to_capture": amount}, idempotency_key)

    async def cancel_intent(self, intent_id: str, idempotency_key: str) -> dict[str, Any]:
        """Release an authorised intent. Raises StripeFailed."""
        path = f"/v1/payment_intents/{_plain(intent_id)}/cancel"
        values = {"cancellation_reason": "requested_by_customer"}
        return await self._call("POST", path, values, idempotency_key)

    async def create_account(self, email: str, tenant: str, idempotency_key: str) -> dict[str, Any]:
        """A connected account with Stripe's full dashboard, its own fees and losses. Raises StripeFailed."""
        values: dict[str, str | int] = {
            "controller[stripe_dashboard][type]": "full",
            "controller[fees][payer]": "account",
            "controller[losses][payments]": "stripe",
            "controller[requirement_collection]": "stripe",
            "metadata[tenant]": tenant,
        }
        if email:
            values["email"] = email
        return await self._call("POST", "/v1/accounts", values, idempotency_key)

    async def create_account_link(self, account_id: str, return_url: str, refresh_url: str) -> dict[str, Any]:
        """The URL of Stripe's onboarding for the account, valid for minutes. Raises StripeFailed."""
        values: dict[str, str | int] = {
            "account": account_id,
            "type": "account_onboarding",
            "return_url": return_url,
            "refresh_url": refresh_url,
        }
        return await self._call("POST", "/v1/account_links", values)

    async def get_account(self, account_id: str) -> dict[str, Any]:
        """Raises StripeFailed."""
        return await self._call("GET", f"/v1/accounts/{_plain(account_id)}")

    async def _call(
        self,
        method: str,
        path: str,
        values: Mapping[str, str | int] | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._key}", "Stripe-Version": API_VERSION}
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        if self._account_id:
            headers["Stripe-Account"] = self._account_id
        try:
            end_turn()
            async with httpx.AsyncClient(
                verify=tls_context(), timeout=TIMEOUT_SECONDS, follow_redirects=False
            ) as client:
                for wait in (*WAITS_WHILE_IN_USE, None):
                    answer = await client.request(
                        method,
                        f"{self._api_url}{path}",
                        headers=headers,
                        params=dict(values) if values and method == "GET" else None,
                        data=dict(values) if values and method != "GET" else None,
                    )
                    if wait is None or not _is_key_in_use(answer):
                        break
                    await asyncio.sleep(wait)
        except httpx.HTTPError as error:
            raise StripeFailed(UNREACHABLE(cause=type(error).__name__), is_final=False) from error
        body = _json(answer)
        if answer.is_success:
            return body
        raise _failure(answer.status_code, body)


def _is_key_in_use(answer: httpx.Response) -> bool:
    """Whether a call with the same idempotency key is under way."""
    return answer.status_code == httpx.codes.CONFLICT and "idempotency_key_in_use" in answer.text


def _plain(identifier: str) -> str:
    """Only characters of Stripe ids, so that an id cannot change the path."""
    return "".join(
        letter for letter in identifier if letter.isascii() and (letter.isalnum() or letter == "_")
    )


def _json(answer: httpx.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise StripeFailed(ANSWER_UNREADABLE(), is_final=False)
    return body


def _failure(status: int, body: Mapping[str, Any]) -> StripeFailed:
    if status == httpx.codes.UNAUTHORIZED:
        return StripeFailed(KEY_REFUSED(), is_final=False)
    error = body.get("error")
    said = error.get("message") if isinstance(error, dict) else None
    reason = str(said or status)[:REASON_LENGTH]
    is_final = 400 <= status < 500 and status not in {409, 429}
    return StripeFailed(REFUSED(reason=reason), is_final=is_final)
