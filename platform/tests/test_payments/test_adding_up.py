"""Fifty concurrent payments and refunds, and killed processes: the journal balances without gaps."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from random import Random
from typing import Any
from uuid import UUID

import httpx
import pytest
from payment_steps import BOOKINGS, add_booking, empty_money, money, pay, post
from product_fixtures import AdminSql

from abano.core.config import Settings
from abano.payments.invoices.vat import tax_within

pytestmark = pytest.mark.anyio
WAIT_SECONDS = 60.0
# Sums that must always match: both sides of every entry, and the chain of each booking.
SUMS = """
select sum(case when debit = 'customers' then -amount_minor when credit = 'customers' then amount_minor else 0 end),
  (select paid_is from journal_entries where booking_id = %(booking)s order by step desc limit 1),
  count(*), max(step)
from journal_entries where booking_id = %(booking)s
"""
GAPS = """
select kind, year, count(*), max(sequence) from invoices group by 1, 2
having count(*) <> max(sequence) or min(sequence) <> 1
union all
select c.kind, c.year, 0, c.last_number from invoice_counters c
where c.last_number <> (select count(*) from invoices i where i.tenant_id = c.tenant_id and i.kind = c.kind
  and i.year = c.year)
"""


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


# Revenue in analytics is the booking's total; it must equal the sum of its lines.
KEPT = """
select coalesce(sum((line ->> 'amount')::bigint), 0)::bigint
from bookings b, jsonb_array_elements(b.price_lines) line where b.id = %s and line ->> 'charge' = 'deposit'
"""
PRICE = """
select total_minor, (select sum((line ->> 'amount')::bigint) from jsonb_array_elements(price_lines) line)
from bookings where id = %s
"""
INVOICE = "select total_minor, data from invoices where kind = 'invoice' and booking_id = %s"
JOURNAL = """
select coalesce(sum(case when debit in ('cash', 'card', 'bank') then amount_minor
    when credit in ('cash', 'card', 'bank') then -amount_minor else 0 end), 0),
  coalesce(sum(case when credit = 'deposits' then amount_minor
    when debit = 'deposits' then -amount_minor else 0 end), 0)
