"""Agreements signed by a link: asked for at the desk, signed by the customer, printed, outdated by changes."""

import asyncio
import hashlib
from email import message_from_bytes, policy
from functools import partial
from typing import Any
from uuid import uuid4

import httpx
import pypdfium2
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn
from yard_steps import SIGNATURE, YARD, handover, record, rental

from abano.bookings.agreements import tasks
from abano.bookings.agreements.tasks import print_agreements
from abano.bookings.handover.tasks import print_documents
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant
from abano.worker import COMPOSERS

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"


@pytest.fixture
async def rented(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> str:
    """A confirmed booking on the day of its pickup; no browser has it open."""
    email = f"{uuid4().hex}@example.com"
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock, customerEmail=email)
    client.cookies.delete("abano_booking")
    return booking


def agreement(booking: str) -> str:
    return f"/api/admin/bookings/{booking}/agreement"


async def asked(console: httpx.AsyncClient, booking: str) -> str:
    """Sends the link; answers its fragment."""
    answer = await console.post(agreement(booking))
    assert answer.status_code == 200, answer.text
    url = answer.json()["request"]["url"]
    page, _, fragment = url.partition("#")
    assert page.endswith("/my-booking")
    assert "?" not in page
    assert fragment.startswith("sign=")
    return str(fragment)


async def opened(client: httpx.AsyncClient, fragment: str) -> httpx.Response:
    return await client.post(f"{MINE}/link", json={"token": fragment})


async def shown(client: httpx.AsyncClient) -> dict[str, Any]:
    answer = await client.get(f"{MINE}/agreement")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def sign(client: httpx.AsyncClient, as_shown: str, **changes: Any) -> httpx.Response:
    body = {"version": as_shown, "signerName": "Ada Lovelace", "signature": SIGNATURE, **changes}
    return await client.post(f"{MINE}/agreement/signature", json=body, headers={"User-Agent": "Telephone/1"})


async def signed(client: httpx.AsyncClient, console: httpx.AsyncClient, booking: str) -> None:
    assert (await opened(client, await asked(console, booking))).status_code == 200
    answer = await sign(client, (await shown(client))["version"])
    assert answer.status_code == 200, answer.text


def text_of(content: bytes) -> str:
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(content)]
    return " ".join(" ".join(pages).split())


