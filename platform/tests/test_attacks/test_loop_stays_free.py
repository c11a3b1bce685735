"""No request, whatever its content, blocks the event loop for other requests.

Every operation of the API description receives the worst bodies that its schema accepts, and some that it
rejects: long, homoglyphs, deeply nested, many items. Valid keys (a link, the right password) are supplied so
that the expensive code runs.
"""

import gc
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from argon2 import PasswordHasher
from calendar_feed_steps import add_feed
from calendar_import_steps import add_calendar
from channel_steps import add_channel
from company_things import make_one_of_each
from console_people import PASSWORD, Person, add_person, signed_in_person
from customer_rows import add_customer
from described import BODIES, Json, Operation, description, operations, replaced
from fleet_steps import add_lead, vehicle_things
from loadtests.forms import booking_form
from loop_watch import LoopWatch
from payment_steps import money_things
from phone_steps import add_phone_things
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from review_steps import add_review
from test_hostile_texts import bombs
from webhook_steps import add_webhook
from yard_steps import handover_things

from abano.accounts.access import passwords
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ids import new_token, token_hash
from abano.db.engine import Database
from abano.main import ROUTERS
from abano.team.users.second_factor import SecondFactorKey
from abano.tenancy.directory.tenant import Tenant
from abano.web.routes import fast_path_endpoints

