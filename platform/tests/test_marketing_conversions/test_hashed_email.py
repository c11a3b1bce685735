"""Enhanced conversions: a hashed email leaves only where the company sends it and the visitor still agrees."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from ad_bookings import booked
from data_manager import ACTION, Google
from product_fixtures import AdminSql
from service_account import KEY_FILE

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext
from abano.marketing.conversions.google import DataManager, Destination, ServiceAccount
from abano.marketing.conversions.sending import send_pending
from abano.ops import seeds
from abano.tenancy.directory.tenant import Tenant

SEEDS = Path(seeds.__file__).parent
pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("_no_ad_bookings")]
PAGE = "/api/admin/conversions"
ORIGIN = {"Origin": "http://localhost"}
EMAIL = "Ada.Lovelace+cars@Gmail.com"
HASH = hashlib.sha256(b"adalovelace@gmail.com").hexdigest()


class Conversions:
    """A company that sends its bookings to the stand-in."""

    def __init__(
        self, client: httpx.AsyncClient, sql: AdminSql, context: TaskContext, google: Google
    ) -> None:
        self.client, self.sql, self.context, self.google = client, sql, context, google

    async def book(self, gclid: str, *, data: bool | None = True, state: str = "granted") -> str:
        reference = await booked(self.client, gclid=gclid, customerEmail=EMAIL)
        # As if the company asked for consent.
        self.sql(
            "update bookings set consent_state = %s, ad_user_data = %s, ad_personalization = false"
            " where reference = %s",
            state, data, reference,
        )  # fmt: skip
        return reference

    def api(self) -> DataManager:
        self.google.now = self.context.clock.now()
        return DataManager(self.google.url, f"{self.google.url}/token")

    async def send(self, tenant_id: TenantId, google: DataManager | None = None) -> dict[str, dict[str, Any]]:
        await send_pending(self.context, tenant_id, google or self.api())
        return self.google.conversions


@pytest.fixture
async def conversions(
    _no_ad_bookings: None,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    google: Google,
) -> Conversions:
    sender = {"accountId": "1234567890", "conversionActionId": ACTION, "keyFile": KEY_FILE}
    assert (await owner_client.put(f"{PAGE}/sender", json=sender, headers=ORIGIN)).status_code == 204
    await turn(owner_client, on=False)
    return Conversions(client, query_admin_sql, TaskContext(db, settings, clock), google)


async def turn(owner: httpx.AsyncClient, *, on: bool) -> None:
    answer = await owner.put(f"{PAGE}/hashed-email", json={"sendsHashedEmail": on}, headers=ORIGIN)
    assert answer.status_code == 204, answer.text
    assert (await owner.get(PAGE)).json()["sendsHashedEmail"] is on


async def test_it_is_off_until_the_owner_turns_it_on(
    owner_client: httpx.AsyncClient,
    conversions: Conversions,
    georgia: Tenant,
    clock: FixedClock,
) -> None:
    conversions.sql("delete from conversion_settings")
    assert (await owner_client.get(PAGE)).json()["sendsHashedEmail"] is False
    reference = await conversions.book("click-off")
    clock.move(hours=6)
    sent = await conversions.send(georgia.id)
    assert "userData" not in sent[reference]
    assert "encoding" not in conversions.google.requests[-1]
    file = (await owner_client.get(f"{PAGE}/clicks.csv")).text
    assert reference in file
    assert "Email" not in file


async def test_with_consent_exactly_the_hash_is_sent_and_nothing_is_stored(
    owner_client: httpx.AsyncClient, conversions: Conversions, georgia: Tenant, clock: FixedClock
) -> None:
    await turn(owner_client, on=True)
    reference = await conversions.book("click-on")
    clock.move(hours=6)
    sent = await conversions.send(georgia.id)
    assert sent[reference]["userData"] == {"userIdentifiers": [{"emailAddress": HASH}]}
    assert sent[reference]["consent"] == {
        "adUserData": "CONSENT_GRANTED",
        "adPersonalization": "CONSENT_DENIED",
    }
    assert conversions.google.requests[-1]["encoding"] == "HEX"
    assert "lovelace" not in str(conversions.google.requests).lower()
    header, row = (await owner_client.get(f"{PAGE}/clicks.csv")).text.splitlines()[1:3]
    assert header.endswith(",Ad User Data,Ad Personalization,Email")
    assert row.endswith(f",{reference},Granted,Denied,{HASH}")
    for table in ("conversion_events", "conversion_requests", "bookings", "audit_log"):
        assert HASH not in str(conversions.sql(f"select * from {table}"))
    # Turned off again: the next one goes without.
    await turn(owner_client, on=False)
    later = await conversions.book("click-later")
    clock.move(hours=6)
    assert "userData" not in (await conversions.send(georgia.id))[later]


@pytest.mark.parametrize(("state", "data"), [("granted", False), ("granted", None), ("refused", None)])
async def test_without_consent_nothing_is_sent_at_all(
    owner_client: httpx.AsyncClient,
    conversions: Conversions,
    georgia: Tenant,
    clock: FixedClock,
    state: str,
    data: bool | None,
) -> None:
    await turn(owner_client, on=True)
    reference = await conversions.book("click-denied", state=state, data=data)
    clock.move(hours=6)
    assert await conversions.send(georgia.id) == {}
    file = (await owner_client.get(f"{PAGE}/clicks.csv")).text
    assert reference not in file
    assert HASH not in file


async def test_where_no_one_is_asked_no_email_is_sent(
    owner_client: httpx.AsyncClient, conversions: Conversions, georgia: Tenant, clock: FixedClock
) -> None:
    await turn(owner_client, on=True)
    reference = await conversions.book("click-unasked", state="not_required", data=None)
    clock.move(hours=6)
    sent = await conversions.send(georgia.id)
    assert sent[reference].keys().isdisjoint({"userData", "consent"})
    assert HASH not in (await owner_client.get(f"{PAGE}/clicks.csv")).text


async def withdraw(client: httpx.AsyncClient, gclid: str, *, data: bool = False) -> None:
    body = {"clickIds": [gclid], "adUserData": data, "adPersonalization": False}
    assert (await client.post("/api/consent/ad-answers", json=body)).is_success


async def test_what_was_withdrawn_before_sending_is_never_sent(
    owner_client: httpx.AsyncClient, conversions: Conversions, georgia: Tenant, clock: FixedClock
) -> None:
    await turn(owner_client, on=True)
    await conversions.book("click-withdrawn")
    clock.move(hours=6)
    await withdraw(conversions.client, "click-withdrawn")
    assert await conversions.send(georgia.id) == {}
    assert conversions.google.requests == []


async def test_a_withdrawal_between_two_requests_of_one_run_counts(
    owner_client: httpx.AsyncClient, conversions: Conversions, georgia: Tenant, clock: FixedClock
) -> None:
    """Google refuses the first request because of another event: the second one leaves out who withdrew since."""
    await turn(owner_client, on=True)
    await conversions.book("click-refused")
    kept = await conversions.book("click-kept")
    gone = await conversions.book("click-gone")
    conversions.google.bad_clicks = {"click-refused"}
    clock.move(hours=6)

    class Slow(DataManager):
        async def ingest(
            self, account: ServiceAccount, destination: Destination, events: Sequence[Any], now: Any
        ) -> str:
            try:
                return await super().ingest(account, destination, events, now)
            finally:
                await withdraw(conversions.client, "click-gone")

    slow = Slow(conversions.google.url, f"{conversions.google.url}/token")
    conversions.google.now = clock.now()
    assert list(await conversions.send(georgia.id, slow)) == [kept]
    [first, second] = conversions.google.requests
    assert (len(first["events"]), len(second["events"])) == (3, 1)
    # It is neither sent nor lost as being sent.
    clock.move(hours=2)
    assert list(await conversions.send(georgia.id)) == [kept]
    assert gone not in str(second)


def test_the_privacy_policies_of_demo_companies_do_not_mention_what_is_off(query_admin_sql: AdminSql) -> None:
    policies = [path.read_text(encoding="utf-8").lower() for path in SEEDS.glob("**/privacy-policy.json")]
    assert len(policies) >= 6
    assert not any(word in text for text in policies for word in ("hash", "sha-256", "ჰეშ", "хеш"))
