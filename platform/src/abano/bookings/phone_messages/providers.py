"""Clients of Meta's WhatsApp Cloud API and Twilio's Programmable Messaging: sending, signatures, events.

Formats: https://developers.facebook.com/docs/whatsapp/cloud-api, https://www.twilio.com/docs/messaging/api.
Neither has an idempotency key for sending: a call whose outcome is unknown is not repeated.
"""

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, quote
from uuid import UUID

import httpx
import orjson

from abano.bookings.phone_messages.rules import MAX_REASON_LENGTH
from abano.core.public_ip import tls_context

GRAPH_VERSION = "v23.0"
STEP_SECONDS, CALL_SECONDS, MAX_ANSWER_BYTES = 10.0, 20.0, 64 * 1024
MAX_EVENTS = 200
# Of Twilio: the number opted out. Of Meta: it blocked the company's marketing messages, or has no WhatsApp.
TWILIO_OPTED_OUT = 21610
# Meta: too many calls, too many to one number, and the service is temporarily unavailable; nothing was sent.
_META_LATER = frozenset({4, 80007, 130429, 131016, 131048, 131056, 133004})
_TWILIO_LATER = frozenset({20429, 14107, 30001, 63038})


class NotSent(Exception):
    """The provider did not take the message. ``is_final``: it will not take it later either."""

    def __init__(self, reason: str, *, is_final: bool, is_opted_out: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.is_final, self.is_opted_out = reason[:MAX_REASON_LENGTH], is_final, is_opted_out


class OutcomeUnknown(Exception):
    """The call began and its answer was lost: the message may have been sent."""


@dataclass(frozen=True, slots=True)
class Template:
    """An approved template of WhatsApp with the values of its body's parameters in order."""

    name: str
    language: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class Inbound:
    """``phone`` in E.164. ``at``: by the provider's clock, None if it does not say."""

    provider_id: str
    phone: str
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Report:
    """``message_id``: ours, as far as the provider returns it. ``state``: as in ``State``."""

    provider_id: str
    message_id: UUID | None
    state: str
    reason: str | None
    is_opted_out: bool = False
    at: datetime | None = None


async def send_whatsapp(
    api_url: str, account: str, token: str, *, to: str, message_id: UUID, content: str | Template
) -> str:
    """The provider's id. ``content``: free text or a template. Raises NotSent, OutcomeUnknown."""
    body: dict[str, Any] = {
        "messaging_product": "whatsapp",
        "recipient_type": "individual",
        "to": to.removeprefix("+"),
        # Returned with each status: it tells what became of a call whose answer was lost.
        "biz_opaque_callback_data": str(message_id),
    }
    if isinstance(content, Template):
        body["type"] = "template"
        body["template"] = {"name": content.name, "language": {"code": content.language}}
        if content.values:
            parameters = [{"type": "text", "text": each} for each in content.values]
            body["template"]["components"] = [{"type": "body", "parameters": parameters}]
    else:
        body |= {"type": "text", "text": {"preview_url": False, "body": content}}
    status, answer = await _post(
        f"{api_url.rstrip('/')}/{GRAPH_VERSION}/{quote(account, safe='')}/messages",
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        content=orjson.dumps(body),
    )
    if 200 <= status < 300:
        sent = answer.get("messages")
        named = _object(sent[0]).get("id") if isinstance(sent, list) and sent else None
        return _taken(named)
    error = _object(answer.get("error"))
    details = _object(error.get("error_data")).get("details")
    is_later = status == 429 or error.get("code") in _META_LATER or bool(error.get("is_transient"))
    raise _refused(status, error.get("code"), details or error.get("message"), is_later=is_later)


async def send_sms(
    api_url: str, account: str, token: str, *, sender: str, to: str, text: str, callback: str
) -> str:
    """The provider's id. ``callback``: where its states are reported. Raises NotSent, OutcomeUnknown."""
    values = {"To": to, "Body": text, "StatusCallback": callback}
    values["MessagingServiceSid" if sender.startswith("MG") else "From"] = sender
    credentials = base64.b64encode(f"{account}:{token}".encode()).decode()
    status, answer = await _post(
        f"{api_url.rstrip('/')}/2010-04-01/Accounts/{quote(account, safe='')}/Messages.json",
        headers={"Authorization": f"Basic {credentials}"},
        data=values,
    )
    if 200 <= status < 300:
        return _taken(answer.get("sid"))
    code = answer.get("code")
    raise _refused(
        status,
        code,
        answer.get("message"),
        is_later=status == 429 or code in _TWILIO_LATER,
        is_opted_out=code == TWILIO_OPTED_OUT,
    )


async def _post(url: str, **call: Any) -> tuple[int, Mapping[str, Any]]:
    """The status and the answer's JSON object. Raises NotSent if no call was made, OutcomeUnknown."""
    try:
        async with (
            asyncio.timeout(CALL_SECONDS),
            httpx.AsyncClient(
                verify=tls_context(), timeout=STEP_SECONDS, follow_redirects=False, trust_env=False
            ) as client,
            client.stream("POST", url, **call) as answer,
        ):
            content = bytearray()
            async for chunk in answer.aiter_bytes():
                content += chunk
                if len(content) > MAX_ANSWER_BYTES:
                    raise OutcomeUnknown("too_large")
            return answer.status_code, _object(_parsed(bytes(content)))
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise NotSent("unreachable", is_final=False) from error
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise OutcomeUnknown(type(error).__name__) from error


def _taken(named: object) -> str:
    """Raises OutcomeUnknown when the provider took the message and did not name it."""
    if not isinstance(named, str) or not named or len(named) > MAX_REASON_LENGTH:
        raise OutcomeUnknown("unnamed")
    return named


def _refused(
    status: int, code: object, said: object, *, is_later: bool, is_opted_out: bool = False
) -> Exception:
    """503 is before the provider's own work; other errors of a server may be after it."""
    if status >= 500 and status != 503 and not is_later:
        return OutcomeUnknown(str(status))
    reason = f"{code}: {_line(said)}" if code is not None and said else _line(said) or str(status)
    return NotSent(reason, is_final=status != 503 and not is_later, is_opted_out=is_opted_out)


def is_signed_by_meta(body: bytes, header: str, app_secret: str) -> bool:
    wanted = "sha256=" + hmac.new(app_secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted.encode(), header.encode())


def is_signed_by_twilio(url: str, form: Sequence[tuple[str, str]], header: str, token: str) -> bool:
    """HMAC-SHA1 over the URL as Twilio called it and the sorted fields, each name followed by its value."""
    text = url + "".join(name + value for name, value in sorted(set(form)))
    wanted = base64.b64encode(hmac.new(token.encode(), text.encode(), hashlib.sha1).digest())
    return hmac.compare_digest(wanted, header.encode())


def read_form(body: bytes) -> list[tuple[str, str]]:
    """Raises ValueError."""
    return parse_qsl(
        body.decode(), keep_blank_values=True, max_num_fields=MAX_EVENTS, strict_parsing=bool(body)
    )


def read_meta(body: bytes, account: str) -> tuple[list[Inbound], list[Report]]:
    """Messages and states of this phone number. Raises ValueError."""
    messages: list[Inbound] = []
    reports: list[Report] = []
    for entry in _objects(_object(orjson.loads(body)).get("entry")):
        for change in _objects(entry.get("changes")):
            value = _object(change.get("value"))
            if str(_object(value.get("metadata")).get("phone_number_id")) != account:
                continue
            messages += [found for each in _objects(value.get("messages")) for found in _meta_message(each)]
            reports += [found for each in _objects(value.get("statuses")) for found in _meta_report(each)]
    return messages, reports


def _meta_message(said: Mapping[str, Any]) -> Iterator[Inbound]:
    kind, phone, named = str(said.get("type") or ""), str(said.get("from") or ""), said.get("id")
    if not isinstance(named, str) or not 0 < len(named) <= MAX_REASON_LENGTH or not _is_digits(phone):
        return
    content = _object(said.get(kind))
    if kind == "text":
        text = content.get("body")
    elif kind == "button":
        text = content.get("text")
    elif kind == "interactive":
        reply = _object(content.get(str(content.get("type"))))
        text = reply.get("title")
    elif kind == "reaction":
        text = content.get("emoji")
    else:
        # Files stay at WhatsApp: only their kind and caption are shown.
        text = " ".join(filter(None, (f"[{kind}]", _text(content.get("caption")))))
    yield Inbound(named, f"+{phone}", _text(text), _moment(said.get("timestamp")))


def _meta_report(said: Mapping[str, Any]) -> Iterator[Report]:
    named, state = said.get("id"), said.get("status")
    if not isinstance(named, str) or state not in ("sent", "delivered", "read", "failed"):
        return
    error = next(iter(_objects(said.get("errors"))), {})
    details = _object(error.get("error_data")).get("details") or error.get("message") or error.get("title")
    reason = f"{error.get('code')}: {_line(details)}"[:MAX_REASON_LENGTH] if state == "failed" else None
    ours = _uuid(said.get("biz_opaque_callback_data"))
    yield Report(named, ours, str(state), reason, at=_moment(said.get("timestamp")))


def read_twilio(form: Mapping[str, str], message_id: UUID | None) -> tuple[list[Inbound], list[Report]]:
    """A message or a state: Twilio sends one at a time. ``message_id``: of the URL that states are sent to."""
    named = form.get("MessageSid") or form.get("SmsSid") or ""
    if not named or len(named) > 64:
        return [], []
    state = form.get("MessageStatus") or ""
    if state == "received" or ("Body" in form and not state):
        phone = form.get("From", "")
        if not phone.startswith("+") or not _is_digits(phone[1:]):
            return [], []
        files = int(form.get("NumMedia") or 0) if (form.get("NumMedia") or "0").isdigit() else 0
        text = " ".join(filter(None, (_text(form.get("Body")), "[media]" if files else "")))
        return [Inbound(named, phone, text, None)], []
    known = {
        "sent": "sent",
        "delivered": "delivered",
        "read": "read",
        "failed": "failed",
        "undelivered": "failed",
    }
    if state not in known:
        return [], []
    code = form.get("ErrorCode") or ""
    reason = f"{code}: {_line(form.get('ErrorMessage') or state)}"[:MAX_REASON_LENGTH]
    is_failed = known[state] == "failed"
    is_opted_out = code == str(TWILIO_OPTED_OUT)
    return [], [Report(named, message_id, known[state], reason if is_failed else None, is_opted_out)]


def _parsed(content: bytes) -> object:
    try:
        return orjson.loads(content)
    except ValueError:
        return None


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: object) -> Sequence[Mapping[str, Any]]:
    """Raises ValueError for more than are ever sent at once."""
    found = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    if len(found) > MAX_EVENTS:
        raise ValueError("Too many events.")
    return found


def _text(value: object) -> str:
    return str(value or "").replace("\x00", "")[:4_096].strip()


def _line(value: object) -> str:
    return " ".join(_text(value).split())


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and 4 <= len(text) <= 19


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _moment(value: object) -> datetime | None:
    text = str(value or "")
    return (
        datetime.fromtimestamp(int(text), UTC)
        if text.isascii() and text.isdigit() and len(text) <= 11
        else None
    )