from journal_entries where booking_id = %s
"""
VAT = 1_800


@pytest.mark.parametrize("seed", range(8))
async def test_invoice_money_and_price_agree_with_the_journal_whatever_happened(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, seed: int
) -> None:
    """Charges, payments, refunds, and deposits that are returned, kept and applied, in any order."""
    random = Random(seed)  # noqa: S311 - which calls are made, not a secret
    assert (await owner_client.put("/api/admin/seller", json={"legalName": "A", "vatPercent": 18})).is_success
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}"
    agreed = round((await money(owner_client, booking))["agreed"] * 100)
    handed = held = 0

    def some(most: int) -> int:
        return random.randint(1, most)

    for _ in range(14):
        shown = await money(owner_client, booking)
        paid, due = round(shown["paid"] * 100), round(shown["due"] * 100)
        move = random.choice(("charge", "pay", "refund", "lower", "deposit", "return", "keep", "apply"))
        if move == "charge":
            amount = some(9_000)
            line = [{"code": "manual", "label": "Fuel", "quantity": 1, "unitPrice": amount, "amount": amount}]
            query_admin_sql(
                "update bookings set total_minor = total_minor + %s, price_lines = price_lines || %s::jsonb"
                " where id = %s",
                amount, json.dumps(line), booking,
            )  # fmt: skip
            agreed += amount
        elif move == "pay" and due > 0:
            amount = some(due)
            await pay(owner_client, booking, amount / 100, random.choice(("card", "bank")))
            handed += amount
        elif move in {"refund", "lower"} and paid > 0:
            amount = some(paid)
            body = {
                "amount": amount / 100,
                "method": "bank",
                "reason": "Test",
                "lowersPrice": move == "lower",
            }
            await post(owner_client, f"{path}/refunds", body)
            handed -= amount
            agreed -= min(amount, agreed) if move == "lower" else 0
        elif move == "deposit":
            amount = some(30_000)
            await post(owner_client, f"{path}/deposits", {"amount": amount / 100, "method": "card"})
            handed, held = handed + amount, held + amount
        elif move in {"return", "keep", "apply"} and held > 0:
            amount = some(held if move != "apply" else min(held, max(0, due)) or 1)
            if move == "apply" and amount > due:
                continue
            body = {"returned": 0, "kept": 0, "applied": 0, "method": "card", "reason": "Test"}
            name = {"return": "returned", "keep": "kept", "apply": "applied"}[move]
            await post(owner_client, f"{path}/deposits/settlement", body | {name: amount / 100})
            held -= amount
            handed -= amount if move == "return" else 0
            agreed += amount if move == "keep" else 0

    await check_agreement(owner_client, query_admin_sql, booking, agreed, handed, held)


async def check_agreement(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, booking: str, agreed: int, handed: int, held: int
) -> None:
    """``handed``: received minus paid out; ``held``: the part that is a deposit. Minor units."""
    check_sums(query_admin_sql, booking)
    assert query_admin_sql(JOURNAL, booking) == [(handed, held)]
    shown = await money(client, booking)
    paid = handed - held
    assert [round(shown[name] * 100) for name in ("agreed", "paid", "due", "held")] == [
        agreed,
        paid,
        agreed - paid,
        held,
    ]
    assert query_admin_sql(PRICE, booking) == [(agreed, agreed)]
    preview = (await client.get(f"{BOOKINGS}/{booking}/invoice-preview")).json()["preview"]
    expected = [agreed, paid, agreed - paid]
    assert [round(preview[name] * 100) for name in ("total", "paid", "due")] == expected
    # Retained deposits are outside VAT.
    [(kept,)] = query_admin_sql(KEPT, booking)
    sums = {name: sum(round(each[name] * 100) for each in preview["vat"]) for name in ("net", "vat", "gross")}
    tax = tax_within(agreed - kept, VAT)
    assert sums == {"net": agreed - tax, "vat": tax, "gross": agreed}
    await post(client, f"{BOOKINGS}/{booking}/invoices", {"total": preview["total"]})
    [(total, data)] = query_admin_sql(INVOICE, booking)
    assert (total, data["paid"], data["due"]) == (agreed, paid, agreed - paid)
    assert sum(line["amount"] for line in data["lines"]) == agreed


def check_sums(query_admin_sql: AdminSql, booking: str) -> int:
    """Returns the paid amount, in minor units."""
    [(moved, paid, entries, last)] = query_admin_sql(SUMS.replace("%(booking)s", f"'{UUID(booking)}'"))
    assert (moved, entries) == (paid, last)
    assert query_admin_sql(GAPS) == []
    return int(paid)


async def test_fifty_payments_and_refunds_at_once_add_up_to_the_cent(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 30.03)

    async def move(number: int) -> tuple[int, float]:
        """Amounts that floats cannot add exactly; some refunds exceed the amount paid by then."""
        amount = round(7.77 + number / 100, 2)
        if number % 2:
            body: dict[str, Any] = {"amount": amount, "method": "card"}
            path = f"{BOOKINGS}/{booking}/payments"
        else:
            body = {"amount": amount, "method": "bank", "reason": "Test"}
            path = f"{BOOKINGS}/{booking}/refunds"
        while True:
            answer = await owner_client.post(path, json=body, headers={"Idempotency-Key": f"move-{number}"})
            # A busy server asks to retry; the same key identifies the same payment.
            if answer.status_code != 503:
                break
        return answer.status_code, amount if number % 2 else -amount

    answers = await asyncio.gather(*(move(number) for number in range(50)))
    assert {status for status, _ in answers} <= {201, 422}, answers
    done = sum(round(amount * 100) for status, amount in answers if status == 201)
    paid = check_sums(query_admin_sql, booking)
    assert paid == 3003 + done
    assert paid >= 0
    taken = sum(status == 201 for status, _ in answers) + 1
    assert query_admin_sql("select count(*), max(sequence) from invoices where kind = 'receipt'") == [
        (taken, taken)
    ]
    assert round((await money(owner_client, booking))["paid"] * 100) == paid
    # Every call again, as after a lost response: nothing changes.
    again = await asyncio.gather(*(move(number) for number in range(50)))
    repeated = [one for one, before in zip(again, answers, strict=True) if before[0] == 201]
    assert {status for status, _ in repeated} == {201}
    late = sum(
        round(one[1] * 100)
        for one, before in zip(again, answers, strict=True)
        if before[0] != 201 and one[0] == 201
    )
    assert check_sums(query_admin_sql, booking) == paid + late


# Takes payments in a separate process, and hangs between number and commit, or is killed anywhere.
PAYER = """
import asyncio, os, sys
from uuid import UUID
from datetime import UTC, datetime
from abano.accounts.access.principals import OPERATOR
from abano.catalog.published.service import load_catalog
from abano.core.config import load_settings
from abano.db.engine import Database
from abano.payments.invoices.service import issue_receipt
from abano.payments.journal import service as journal
from abano.tenancy.directory.tenant import TenantCache

