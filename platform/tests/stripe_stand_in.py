"""A stand-in of Stripe's API with what payment links need, and its signed events as they were recorded."""

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

KEY, WEBHOOK_SECRET = "sk_test_51Nstandin", "whsec_standin0123456789"
KEYS = {"secretKey": KEY, "webhookSecret": WEBHOOK_SECRET}
PLATFORM_KEY, PLATFORM_SECRET = "sk_test_51Platform", "whsec_platform0123456789"
CAPTURE_BEFORE = 1_900_000_000
Answer = tuple[int, dict[str, Any]]


class StripeStandIn:
    """``sessions`` and ``refunds`` by id; a call takes ``seconds``.

    ``is_down``: nothing is answered; ``loses_answers``: done, but the response is lost.
    """

    def __init__(self) -> None:
        self.sessions: dict[str, dict[str, Any]] = {}
        self.refunds: dict[str, dict[str, Any]] = {}
        self.intents: dict[str, dict[str, Any]] = {}
        self.accounts: dict[str, dict[str, Any]] = {}
        self.links: list[dict[str, str]] = []
        self.calls: list[tuple[str, str]] = []
        # The connected account of each call, if any.
        self.acted_for: list[str | None] = []
        self.seconds = 0.0
        self._under_way: set[str] = set()
        self.is_down = self.loses_answers = False
        self.refuses_refunds = self.refuses_captures = ""
        self.url = ""
        self._by_key: dict[str, Answer] = {}
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, form: dict[str, str], headers: Any) -> Answer:
        key = headers.get("Idempotency-Key") or ""
        with self._lock:
            self.calls.append((method, path))
            self.acted_for.append(headers.get("Stripe-Account"))
            if key in self._under_way:
                return 409, {
                    "error": {"code": "idempotency_key_in_use", "message": "Another call uses the key."}
                }
            self._under_way |= {key} - {""}
        try:
            # As long as a call may take, so that concurrent ones meet; a repeated one is answered at once.
            if key not in self._by_key:
                time.sleep(self.seconds)
            return self._answer(method, path, form, headers, key)
        finally:
            with self._lock:
                self._under_way -= {key}

    def _answer(self, method: str, path: str, form: dict[str, str], headers: Any, key: str) -> Answer:
        with self._lock:
            if self.is_down:
                return 503, {"error": {"message": "Service unavailable"}}
            if headers.get("Authorization") not in {f"Bearer {KEY}", f"Bearer {PLATFORM_KEY}"}:
                return 401, {"error": {"message": "Invalid API Key provided"}}
            assert headers.get("Stripe-Version") == "2024-06-20"
            answer = self._by_key.get(key) or self._do(method, path, form)
            if key:
                self._by_key[key] = answer
            return (503, {"error": {"message": "lost"}}) if self.loses_answers else answer

    def _do(self, method: str, path: str, form: dict[str, str]) -> Answer:
        parts = path.strip("/").split("/")
        if parts == ["v1", "checkout", "sessions"] and method == "POST":
            return self._create(form)
        if parts[4:] == ["expire"] and parts[3] in self.sessions:
            return self._expire(self.sessions[parts[3]])
        if parts[:3] == ["v1", "checkout", "sessions"] and parts[3] in self.sessions:
            return 200, self.sessions[parts[3]]
        if parts == ["v1", "refunds"]:
            return self._refund(form)
        if parts[:2] == ["v1", "payment_intents"] and parts[2] in self.intents:
            return self._intent(self.intents[parts[2]], parts[3:], form)
        return self._connect(parts, form)

    def _connect(self, parts: list[str], form: dict[str, str]) -> Answer:
        if parts == ["v1", "accounts"]:
            identifier = f"acct_{len(self.accounts) + 1}"
            self.accounts[identifier] = {"id": identifier, "object": "account", "charges_enabled": False}
            return 200, self.accounts[identifier]
        if parts[:2] == ["v1", "accounts"] and parts[2] in self.accounts:
            return 200, self.accounts[parts[2]]
        if parts == ["v1", "account_links"] and form["account"] in self.accounts:
            self.links.append(form)
            return 200, {
                "object": "account_link",
                "url": f"https://connect.stripe.com/setup/{len(self.links)}",
            }
        return 404, {"error": {"message": "No such object"}}

    def _create(self, form: dict[str, str]) -> Answer:
        amount = int(form["line_items[0][price_data][unit_amount]"])
        if amount < 50:
            return 400, {"error": {"message": "The amount is below the smallest charge of 50 cents."}}
        assert form["mode"] == "payment"
        assert "#" in form["success_url"]
        identifier = f"cs_test_{len(self.sessions) + 1}"
        self.sessions[identifier] = {
            "id": identifier, "object": "checkout.session", "amount_total": amount, "payment_status": "unpaid",
            "currency": form["line_items[0][price_data][currency]"], "status": "open", "payment_intent": None,
            "url": f"https://checkout.stripe.com/c/pay/{identifier}", "success_url": form["success_url"],
            "customer_email": form.get("customer_email"),
            "capture_method": form.get("payment_intent_data[capture_method]", "automatic"),
            "metadata": {"payment": form["metadata[payment]"]},
        }  # fmt: skip
        return 200, self.sessions[identifier]

    def _expire(self, session: dict[str, Any]) -> Answer:
        if session["status"] != "open":
            return 400, {
                "error": {"message": "Only Checkout Sessions with a status in [open] can be expired."}
            }
        session["status"] = "expired"
        return 200, session

    def _refund(self, form: dict[str, str]) -> Answer:
        if self.refuses_refunds:
            return 400, {"error": {"message": self.refuses_refunds}}
        identifier = f"re_{len(self.refunds) + 1}"
        self.refunds[identifier] = {
            "id": identifier, "object": "refund", "amount": int(form["amount"]), "status": "succeeded",
            "payment_intent": form["payment_intent"], "metadata": {"entry": form["metadata[entry]"]},
        }  # fmt: skip
        return 200, self.refunds[identifier]

    def _intent(self, intent: dict[str, Any], do: list[str], form: dict[str, str]) -> Answer:
        if not do:
            return 200, intent
        if intent["status"] != "requires_capture" or (do == ["capture"] and self.refuses_captures):
            said = self.refuses_captures or f"This PaymentIntent has a status of {intent['status']}."
            return 400, {"error": {"code": "payment_intent_unexpected_state", "message": said}}
        if do == ["capture"]:
            return 200, self.capture(intent["id"], int(form["amount_to_capture"]))
        return 200, self.cancel(intent["id"], form["cancellation_reason"])

    def authorize(self, identifier: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The customer places a card hold; answers session and intent as events carry them."""
        session = self.sessions[identifier]
        intent_id = f"pi_{identifier[8:]}"
        session |= {"status": "complete", "payment_intent": intent_id}
        charge = {"id": f"ch_{intent_id[3:]}", "object": "charge", "captured": False,
                  "payment_method_details": {"type": "card", "card": {"capture_before": CAPTURE_BEFORE}}}  # fmt: skip
        self.intents[intent_id] = {
            "id": intent_id, "object": "payment_intent", "amount": session["amount_total"],
            "amount_capturable": session["amount_total"], "amount_received": 0, "capture_method": "manual",
            "cancellation_reason": None, "currency": session["currency"], "latest_charge": charge,
            "metadata": session["metadata"], "status": "requires_capture",
        }  # fmt: skip
        return session, self.as_event(intent_id)

    def capture(self, intent_id: str, amount: int) -> dict[str, Any]:
        intent = self.intents[intent_id]
        intent |= {"status": "succeeded", "amount_received": amount, "amount_capturable": 0}
        return self.as_event(intent_id)

    def cancel(self, intent_id: str, reason: str) -> dict[str, Any]:
        intent = self.intents[intent_id]
        intent |= {"status": "canceled", "cancellation_reason": reason, "amount_capturable": 0}
        return self.as_event(intent_id)

    def as_event(self, intent_id: str) -> dict[str, Any]:
        """The intent as an event carries it: its charge by id alone."""
        intent = dict(self.intents[intent_id])
        return intent | {"latest_charge": intent["latest_charge"]["id"]}

    def pay(self, identifier: str) -> dict[str, Any]:
        """The customer pays; answers the session as an event carries it."""
        session = self.sessions[identifier]
        session |= {"payment_status": "paid", "status": "complete", "payment_intent": f"pi_{identifier[8:]}"}
        return session


def event(kind: str, thing: dict[str, Any], number: int = 1, **more: Any) -> bytes:
    """An event in the form in which Stripe sends it; ``more``: such as the ``account`` it is of."""
    return json.dumps(
        more
        | {
            "id": f"evt_{number}", "object": "event", "api_version": "2024-06-20", "livemode": False, "type": kind,
            "pending_webhooks": 1, "data": {"object": thing},
        }
    ).encode()  # fmt: skip


def signed(payload: bytes, now: datetime, secret: str = WEBHOOK_SECRET) -> dict[str, str]:
    """The headers of an event."""
    stated = int(now.timestamp())
    signature = hmac.new(secret.encode(), f"{stated}.".encode() + payload, hashlib.sha256).hexdigest()
    return {"Stripe-Signature": f"t={stated},v1={signature},v0=old", "Content-Type": "application/json"}


@contextmanager
def running_stripe() -> Iterator[StripeStandIn]:
    stand_in = StripeStandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            self._reply({name: values[0] for name, values in parse_qs(body).items()})

        def _reply(self, form: dict[str, str]) -> None:
            status, content = stand_in.answer(self.command, urlsplit(self.path).path, form, self.headers)
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stand_in.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
