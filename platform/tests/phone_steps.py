"""WhatsApp and SMS for tests: a stand-in of both providers with recorded answers, signed events, and an account."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import UUID, uuid4

import httpx
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

CHANNELS = "/api/admin/phone-channels"
WHATSAPP_EVENTS, SMS_EVENTS = "/api/phone-messages/whatsapp", "/api/phone-messages/sms"
PHONE_ID, ACCOUNT_SID = "106540352242922", "AC0123456789abcdef0123456789abcdef"  # pragma: allowlist secret
APP_SECRET, VERIFY_TOKEN, AUTH_TOKEN = "app-secret-0123456789", "verify-me", "auth-token-0123"
WHATSAPP: dict[str, Any] = {
    "revision": 0, "isEnabled": True, "account": PHONE_ID, "token": "EAAtoken", "appSecret": APP_SECRET,
    "verifyToken": VERIFY_TOKEN, "dailyLimit": 100,
}  # fmt: skip
SMS: dict[str, Any] = {
    "revision": 0, "isEnabled": True, "account": ACCOUNT_SID, "token": AUTH_TOKEN, "sender": "+15017122661",
    "dailyLimit": 100,
}  # fmt: skip
CONFIRMED = {
    "body": "Hello {name}, {reference} is confirmed.", "templateName": "booking_confirmed",
    "templateLanguage": "en", "parameters": ["name", "reference"],
}  # fmt: skip
_TEXT = f"{CHANNELS}/{{channel}}/texts/{{occasion}}/{{language}}"
BODIES: dict[str, dict[str, Any]] = {
    f"PUT {CHANNELS}/{{channel}}": WHATSAPP,
    f"PUT {_TEXT}": CONFIRMED,
    "POST /api/admin/bookings/{booking_id}/phone-messages": {
        "channel": "whatsapp",
        "text": "We are on our way.",
    },
    "PUT /api/admin/bookings/{booking_id}/phone-consent": {"channel": "whatsapp", "isOptedIn": True},
    "POST /api/admin/phone-inbox/{inbound_id}": {},
}


def add_phone_things(
    sql: AdminSql, tenant: Tenant, booking: UUID | str, *, is_connected: bool = True
) -> dict[str, UUID | str]:
    """A message of a booking that failed, one of no booking, and what is needed to write again."""
    ids: dict[str, UUID | str] = {"phone_message_id": uuid4(), "inbound_id": uuid4(), "channel": "whatsapp"}
    phone = "+41791234567"
    sql("update bookings set customer_phone = %s where id = %s", phone, booking)
    sql("delete from phone_channels where tenant_id = %s", tenant.id)
    if is_connected:
        sql(
            "insert into phone_channels (tenant_id, channel, is_enabled, account, sender, sealed_token, daily_limit,"
            " updated_at) values (%s, 'whatsapp', true, '1', '', 'sealed', 100, %s)",
            tenant.id, NOW,
        )  # fmt: skip
        sql(
            "insert into phone_templates (tenant_id, channel, occasion, language, body, updated_at)"
            " select %s, 'whatsapp', o, 'en', 'Ours', %s from unnest(array['confirmed', 'thanks']) as o",
            tenant.id, NOW,
        )  # fmt: skip
    add = (
        "insert into phone_messages (tenant_id, id, channel, is_inbound, phone, booking_id, body, state, created_at,"
        " due_at, changed_at) values (%s, %s, 'whatsapp', %s, %s, %s, 'It waits.', %s, %s, %s, %s)"
    )
    sql(add, tenant.id, ids["phone_message_id"], False, phone, booking, "failed", NOW, NOW, NOW)
    sql(add, tenant.id, ids["inbound_id"], True, phone, None, "received", NOW, NOW, NOW)
    return ids


def phone_things(endpoint: str, sql: AdminSql, tenant: Tenant, booking: str) -> dict[str, UUID | str]:
    """What an endpoint of messages by WhatsApp and SMS needs."""
    if "/phone-" not in endpoint:
        return {}
    is_connected = endpoint != f"PUT {CHANNELS}/{{channel}}"
    ids = add_phone_things(sql, tenant, booking, is_connected=is_connected)
    if endpoint.endswith("/phone-messages") or "{phone_message_id}" in endpoint:
        sql("update phone_messages set booking_id = %s where is_inbound and booking_id is null", booking)
    return ids


class Providers:
    """``calls``: path and body of each. ``seconds``: how long an answer takes. ``answer``: instead of success."""

    def __init__(self) -> None:
        self.url = ""
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.seconds = 0.0
        self.answer: tuple[int, Any] | None = None
        self.closes = False
        self._number = 0

    def reply(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        self.calls.append((path, body))
        time.sleep(self.seconds)
        if self.answer is not None:
            return self.answer
        self._number += 1
        if path.endswith("/messages"):
            # As Meta answers since v13.
            return 200, {
                "messaging_product": "whatsapp",
                "contacts": [{"input": body["to"], "wa_id": body["to"]}],
                "messages": [{"id": f"wamid.{self._number}", "message_status": "accepted"}],
            }
        return 201, {"sid": f"SM{self._number:032d}", "status": "queued", "error_code": None}


@contextmanager
def running_providers() -> Iterator[Providers]:
    """Both providers on one port of this machine."""
    found = Providers()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            is_json = "json" in self.headers.get("Content-Type", "")
            form = json.loads(body) if is_json else {name: each[0] for name, each in parse_qs(body).items()}
            status, content = found.reply(self.path, form)
            if found.closes:
                self.close_connection = True
                return
            said = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def connect(owner: httpx.AsyncClient, channel: str = "whatsapp", **changes: Any) -> None:
    """An account with a text of the confirmation."""
    body = (WHATSAPP if channel == "whatsapp" else SMS) | changes
    answer = await owner.put(f"{CHANNELS}/{channel}", json=body)
    assert answer.status_code == 200, answer.text
    answer = await owner.put(f"{CHANNELS}/{channel}/texts/confirmed/en", json=CONFIRMED)
    assert answer.status_code == 200, answer.text


def meta_event(**value: Any) -> dict[str, Any]:
    """Of Meta's webhook: with ``messages`` or ``statuses``."""
    metadata = {"display_phone_number": "15550001", "phone_number_id": PHONE_ID}
    change = {"field": "messages", "value": {"messaging_product": "whatsapp", "metadata": metadata} | value}
    return {"object": "whatsapp_business_account", "entry": [{"id": "1", "changes": [change]}]}


