"""An owner downloads everything of the company: written by the worker, complete, audited, gone after a week."""

import hashlib
import io
import json
import tarfile
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from console_people import PASSWORD, Person, audited, signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.company.leaving import exports
from abano.company.leaving.exports import store_name, tenants_with_exports, work_on_exports
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.ops.portability.service import CHECKSUMS
from abano.storage.store import MediaUnavailable, media_store
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/company-data"
EXPORTS = f"{URL}/exports"
PROOF = {"currentPassword": PASSWORD}


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


@pytest.fixture
async def owner(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "owner", client_of, sign_in)


@pytest.fixture(autouse=True)
def none_yet(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from company_exports")


def stored(settings: Settings, tenant: Tenant) -> set[str]:
    return {each.digest for each in media_store(settings).all(store_name(tenant.id))}


async def downloaded(person: Person, export_id: str) -> httpx.Response:
    return await person.client.get(f"{EXPORTS}/{export_id}/file")


async def test_an_export_is_whole_and_every_download_is_audited(
    owner: Person,
    georgia: Tenant,
    context: TaskContext,
    settings: Settings,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exports, "PART_BYTES", 10_000)
    asked = await owner.client.post(EXPORTS, json=PROOF)
    assert asked.status_code == 202, asked.text
    [pending] = asked.json()["exports"]
    assert (pending["state"], pending["bytes"]) == ("pending", 0)
    assert (await downloaded(owner, pending["id"])).status_code == 404
    assert georgia.id in await tenants_with_exports(context.db, context.clock.now())
    await work_on_exports(context, georgia.id)
    assert georgia.id not in await tenants_with_exports(context.db, context.clock.now())
    [ready] = (await owner.client.get(URL)).json()["exports"]
    assert (ready["state"], ready["id"]) == ("ready", pending["id"])
    assert len(stored(settings, georgia)) > 2
    answer = await downloaded(owner, ready["id"])
    assert answer.status_code == 200
    assert len(answer.content) == ready["bytes"] == int(answer.headers["content-length"])
    assert answer.headers["cache-control"] == "no-store"
    assert f'filename="{georgia.slug}-' in answer.headers["content-disposition"]
    with tarfile.open(fileobj=io.BytesIO(answer.content), mode="r:gz") as tar:
        members = {each.name: tar.extractfile(each).read() for each in tar}  # type: ignore[union-attr]
    checksums = json.loads(members.pop(CHECKSUMS))
    assert {name: hashlib.sha256(content).hexdigest() for name, content in members.items()} == checksums[
        "sha256"
    ]
    lines = b"".join(content for name, content in members.items() if name.startswith("tables/bookings/"))
    [(bookings,)] = query_admin_sql("select count(*) from bookings where tenant_id = %s", georgia.id)
    assert len(lines.splitlines()) == checksums["rows"]["bookings"] == bookings
    for action in ("company.export_requested", "company.export_downloaded"):
        assert audited(query_admin_sql, action) == 1


async def test_a_worker_with_its_own_sign_ins_alone_writes_it(
    owner: Person, georgia: Tenant, context: TaskContext, sign_ins: dict[str, str]
) -> None:
    assert (await owner.client.post(EXPORTS, json=PROOF)).status_code == 202
    serving = Settings(**context.settings.model_dump() | {"database_url": ""} | sign_ins)
    await work_on_exports(TaskContext(context.db, serving, context.clock), georgia.id)
    [ready] = (await owner.client.get(URL)).json()["exports"]
    assert ready["state"] == "ready"


async def test_only_owners_of_this_company_reach_it(
    owner: Person,
    georgia: Tenant,
    alps: Tenant,
    db: Database,
    context: TaskContext,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    wrong = await owner.client.post(EXPORTS, json={"currentPassword": "wrong wrong"})
    assert (wrong.status_code, wrong.json()["fields"][0]["field"]) == (422, "currentPassword")
    [made] = (await owner.client.post(EXPORTS, json=PROOF)).json()["exports"]
    await work_on_exports(context, georgia.id)
    manager = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    neighbour = await signed_in_person(db, alps, "owner", client_of, sign_in)
    path = f"{EXPORTS}/{made['id']}"
    for method, url in (("POST", EXPORTS), ("DELETE", path), ("GET", f"{path}/file")):
        body = PROOF if method == "POST" else None
        assert (await client_of("localhost").request(method, url, json=body)).status_code == 401
        assert (await manager.client.request(method, url, json=body)).status_code == 403
        if method != "POST":
            assert (await neighbour.client.request(method, url)).status_code == 404
    assert (await downloaded(owner, made["id"])).status_code == 200
    assert (await downloaded(owner, str(uuid4()))).status_code == 404


async def test_one_at_a_time_and_three_are_kept(
    owner: Person, georgia: Tenant, context: TaskContext, settings: Settings
) -> None:
    for _ in range(3):
        assert (await owner.client.post(EXPORTS, json=PROOF)).status_code == 202
        early = await owner.client.post(EXPORTS, json=PROOF)
        assert (early.status_code, early.json()["error"]) == (409, "ExportPending")
        await work_on_exports(context, georgia.id)
    full = await owner.client.post(EXPORTS, json=PROOF)
    assert (full.status_code, full.json()["error"]) == (409, "TooManyExports")
    for each in (await owner.client.get(URL)).json()["exports"]:
        answer = await owner.client.delete(f"{EXPORTS}/{each['id']}")
        assert answer.status_code == 200
        assert each["id"] not in {other["id"] for other in answer.json()["exports"]}
    assert stored(settings, georgia) == set()


async def test_after_a_week_it_is_gone(
    owner: Person, georgia: Tenant, context: TaskContext, settings: Settings, query_admin_sql: AdminSql
) -> None:
    [made] = (await owner.client.post(EXPORTS, json=PROOF)).json()["exports"]
    await work_on_exports(context, georgia.id)
    query_admin_sql("update company_exports set expires_at = %s, due_at = %s", *[context.clock.now()] * 2)
    assert (await downloaded(owner, made["id"])).status_code == 404
    await work_on_exports(context, georgia.id)
    assert (await owner.client.get(URL)).json()["exports"] == []
    assert stored(settings, georgia) == set()


async def test_a_worker_that_is_cut_off_begins_again(
    owner: Person,
    georgia: Tenant,
    context: TaskContext,
    settings: Settings,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [made] = (await owner.client.post(EXPORTS, json=PROOF)).json()["exports"]

    def away(*_: object) -> None:
        raise MediaUnavailable

    with monkeypatch.context() as broken, pytest.raises(MediaUnavailable):
        broken.setattr(exports, "_stored", away)
        await work_on_exports(context, georgia.id)
    assert (await owner.client.get(URL)).json()["exports"][0]["state"] == "pending"
    assert (await owner.client.delete(f"{EXPORTS}/{made['id']}")).status_code == 409
    # What an attempt stored before it was cut off does not stay.
    digest = hashlib.sha256(b"left over").hexdigest()
    media_store(settings).put(store_name(georgia.id), digest, b"left over")
    await work_on_exports(context, georgia.id)
    assert (await downloaded(owner, made["id"])).status_code == 200
    assert digest not in stored(settings, georgia)
    # Content that the store has lost is no download that looks complete.
    media_store(settings).remove_all(store_name(georgia.id))
    assert (await downloaded(owner, made["id"])).status_code == 503
    # One that cannot be written ends, and says so.
    await owner.client.delete(f"{EXPORTS}/{made['id']}")
    await owner.client.post(EXPORTS, json=PROOF)
    late = context.clock.now() - timedelta(hours=7)
    query_admin_sql("update company_exports set requested_at = %s", late)
    await work_on_exports(context, georgia.id)
    assert (await owner.client.get(URL)).json()["exports"][0]["state"] == "failed"