async def test_a_customer_signs_by_the_link_and_the_yard_asks_for_no_signature(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    context = TaskContext(db, settings, clock)
    none = (await owner_client.get(agreement(rented))).json()
    assert (none["request"], none["signed"], none["canRequest"]) == (None, None, True)
    fragment = await asked(owner_client, rented)
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    [mail] = [
        message_from_bytes(file.read_bytes(), policy=policy.default)
        for file in (settings.data_dir / "mail").glob("*.eml")
        if fragment.encode()
        in file.read_bytes().replace(b"=\r\n", b"").replace(b"=\n", b"").replace(b"=3D", b"=")
    ]
    assert "sign your rental agreement" in mail["Subject"]

    assert (await opened(client, fragment)).status_code == 200
    assert (await client.get(MINE)).json()["booking"]["isAgreementOpen"] is True
    read = await shown(client)
    assert read["content"]["title"] == "Rental agreement"
    assert {row["label"] for row in read["content"]["rental"]} == {"Car", "Pickup", "Return"}
    assert "(Georgia Standard Time)" in read["content"]["rental"][1]["value"]
    assert read["signedAt"] is None
    answer = await sign(client, read["version"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["signedAt"] is not None
    assert (await client.get(MINE)).json()["booking"]["isAgreementOpen"] is False

    path = f"{agreement(rented)}/document"
    assert (await owner_client.get(path)).status_code == 404
    await run_for_all(print_agreements, context)
    document = await owner_client.get(path)
    assert (document.status_code, document.headers["content-type"]) == (200, "application/pdf")
    text = text_of(document.content)
    [(ip,)] = query_admin_sql("select ip from agreement_signatures where booking_id = %s", rented)
    assert ip
    for part in (
        "Rental agreement", "Ada Lovelace", ip, "Georgia Standard Time", "Digest of this text",
        "simple electronic signature", "Total",
    ):  # fmt: skip
        assert part in text, part
    state = (await owner_client.get(agreement(rented))).json()
    assert state["signed"]["signerName"] == "Ada Lovelace"
    assert state["signed"]["digest"] == hashlib.sha256(document.content).hexdigest()
    assert (state["signed"]["isOutdated"], state["canRequest"], state["request"]) == (False, False, None)
    [own] = (await client.get(MINE)).json()["booking"]["documents"]
    assert own["kind"] == "agreement"
    assert (await client.get(f"{MINE}/documents/{own['id']}")).content == document.content
    agents = "select user_agent from agreement_signatures where booking_id = %s"
    assert query_admin_sql(agents, rented) == [("Telephone/1",)]
    # Sent once, however often the tasks run.
    for _ in range(2):
        await run_for_all(print_agreements, context)
    sent = "select count(*) from outbox_messages where booking_id = %s and kind = 'booking.handover_document'"
    assert query_admin_sql(sent, rented) == [(1,)]

    form = (await owner_client.get(f"{YARD}/bookings/{rented}")).json()["booking"]
    assert (form["agreement"]["signerName"], form["agreement"]["isOutdated"]) == ("Ada Lovelace", False)
    answer = await record(owner_client, rented, handover(clock, signature=[], signerName=""))
    assert answer.status_code == 200, answer.text
    [recorded] = (await owner_client.get(f"/api/admin/bookings/{rented}/handover")).json()["records"]
    assert recorded["signedOnlineAt"] == state["signed"]["signedAt"]
    await run_for_all(print_documents, context)
    paper = await owner_client.get(f"{YARD}/records/{recorded['id']}/document")
    assert "was signed online by Ada Lovelace" in text_of(paper.content)


async def test_a_change_of_the_booking_outdates_the_signature_and_the_yard_asks_again(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    await signed(client, owner_client, rented)
    query_admin_sql("update bookings set return_at = return_at + interval '1 hour' where id = %s", rented)
    state = (await owner_client.get(agreement(rented))).json()
    assert (state["signed"]["isOutdated"], state["canRequest"]) == (True, True)
    form = (await owner_client.get(f"{YARD}/bookings/{rented}")).json()["booking"]
    assert form["agreement"]["isOutdated"] is True
    unsigned = handover(clock, signature=[], signerName="")
    refused = await record(owner_client, rented, unsigned)
    assert refused.status_code == 422, refused.text
    assert [each["field"] for each in refused.json()["fields"]] == ["signature"]
    # A new link makes it current again.
    await signed(client, owner_client, rented)
    assert (await owner_client.get(agreement(rented))).json()["signed"]["isOutdated"] is False
    assert (await record(owner_client, rented, unsigned)).status_code == 200


async def test_what_changed_while_it_was_read_is_not_signed(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await opened(client, await asked(owner_client, rented))
    read = await shown(client)
    query_admin_sql("update bookings set total_minor = total_minor + 1 where id = %s", rented)
    answer = await sign(client, read["version"])
    assert (answer.status_code, answer.json()["code"]) == (409, "AgreementChanged")
    # So is what the booking does not hold and the customer reads.
    read = await shown(client)
    query_admin_sql("update tenants set name = name || ' Ltd' where id = %s", georgia.id)
    assert (await sign(client, read["version"])).status_code == 409
    query_admin_sql("update tenants set name = replace(name, ' Ltd', '') where id = %s", georgia.id)
    assert (await sign(client, (await shown(client))["version"])).status_code == 200


async def test_links_that_are_wrong_revoked_expired_or_of_others_open_nothing(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    rented: str,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    first = await asked(owner_client, rented)
    # One letter of the signature differs.
    other = "A" if first[-10] != "A" else "B"
    for wrong in (
        "sign=",
        "sign=abc",
        f"sign={'A' * 64}",
        f"sign={'é' * 64}",
        first[:-10] + other + first[-9:],
    ):
        assert (await opened(client, wrong)).status_code == 404, wrong
    assert (await opened(alps_client, first)).status_code == 404
    # A new link replaces the first.
    second = await asked(owner_client, rented)
    assert (await opened(client, first)).status_code == 404
    assert (await opened(client, second)).status_code == 200
    # A customer who has the booking open cannot sign without a request.
    assert (await owner_client.delete(agreement(rented))).status_code == 200
    assert (await owner_client.delete(agreement(rented))).status_code == 404
    assert (await opened(client, second)).status_code == 404
    assert (await client.get(f"{MINE}/agreement")).status_code == 404
    answer = await sign(client, "0" * 64)
    assert (answer.status_code, answer.json()["code"]) == (409, "AgreementNotOpen")
    # Another address of the customer ends the link that was sent to the old one.
    third = await asked(owner_client, rented)
    query_admin_sql("update bookings set customer_email = 'other@example.com' where id = %s", rented)
    assert (await opened(client, third)).status_code == 404
    fourth = await asked(owner_client, rented)
    clock.move(days=2)
    assert (await opened(client, fourth)).status_code == 404


async def test_it_needs_the_bookings_cookie_and_the_desk(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    assert (await client.get(f"{MINE}/agreement")).status_code == 401
    assert (await sign(client, "0" * 64)).status_code == 401
    assert (await client.post(agreement(rented))).status_code == 401
    await asked(owner_client, rented)
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    for method, path in (("GET", ""), ("POST", ""), ("DELETE", ""), ("GET", "/document")):
        answer = await stranger.request(method, f"{agreement(rented)}{path}")
        assert answer.status_code == 404, (method, path)


async def test_signing_twice_at_once_signs_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, rented: str, query_admin_sql: AdminSql
) -> None:
    await opened(client, await asked(owner_client, rented))
    version = (await shown(client))["version"]
    answers = await asyncio.gather(*(sign(client, version) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]
    codes = {each.json()["code"] for each in answers if each.status_code == 409}
    assert codes == {"AgreementSigned"}
    count = "select count(*) from agreement_signatures where booking_id = %s and signed_at is not null"
    assert query_admin_sql(count, rented) == [(1,)]
    again = await owner_client.post(agreement(rented))
    assert (again.status_code, again.json()["code"]) == (409, "AgreementSigned")


async def test_asking_twice_at_once_leaves_one_open_request(
    owner_client: httpx.AsyncClient, rented: str, query_admin_sql: AdminSql
) -> None:
    answers = await asyncio.gather(*(owner_client.post(agreement(rented)) for _ in range(3)))
    assert [each.status_code for each in answers] == [200, 200, 200]
    count = "select count(*) from agreement_signatures where booking_id = %s and revoked_at is null"
    assert query_admin_sql(count, rented) == [(1,)]
    for _ in range(2):
        assert (await owner_client.post(agreement(rented))).status_code == 200
    assert (await owner_client.post(agreement(rented))).status_code == 429


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"signature": []}, "signature"),
        ({"signature": [[]]}, "signature"),
        ({"signature": [[[1, 1]]] * 201}, "signature"),
        ({"signature": [[[1, 1]] * 3001] * 2}, "signature"),
        ({"signature": [[[1001, 1]]]}, "signature.0.0.0"),
        ({"signerName": " \u200b "}, "signerName"),
        ({"signerName": "\ufdfa" * 20}, "signerName"),
        ({"version": ""}, "version"),
    ],
)
async def test_what_is_no_signature_is_refused_with_its_field(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    changes: dict[str, Any],
    field: str,
) -> None:
    await opened(client, await asked(owner_client, rented))
    answer = await sign(client, (await shown(client))["version"], **changes)
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_a_cancelled_booking_is_neither_asked_nor_signed(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, rented: str
) -> None:
    fragment = await asked(owner_client, rented)
    await opened(client, fragment)
    version = (await shown(client))["version"]
    cancel = {"fromStatus": "confirmed", "toStatus": "cancelled", "reason": "Ill"}
    cancelled = await owner_client.post(f"/api/admin/bookings/{rented}/status", json=cancel)
    assert cancelled.status_code == 200, cancelled.text
    assert (await opened(client, fragment)).status_code == 404
    assert (await sign(client, version)).status_code == 409
    answer = await owner_client.post(agreement(rented))
    assert (answer.status_code, answer.json()["code"]) == (409, "AgreementNotRequestable")


async def test_a_worker_killed_between_signature_and_print_leaves_it_to_the_next(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = TaskContext(db, settings, clock)
    # What other tests signed.
    await run_for_all(print_agreements, context)
    await signed(client, owner_client, rented)

    def killed(_: object) -> bytes:
        raise SystemExit

    monkeypatch.setattr(tasks, "render_pdf", killed)
    with pytest.raises(SystemExit):
        await run_for_all(print_agreements, context)
    monkeypatch.undo()
    await run_for_all(print_agreements, context)
    assert (await owner_client.get(f"{agreement(rented)}/document")).status_code == 404
    clock.move(minutes=3)
    await run_for_all(print_agreements, context)
    assert (await owner_client.get(f"{agreement(rented)}/document")).status_code == 200


async def test_what_is_printed_is_what_was_signed_whatever_becomes_of_the_booking(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    await signed(client, owner_client, rented)
    query_admin_sql("update bookings set customer_name = 'Someone Else' where id = %s", rented)
    await run_for_all(print_agreements, TaskContext(db, settings, clock))
    text = text_of((await owner_client.get(f"{agreement(rented)}/document")).content)
    assert "Someone Else" not in text


async def test_an_erased_customers_signature_link_and_document_are_gone(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    fragment = await asked(owner_client, rented)
    await opened(client, fragment)
    await sign(client, (await shown(client))["version"])
    context = TaskContext(db, settings, clock)
    await run_for_all(print_agreements, context)
    email = query_admin_sql("select customer_email from bookings where id = %s", rented)[0][0]
    found = await owner_client.post("/api/admin/customers/export", json={"email": email})
    assert "signedAgreements" in found.text
    assert (await owner_client.post("/api/admin/customers/erase", json={"email": email})).status_code == 200
    columns = "signer_name, signature, ip, user_agent, content, document_id"
    row = query_admin_sql(f"select {columns} from agreement_signatures where booking_id = %s", rented)
    assert row == [("", [], "", "", None, None)]
    assert (await opened(client, fragment)).status_code == 404
    await run_for_all(print_agreements, context)
    assert (await owner_client.get(f"{agreement(rented)}/document")).status_code == 404
