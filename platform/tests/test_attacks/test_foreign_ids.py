"""Every id and key of one company, tried in every endpoint by the owner of another, has no effect.

The calls are generated from the API description and the ids from the database, so new endpoints and tables
are covered automatically.
"""

import re
from dataclasses import dataclass, field

import httpx
import pytest
from analytics_process import FIGURES, AnalyticsProcess, all_counted, sessions_counted
from company_things import (
    MIN_SECRET_LENGTH,
    SECRET,
    fingerprint,
    make_one_of_each,
    one_of_each,
    values_of,
)
from console_people import signed_in_person
from described import Json, Operation, fields, operations, replaced
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
# These would end the attacking session.
LEFT_OUT = frozenset({"POST /api/admin/logout"})


@pytest.fixture
def settings(settings: Settings, analytics_process: AnalyticsProcess) -> Settings:
    """With the real analytics service behind the figures."""
    return settings.model_copy(update={"analytics_url": analytics_process.url})


@dataclass
class Attack:
    """Calls as the owner of another company, and the violations found in the responses."""

    client: httpx.AsyncClient
    markers: frozenset[str]
    calls: int = 0
    wrong: list[str] = field(default_factory=list)
    written: set[str] = field(default_factory=set)

    async def try_(
        self, one: Operation, sent: set[str], allowed: frozenset[int], *, body: Json | None = None,
        ids: Json | None = None, params: dict[str, str] | None = None, headers: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        answer = await one.call(self.client, body=body, ids=ids, params=params, headers=headers or {})
        self.calls += 1
        if one.method != "GET":
            self.written |= sent
        if answer.status_code not in allowed:
            self.wrong.append(f"{one.name} with {sent}: {answer.status_code}")
        response_text = answer.text + str(answer.headers)
        leaked = {marker for marker in self.markers if marker in response_text} - self.written
        if leaked - {text for value in sent for text in self.markers if text in value}:
            self.wrong.append(f"{one.name} with {sent} returned {leaked}")


def is_id(text: str) -> bool:
    """Whether the value can identify an object: not a word, sentence, number or time."""
    return re.fullmatch(r"[a-z_.]*|[\d.]*|\d{4}-\d\d-\d\dT.*|.*[\s\\/$].*|.{100,}", text, re.DOTALL) is None


UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NOT_THERE = frozenset({404, 422})
# A text may be accepted by a search or a form of one's own company, but does not resolve to the other
# company's object.
ANY_BUT_FAULTS = frozenset({200, 201, 202, 204, 400, 401, 403, 404, 409, 410, 413, 422, 429})


async def test_ids_of_another_company_open_reveal_and_change_nothing(
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    georgia: Tenant,
    alps: Tenant,
    alps_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    before = values_of(query_admin_sql, alps)
    victim = await signed_in_person(db, alps, "owner", client_of, sign_in)
    keys = await make_one_of_each(alps_client, victim, query_admin_sql, settings)
    attacker = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    texts = values_of(query_admin_sql, alps) - before - values_of(query_admin_sql, georgia)
    secrets = {text for text in texts if is_id(text)} | {*keys, str(alps.id)}
    ids = one_of_each(query_admin_sql, alps, secrets) | dict.fromkeys(keys, "") | {str(alps.id): ""}
    secret_texts = {text for text in secrets if len(text) >= MIN_SECRET_LENGTH}
    attack = Attack(attacker, frozenset(secret_texts | {SECRET}))
    # The company itself finds the values: otherwise an empty search would hide a leak.
    assert SECRET in (await victim.client.get("/api/admin/bookings")).text
    await sessions_counted(victim.client, 1)
    for path in ("page?figures=campaigns", "page?figures=choices", "export?table=sessions"):
        assert "foreign-campaign" in (await all_counted(victim.client, f"{FIGURES}{path}")).text
    await sessions_counted(attacker, 0)
    before_attack = fingerprint(query_admin_sql, alps)

    for turn, one in enumerate(operations()):
        if one.name in LEFT_OUT:
            continue
        if one.path_ids:
            # A customer's own booking needs a cookie, which this owner does not have.
            refusals = NOT_THERE | {401} if one.path.startswith("/api/my-booking/") else NOT_THERE
            for value in _in_path(one, ids, turn):
                await attack.try_(one, {value}, refusals, ids=dict.fromkeys(one.path_ids, value))
        else:
            await _in_query(attack, one, ids)
            await _in_body(attack, one, ids)
        headers = {"authorization": f"Bearer {keys.affiliate_token}", "idempotency-key": keys.affiliate_token}
        await attack.try_(one, {keys.affiliate_token}, ANY_BUT_FAULTS, headers=headers)

    assert attack.wrong == []
    assert attack.calls > 1500
    assert fingerprint(query_admin_sql, alps) == before_attack


def _in_path(one: Operation, ids: dict[str, str], turn: int) -> list[str]:
    """Ids of things in the endpoint's format (which URLs with uuids check first), and two others."""
    tried = _likely(ids, turn, one.path_ids[-1].removesuffix("_id"), ".id ")
    if not one.takes_uuids:
        return tried
    uuids = [value for value in tried if UUID.fullmatch(value)]
    return uuids + [value for value in tried if value not in uuids][:2]


def _likely(ids: dict[str, str], turn: int, *names: str) -> list[str]:
    """All that are in a column with such a name, or in none, and in turns a twelfth of all others."""
    near = [
        value for value, places in ids.items() if not places or any(name in f"{places} " for name in names)
    ]
    return near + [value for value in ids if value not in near][turn % 12 :: 12]


async def _in_query(attack: Attack, one: Operation, ids: dict[str, str]) -> None:
    """All parameters at once, each with another id, then one at a time, which may be rejected less often."""
    # Endpoints of figures are alike and slow; they differ in the figure, not in the tenant check.
    rarely = 8 if one.path.startswith(FIGURES) else 1
    values = list(ids)
    for turn in range(0, len(values) if one.texts else 0, 12 * rarely):
        params = {name: values[(turn + place * 7) % len(values)] for place, name in enumerate(one.texts)}
        await attack.try_(one, set(params.values()), ANY_BUT_FAULTS, params=params)
    for place, name in enumerate(one.texts):
        for value in values[place % 48 :: 48 * rarely]:
            await attack.try_(one, {value}, ANY_BUT_FAULTS, params={name: value})


async def _in_body(attack: Attack, one: Operation, ids: dict[str, str]) -> None:
    """One body text at a time is a foreign id: those that a field of this name might accept, else a few."""
    for turn, place in enumerate(fields(one.body or {})):
        name = str(place[-1]).lower()
        if "email" in name:
            tried = [value for value in ids if "@" in value]
        elif name.endswith(("id", "code", "token", "challenge", "fingerprint")):
            tried = [value for value in _likely(ids, turn, name.removesuffix("id")) if "@" not in value]
        else:
            tried = list(ids)[turn % 48 :: 48]
        for value in tried:
            await attack.try_(one, {value}, ANY_BUT_FAULTS, body=replaced(one.body or {}, place, value))