pytestmark = pytest.mark.anyio
# Seconds of CPU time. Usual calls take a few milliseconds, most of it in the test's own client.
MAX_STEP = 0.1
# Signing out would end the attack; figures belong to another service, which has its own tests.
LEFT_OUT = ("/logout", "/api/quiz/analytics/", "/api/admin/reports/", "/account/sessions")
# Their secrets are unknown, or an external party would have to agree.
NEVER_TAKEN = {
    "POST /api/admin/company-data/deletion",  # the owner's password
    "POST /api/admin/accounting/exports",  # a period with something to export
    "POST /api/admin/bookings/{booking_id}/invoices",  # the total that was seen a moment before
    "POST /api/admin/bookings/{booking_id}/no-show",  # what was seen a moment before
    "POST /api/admin/bookings/{booking_id}/payment-links",  # Stripe
    "POST /api/admin/bookings/{booking_id}/card-holds/{hold_id}/capture",
    "POST /api/admin/stripe/connection/return",
    "POST /api/admin/bookings/{booking_id}/second-driver/fee",  # a second driver, and a fee of the company's
    "POST /api/admin/bookings/{booking_id}/driver-documents/{file_id}/deletion",  # a document
    "POST /api/admin/price-suggestions/accept",  # a suggestion, as it was seen a moment before
    "PUT /api/admin/price-suggestions/rules",  # the rules, as they were seen a moment before
    "PUT /api/admin/bookings/{booking_id}/cancellation-fee",  # a cancelled booking
    "POST /api/admin/currencies/held/{currency}",  # a rate of the operator's source
    "POST /api/admin/customers/{customer_id}/merge",  # a second customer, named in the body
    "POST /api/admin/customers/{customer_id}/tell-apart",
    "POST /api/admin/customers/{customer_id}/unmerge",
    "POST /api/admin/fines/{fine_id}/charge",  # a fine that no one decided on
    "POST /api/admin/reviews/{review_id}/hide",  # a review as it was seen a moment before
    "POST /api/admin/tills/transfers",  # a till with that much cash
    "POST /api/admin/tills/{till_id}/difference",  # a till that was counted and differs
    "POST /api/admin/yard/bookings/{booking_id}/records",  # a confirmed booking on its day
    "POST /api/admin/calendar/moves",
    "POST /api/admin/imported-calendars",  # a calendar that can be read
    "POST /api/admin/translations",  # a service of the operator
    "PATCH /api/admin/catalog/draft/{part}/{key}",  # an item, as it was seen a moment before
    "POST /api/admin/catalog/draft/{part}",
    "POST /api/admin/catalog/draft/publish",  # a draft that changes something
    "POST /api/admin/catalog/versions/{number}/restore",
    "POST /api/admin/content/texts/{kind}/publication",
    "POST /api/admin/quiz/publish",
    "POST /api/admin/experiments",  # a second version
    "POST /api/admin/messages/texts/{occasion}/{language}/reset",
    "POST /api/admin/media/files",  # parts that were sent before
    "PUT /api/admin/media/{item_id}",
    "PUT /api/admin/reviews/{review_id}/answer",  # the revision that was seen a moment before
    "PUT /api/admin/reviews/{review_id}/picture",
    "PUT /api/admin/settings/clock",  # a company without rentals ahead
    "POST /api/admin/support-session",  # a link that an operator made
    "POST /api/admin/support-access/decision",  # a request of an operator
    "POST /api/admin/support-access/end",  # a session of an operator
    "PUT /api/admin/roles/{role_id}",  # the revision that was seen a moment before
    "PUT /api/admin/invoice-numbering/{kind}",
    "PUT /api/admin/bookings/{booking_id}/invoice-draft",  # a booking with something to invoice
    "POST /api/my-booking/agreement/signature",  # an agreement as it was read a moment before
    "POST /api/my-booking/link",  # a signed link
    "POST /api/reviews/own/link",
    "PUT /api/reviews/own",
    "PUT /api/my-booking/rental",  # the booking as it was seen a moment before
    "PUT /api/admin/bookings/{booking_id}",
    "PUT /api/admin/vehicles/{vehicle_id}",  # names of another company's catalogue
    "POST /api/admin/account/second-factor/confirm",
    "POST /api/admin/login",
    "POST /api/admin/login/code",
    "POST /api/admin/payouts/{payout_id}/reverse",
    "POST /api/payments/online",  # the secret of a link
    "POST /api/referrers/login",
    "POST /api/shared-figures",  # the secret of a link
    "PUT /api/admin/ad-account",
    "POST /api/admin/analytics/queries/run",  # the analytics service
    "POST /api/admin/analytics/queries/export",
    "PUT /api/admin/analytics/queries/{query_id}",  # a query that is saved
    "PUT /api/admin/quiz/written/{session_id}/{question_id}/follow-up",  # a contact from the quiz
    "PUT /api/admin/conversions/sender",
}
# Their bodies are parsed in another way than all others.
ON_FAST_PATH = {f"POST {path}" for path in fast_path_endpoints(ROUTERS)}
# A customer who is not erased during the test.
DRIVER = "driver@example.com"
BODY_LIMIT = 256 * 1024
LOOK_ALIKE = "4@8({[<369$51!|70+%2"
FAMILIES = (
    LOOK_ALIKE, "a", "a.", "-", " ", "0", "\ufdfa", "\u0130", "a\u0315\u0300\u05ae", "%41", "\u00fc.", "/a", "(a+)+",
    "http://a.b/?a=",
)  # fmt: skip
EMAILS = ("{}@example.com", "unknown@{}.example.com", '"{}"@example.com')
HEADERS = ("user-agent", "referer", "x-forwarded-for", "accept-language", "if-none-match", "idempotency-key",
           "authorization", "sec-purpose", "accept")  # fmt: skip
LENGTHS = (60, 254)
HUGE = BODY_LIMIT - 4_000