async def main(booking, stops):
    db = Database(load_settings())
    await db.open()
    tenant = await TenantCache(db, allow_header=False).find("localhost")
    while True:
        async with db.uow(tenant.id) as uow:
            catalog = await load_catalog(uow)
            now = datetime.now(UTC)
            held = await journal.hold_booking(uow, UUID(booking))
            entry = await journal.add_entry(uow, held, journal.Movement("payment", 1, "card"), now)
            receipt = await issue_receipt(uow, tenant, catalog, held, entry, now)
            print("numbered", receipt.sequence, flush=True)
            if stops:
                await asyncio.Event().wait()

asyncio.run(main(sys.argv[1], sys.argv[2] == "stops"))
"""


def payer(settings: Settings, booking: str, how: str) -> "subprocess.Popen[str]":
    environment = os.environ | {
        "ABANO_DATABASE_URL": settings.database_url,
        "ABANO_DATA_DIR": str(settings.data_dir),
    }
    return subprocess.Popen(
        [sys.executable, "-c", PAYER, booking, how], env=environment, stdout=subprocess.PIPE, text=True
    )


def end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def wait_for_number(process: "subprocess.Popen[str]") -> int:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("numbered"), f"the payer ended: {process.poll()}"
    return int(line.split()[1])


@pytest.mark.slow
async def test_a_process_killed_between_number_and_commit_leaves_no_gap(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, settings: Settings
) -> None:
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 1)
    process = payer(settings, booking, "stops")
    try:
        assert wait_for_number(process) == 2
        process.send_signal(signal.SIGKILL)
    finally:
        end(process)
    # Wait until the server has noticed, by the lock of the killed process.
    shown = await pay(owner_client, booking, 2)
    assert [each["receiptNumber"] for each in shown["entries"]] == ["R-2026-00001", "R-2026-00002"]
    assert check_sums(query_admin_sql, booking) == 300


@pytest.mark.slow
async def test_a_process_killed_anywhere_leaves_whole_payments(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, settings: Settings
) -> None:
    booking = await add_booking(owner_client)
    for number in range(1, 4):
        process = payer(settings, booking, "goes on")
        try:
            for _ in range(number * 5):
                wait_for_number(process)
            process.send_signal(signal.SIGKILL)
        finally:
            end(process)
    deadline = time.monotonic() + WAIT_SECONDS
    unfinished = (
        "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%%'"
    )
    while query_admin_sql(unfinished):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    paid = check_sums(query_admin_sql, booking)
    assert paid >= 30 - 3
    await pay(owner_client, booking, 1)
    assert check_sums(query_admin_sql, booking) == paid + 100