def reply(text: str, phone: str, at: float, named: str | None = None) -> dict[str, Any]:
    return meta_event(
        messages=[
            {"from": phone.removeprefix("+"), "id": named or f"wamid.{new_id()}", "timestamp": str(int(at)),
             "type": "text", "text": {"body": text}}
        ]
    )  # fmt: skip


async def post_meta(
    client: httpx.AsyncClient, event: Mapping[str, Any], secret: str = APP_SECRET
) -> httpx.Response:
    body = json.dumps(event).encode()
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    headers = {"X-Hub-Signature-256": f"sha256={signature}", "Content-Type": "application/json"}
    return await client.post(WHATSAPP_EVENTS, content=body, headers=headers)


async def post_twilio(
    client: httpx.AsyncClient, url: str, form: Mapping[str, str], token: str = AUTH_TOKEN
) -> httpx.Response:
    """``url``: as Twilio was given it, with its query."""
    fields = {"AccountSid": ACCOUNT_SID} | dict(form)
    text = url + "".join(f"{name}{fields[name]}" for name in sorted(fields))
    signature = base64.b64encode(hmac.new(token.encode(), text.encode(), hashlib.sha1).digest()).decode()
    headers = {"X-Twilio-Signature": signature, "Content-Type": "application/x-www-form-urlencoded"}
    path = url[url.index(SMS_EVENTS) :]
    return await client.post(path, content=urlencode(fields).encode(), headers=headers)