def filled(family: str, length: int) -> str:
    return (family * (length // len(family) + 1))[:length]


def texts(field: int, longest: int | None, *, is_email: bool) -> Iterator[str]:
    """Homoglyphs for every field; of the other families one for each, all of them over a dozen fields."""
    others = [FAMILIES[1 + field % (len(FAMILIES) - 1)]]
    for family, length in product((LOOK_ALIKE, *others), [longest] if longest else LENGTHS):
        # Many rules stop at the first character that does not match; the last one may be that character.
        yield filled(family, length - 1) + ("!" if length != LENGTHS[0] else "")
    if is_email:
        for form, family in product(EMAILS, others):
            yield form.format(filled(family, 63))
            yield form.format(filled(family, (longest or 254) - 25))


def resolved(schema: Json) -> Json:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Json = description()["components"]["schemas"][name] if name else schema
    return found


def kinds(schema: Json) -> list[Json]:
    return [resolved(kind) for kind in schema.get("anyOf", [schema])]


@dataclass(frozen=True)
class Body:
    name: str
    content: bytes


def bodies(one: Operation) -> Iterator[Body]:
    """The worst accepted values, per field and all together, then bodies that the schema rejects."""
    if one.schema is None:
        return
    body = BODIES[one.name]
    yield Body("as it should be", encoded(body))
    everything = dict(body)
    for field, (name, schema) in enumerate(resolved(one.schema)["properties"].items(), len(one.name)):
        for kind in kinds(schema):
            if kind.get("type") == "string" and "enum" not in kind and "const" not in kind:
                longest = kind.get("maxLength")
                for text in texts(field, longest, is_email="email" in name.lower()):
                    yield Body(f"{name} {text[:20]!r} * {len(text)}", encoded({**body, name: text}))
                yield Body(
                    f"{name} huge", encoded({**body, name: filled(FAMILIES[field % len(FAMILIES)], HUGE)})
                )
                everything[name] = filled(LOOK_ALIKE, longest or 200)
            if kind.get("type") == "array":
                yield from many(body, name, kind)
            if kind.get("type") in {"integer", "number"}:
                for number in ("9" * 4000, "1e308", "1e999999999", "-" + "9" * 300, "0." + "9" * 200_000):
                    content = encoded({**body, name: ""}).replace(b'""', number.encode())
                    yield Body(f"{name} {number[:9]} * {len(number)}", content)
                    yield Body(f"{name} as a text", encoded({**body, name: number}))
            for inner in kind.get("properties", {}) if kind.get("type") == "object" else ():
                for family in FAMILIES[:2]:
                    value = replaced(
                        {**body, name: dict(body.get(name) or {})}, (name, inner), filled(family, 60_000)
                    )
                    yield Body(f"{name}.{inner} {family!r}", encoded(value))
    yield Body("everything", encoded(everything))
    # They are parsed before the endpoint is asked: some for each, all of them over a few operations.
    all_bombs = list(bombs(body))
    for name, content in all_bombs if one.name in ON_FAST_PATH else all_bombs[len(one.name) % 4 :: 4]:
        yield Body(name, content)


def many(body: Json, name: str, schema: Json) -> Iterator[Body]:
    """A list with the maximum length, and one as large as a body may be."""
    given = body.get(name)
    item = given[0] if isinstance(given, list) and given else "none"
    most = (HUGE - len(encoded(body))) // (len(json.dumps(item)) + 12)
    for count in {min(schema.get("maxItems", most), most), most}:
        if isinstance(item, dict):
            items: list[Any] = [
                {key: f"{value}{number}" if isinstance(value, str) else number for key, value in item.items()}
                for number in range(count)
            ]
            yield Body(f"{name} * {count}, all alike", encoded({**body, name: [item] * count}))
        else:
            items = [f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" for number in range(count)]
            yield Body(
                f"{name} * {count}, long",
                encoded({**body, name: [filled(LOOK_ALIKE, HUGE // count - 4)] * count}),
            )
        yield Body(f"{name} * {count}", encoded({**body, name: items}))


def encoded(body: Json) -> bytes:
    return json.dumps(body).encode()


class OffTheLoop:
    """A cheap hash that never runs on the event loop's thread, where the real one would block it."""

    def __init__(self) -> None:
        self._cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self._loop = threading.get_ident()

    def hash(self, password: str) -> str:
        assert threading.get_ident() != self._loop, "a password is hashed on the event loop"
        return self._cheap.hash(password)

    def verify(self, stored: str, password: str) -> bool:
        assert threading.get_ident() != self._loop, "a password is checked on the event loop"
        return self._cheap.verify(stored, password)


@dataclass
class Keys:
    """Valid keys of a call's expensive part, created for each call: links and steps can be used once."""

    sql: AdminSql
    clock: FixedClock
    georgia: Tenant
    person: Person
    colleague: UUID
    affiliate_token: str
    affiliate_email: str
    password_hash: str
    factor_key: SecondFactorKey
    reference: str

    def supply(self, one: Operation, content: bytes) -> bytes:
        self.sql("delete from sign_in_failures")
        token = new_token()
        hashed, now = token_hash(token), self.clock.now()
        then = now + timedelta(hours=1)
        if one.path == "/api/admin/password-reset/confirm":
            self.sql("insert into admin_password_resets values (%s, %s, %s, %s, %s)",
                     self.georgia.id, hashed, self.colleague, now, then)  # fmt: skip
        elif one.path == "/api/referrers/password-reset/confirm":
            self.sql("insert into affiliate_password_resets"
                     " (affiliate_id, tenant_id, token_hash, created_at, expires_at)"
                     " select id, tenant_id, %s, %s, %s from affiliates where email = %s",
                     hashed, now, then, self.affiliate_email)  # fmt: skip
        elif one.path.startswith("/api/admin/invitations/"):
            self.sql("insert into admin_invitations (tenant_id, id, email, role, token_hash, created_at, expires_at)"
                     " values (%s, gen_random_uuid(), %s, 'analyst', %s, %s, %s)",
                     self.georgia.id, f"{uuid4().hex}@example.com", hashed, now, then)  # fmt: skip
        elif one.path == "/api/admin/login/code":
            self.sql("insert into admin_challenges (tenant_id, token_hash, admin_id, created_at, expires_at)"
                     " values (%s, %s, %s, %s, %s)", self.georgia.id, hashed, self.person.id, now, then)  # fmt: skip
        elif one.path.startswith("/api/my-booking/"):
            self.sql("update bookings set status = 'pending' where reference = %s", self.reference)
        elif one.path.startswith("/api/admin/account/"):
            self.sql("update admins set password_hash = %s where id = %s", self.password_hash, self.person.id)
            self._set_up_second_factor(one)
        name = self.affiliate_email if one.path.startswith("/api/referrers/") else self.person.email
        known = {
            '"token": "none"': f'"token": "{token}"',
            '"challenge": "none"': f'"challenge": "{token}"',
            '"currentPassword": "wrong"': f'"currentPassword": "{PASSWORD}"',
            '"ABC-DEFG"': f'"{self.reference}"',
        }
        if one.path.endswith("/payout-address"):
            known['"wrong password"'] = f'"{PASSWORD}"'
        if one.path.endswith(("/login", "/password-reset")):
            known['"unknown@example.com"'] = f'"{name}"'
        if one.path == "/api/my-booking/sign-in":
            known['"unknown@example.com"'] = f'"{DRIVER}"'
        for unknown, right in known.items():
            content = content.replace(unknown.encode(), right.encode())
        return content

    def _set_up_second_factor(self, one: Operation) -> None:
        """Enabled for calls that disable or renew it, pending for its confirmation, else none."""
        self.sql("delete from admin_second_factors where admin_id = %s", self.person.id)
        if one.path.endswith("/second-factor"):
            return
        sealed = self.factor_key.seal("A" * 32, self.person.id)
        confirmed = None if one.path.endswith("/confirm") else self.clock.now()
        self.sql(
            "insert into admin_second_factors (tenant_id, admin_id, sealed_secret, confirmed_at, created_at)"
            " values (%s, %s, %s, %s, %s)",
            self.georgia.id, self.person.id, sealed, confirmed, self.clock.now(),
        )  # fmt: skip


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> LoopWatch:
    monkeypatch.setattr(passwords, "_hasher", OffTheLoop())
    # The collector walks through everything the tests imported; the product has a fraction of that.
    gc.collect()
    gc.freeze()
    return LoopWatch(monkeypatch)


@pytest.fixture
async def keys(
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    georgia: Tenant,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    settings: Settings,
    watch: LoopWatch,
) -> Keys:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    person = await signed_in_person(db, georgia, "owner", client_of, sign_in)
    [(stored,)] = query_admin_sql("select password_hash from admins where id = %s", person.id)
    account = {"name": "Watched", "email": f"{uuid4().hex}@example.com", "password": PASSWORD}
    await client.post("/api/referrers/register", json=account | {"paypalEmail": account["email"]})
    query_admin_sql("delete from sign_in_failures")
    token = (await client.post("/api/referrers/login", json=account)).json()["token"]
    colleague, _ = await add_person(db, georgia, "manager")
    factor_key = SecondFactorKey(settings.secret_key.get_secret_value())
    # The session of a customer who opened her booking in the same browser.
    booked = (await person.client.post("/api/bookings", json=booking_form(customerEmail=DRIVER))).json()
    opening = {"reference": booked["reference"], "email": DRIVER}
    assert (await person.client.post("/api/my-booking/sign-in", json=opening)).is_success
    return Keys(
        query_admin_sql, clock, georgia, person, colleague, token, account["email"], stored, factor_key,
        booked["reference"],
    )  # fmt: skip


@dataclass
class Attack:
    """Sends requests and records those that blocked the loop.

    A slow request is repeated twice: other load on the machine can only make it slower, so the minimum
    counts.
    """

    client: httpx.AsyncClient
    watch: LoopWatch
    keys: Keys
    calls: int = 0
    longest: float = 0.0

    def __post_init__(self) -> None:
        self.slow: dict[str, float] = {}
        self.taken: set[str] = set()

    async def send(self, one: Operation, name: str, ids: Json, content: bytes | None = None, *,
                   params: dict[str, str] | None = None, headers: dict[str, str] | None = None) -> None:  # fmt: skip
        shortest = float("inf")
        for _ in range(3):
            supplied = self.keys.supply(one, content) if content is not None else None
            all_headers = {
                "content-type": "application/json",
                "origin": str(self.client.base_url).rstrip("/"),
            }
            if one.path.startswith("/api/referrers/"):
                all_headers["authorization"] = f"Bearer {self.keys.affiliate_token}"
            request = self.client.build_request(
                one.method,
                one.url(**ids),
                content=supplied,
                params=params,
                headers=all_headers | (headers or {}),
            )
            with self.watch:
                answer = await self.client.send(request)
            self.calls += 1
            if answer.is_success:
                self.taken.add(one.name)
            shortest = min(shortest, self.watch.longest)
            if shortest < MAX_STEP:
                break
        else:
            self.slow[f"{one.name}: {name} ({answer.status_code})"] = round(shortest, 3)
        self.longest = max(self.longest, shortest)


def attacked() -> Iterator[Operation]:
    for one in operations():
        if not any(part in one.path for part in LEFT_OUT):
            yield one


@pytest.mark.slow
async def test_no_body_holds_the_loop(
    keys: Keys,
    watch: LoopWatch,
    alps_client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
    query_admin_sql: AdminSql,
    settings: Settings,
) -> None:
    # Calls about one object need one. This company has one of each.
    other = await signed_in_person(db, alps, "owner", client_of, sign_in)
    await make_one_of_each(alps_client, other, query_admin_sql, settings)
    ids: Json = {}
    # A booking that can be confirmed, with a held commission that can be refused.
    [(ids["booking_id"],)] = query_admin_sql(
        "update bookings set status = 'pending' where tenant_id = %s and status = 'confirmed' returning id",
        alps.id,
    )
    query_admin_sql(
        "insert into commission_holds (tenant_id, booking_id, reason, created_at) values (%s, %s, 'paid_click', %s)"
        " on conflict do nothing",
        alps.id, ids["booking_id"], NOW,
    )  # fmt: skip
    [(ids["affiliate_id"],)] = query_admin_sql(
        "select id from affiliates where tenant_id = %s limit 1", alps.id
    )
    [(ids["code"],)] = query_admin_sql("select code from promo_codes where tenant_id = %s limit 1", alps.id)
    ids |= vehicle_things(alps, query_admin_sql, "VW Golf", "chur")
    ids |= money_things(alps, query_admin_sql, ids["booking_id"], other.id)
    ids |= handover_things(query_admin_sql, alps.id, ids["booking_id"], ids["vehicle_id"], NOW)
    ids["lead_id"] = add_lead(query_admin_sql, alps)
    ids["review_id"] = add_review(query_admin_sql, alps)
    ids["feed_id"] = add_feed(query_admin_sql, alps)
    ids["channel_id"] = str(add_channel(query_admin_sql, alps))
    ids["calendar_id"] = add_calendar(query_admin_sql, alps)
    ids |= add_phone_things(query_admin_sql, alps, ids["booking_id"])
    ids |= add_webhook(query_admin_sql, alps)
    ids["customer_id"] = add_customer(query_admin_sql, alps)
    ids["user_id"], _ = await add_person(db, alps, "analyst")
    at_home, away = Attack(keys.person.client, watch, keys), Attack(other.client, watch, keys)
    for one in attacked():
        attack = away if one.path_ids else at_home
        for body in bodies(one):
            blank = dict.fromkeys(one.path_ids, str(uuid4()))
            await attack.send(
                one, body.name, blank | {n: v for n, v in ids.items() if n in one.path_ids}, body.content
            )
    assert at_home.slow | away.slow == {}
    assert at_home.calls > 1000
    assert away.calls > 100
    # The bodies were processed: every operation accepted the valid body, and some of the bad ones.
    never_taken = {one.name for one in attacked() if one.schema} - at_home.taken - away.taken
    assert (set(never_taken) - NEVER_TAKEN, NEVER_TAKEN - set(never_taken)) == (set(), set())


@pytest.mark.slow
async def test_no_query_path_or_header_holds_the_loop(keys: Keys, watch: LoopWatch) -> None:
    attack = Attack(keys.person.client, watch, keys)
    for turn, one in enumerate(attacked()):
        blank = dict.fromkeys(one.path_ids, str(uuid4()))
        for place, name in enumerate(one.texts):
            for step, length in enumerate((60, 200, 20_000)):
                text = filled(FAMILIES[(turn + place + step) % len(FAMILIES)], length // 4)
                await attack.send(one, f"?{name} {text[:9]!r} * {len(text)}", blank, params={name: text})
        for step in range(3):
            text = filled(FAMILIES[(turn + step) % len(FAMILIES)], 3000).encode().decode("latin-1", "replace")
            plain = "".join(letter for letter in text if " " <= letter <= "~")[:3000].strip() or "-"
            await attack.send(one, f"headers {plain[:9]!r}", blank, headers=dict.fromkeys(HEADERS, plain))
            if one.path_ids:
                long = dict.fromkeys(one.path_ids, filled(FAMILIES[(turn + step) % len(FAMILIES)], 2000))
                await attack.send(one, "path", long)
    assert attack.slow == {}
    assert attack.calls > 300


@pytest.mark.slow
async def test_the_watch_sees_what_holds_the_loop(watch: LoopWatch) -> None:
    with watch:
        pass
    assert watch.longest < MAX_STEP
    with watch:
        passwords.is_easily_guessed(LOOK_ALIKE * 2)
        passwords.is_easily_guessed(LOOK_ALIKE[::-1] * 2)
        sum(number * number for number in range(3_000_000))
    assert watch.longest > MAX_STEP
