"""A company with one of each thing, and a look at all that its database rows hold."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
from console_people import Person, newest_token
from loadtests.forms import ALPINE, booking_form
from product_fixtures import AdminSql

from abano.core.config import Settings
from abano.tenancy.directory.tenant import Tenant

# In every text of the company that is about a person: no one else may ever read it.
SECRET = "Zugspitzmarmot"
MIN_SECRET_LENGTH = 8
TABLES = """
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' and exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by 1
"""


@dataclass(frozen=True)
class Keys:
    """What opens doors at home and nowhere else."""

    cookie: str
    affiliate_token: str
    conversion_secret: str
    invitation_token: str

    def __iter__(self) -> Iterator[str]:
        return iter((self.cookie, self.affiliate_token, self.conversion_secret, self.invitation_token))


async def make_one_of_each(
    visitor: httpx.AsyncClient, owner: Person, query_admin_sql: AdminSql, settings: Settings
) -> Keys:
    """Through the API, as people would: visits, quiz, booking, affiliate, commission, payout, admin things."""

    async def ask(client: httpx.AsyncClient, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = await client.request(method, path, json=body, headers=headers)
        assert answer.status_code < 300, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    click = {"gclid": "foreign-click-id", "deviceFingerprint": "f0e1f0e1f0e1f0e1", "consentState": "granted"}
    session = {"sessionId": "foreign-quiz-session"}
    await ask(visitor, "POST", "/api/gclid/save", {**click, "sourceUrl": f"https://example.com/{SECRET}"})
    await ask(
        visitor, "POST", "/api/quiz/session/start", {**session, **click, "utmCampaign": "foreign-campaign"}
    )
    question = (await ask(visitor, "GET", "/api/quiz/definition"))["questions"][0]
    answers = [{"questionId": question["id"], "value": question["options"][0]["value"], "sequence": 1}]
    await ask(visitor, "POST", "/api/quiz/answers", {**session, "answers": answers})
    await ask(visitor, "POST", "/api/quiz/question-view", {**session, "questionId": question["id"]})
    affiliate = {"email": "foreign.affiliate@example.com", "password": "the affiliate's password"}
    register = {
        **affiliate,
        "name": f"{SECRET} Affiliate",
        "paypalEmail": "foreign.paypal@example.com",
        "notes": SECRET,
    }
    await ask(visitor, "POST", "/api/referrers/register", register)
    token = (await ask(visitor, "POST", "/api/referrers/login", affiliate))["token"]
    dashboard = await ask(visitor, "GET", "/api/referrers/dashboard", authorization=f"Bearer {token}")
    booking = booking_form(
        **ALPINE,
        customerName=f"{SECRET} Lovelace",
        customerEmail="foreign.customer@example.com",
        customerPhone="+41 79 555 12 34",
        promoCode=dashboard["data"]["promoCode"],
        quizSessionId=session["sessionId"],
    )
    booked = [(await ask(visitor, "POST", "/api/bookings", booking))["bookingId"] for _ in range(2)]
    await ask(visitor, "POST", "/api/personal-info-step", {"firstName": SECRET, "lastName": "Draft"})
    await ask(visitor, "POST", "/api/referrers/password-reset", {"email": affiliate["email"]})

    desk = f"/api/admin/bookings/{booked[0]}"
    await ask(owner.client, "POST", f"{desk}/notes", {"text": f"{SECRET} note"})
    await ask(owner.client, "POST", f"{desk}/emails", {"subject": f"{SECRET} subject", "body": "Hello"})
    change = {"fromStatus": "pending", "toStatus": "confirmed", "reason": f"{SECRET} reason"}
    await ask(owner.client, "POST", f"{desk}/status", change)
    [affiliate] = (await ask(owner.client, "GET", f"/api/admin/affiliates?search={SECRET}"))["affiliates"]
    query_admin_sql("update bookings set status = 'completed' where id = %s", booked[1])
    await ask(owner.client, "POST", f"/api/admin/pay-commission/{affiliate['id']}", {})
    await ask(
        owner.client, "POST", "/api/admin/account/second-factor", {"currentPassword": "a password for tests"}
    )
    invited = {"email": "foreign.colleague@example.com", "role": "analyst"}
    await ask(owner.client, "POST", "/api/admin/users/invitations", invited)
    invitation = newest_token(query_admin_sql, settings, "admin.invited")
    address = await ask(owner.client, "POST", "/api/admin/conversions/file-urls")
    await ask(owner.client, "PUT", "/api/ip/excluded-ips", {"ips": ["198.51.100.77"]})
    secret = httpx.URL(address["urls"]["clicks"]).path.split("/")[3]
    return Keys(owner.client.cookies["abano_admin"], token, secret, invitation)


def values_of(query_admin_sql: AdminSql, tenant: Tenant) -> set[str]:
    """Every text, id and address in the company's rows, and what its JSON holds."""
    found: set[str] = set()
    for (table,) in query_admin_sql(TABLES):
        for (row,) in query_admin_sql(f"select to_jsonb(t) from {table} t where tenant_id = %s", tenant.id):
            found.update(_texts(row))
    return found


def one_of_each(query_admin_sql: AdminSql, tenant: Tenant, values: set[str]) -> dict[str, str]:
    """Of ``values`` one of each column of the company's rows, with the names of the columns that it is in.

    A second message opens no more than the first.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for (table,) in query_admin_sql(TABLES):
        for (row,) in query_admin_sql(f"select to_jsonb(t) from {table} t where tenant_id = %s", tenant.id):
            for column, content in row.items():
                for text in values.intersection(_texts(content)):
                    found[f"{table}.{column}"].append(text)
    chosen: set[str] = set()
    for texts in found.values():
        if chosen.isdisjoint(texts):
            chosen.add(min(texts))
    return {text: " ".join(name for name, texts in found.items() if text in texts) for text in sorted(chosen)}


def fingerprint(query_admin_sql: AdminSql, tenant: Tenant) -> dict[str, tuple[int, str]]:
    """Number and digest of the company's rows in each table."""
    prints = {}
    for (table,) in query_admin_sql(TABLES):
        rows = query_admin_sql(f"select t::text from {table} t where tenant_id = %s order by 1", tenant.id)
        text = "\n".join(row for (row,) in rows)
        prints[table] = (len(rows), hashlib.sha256(text.encode()).hexdigest())
    own = query_admin_sql("select t::text from tenants t where id = %s", tenant.id)
    prints["tenants"] = (1, json.dumps(own))
    return prints


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
