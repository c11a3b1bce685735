"""Whatever happens in whatever order, owed = earned - voided - paid, for each affiliate and in total."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from affiliate_steps import FORM, add_affiliate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from product_fixtures import NOW, AdminSql

from abano.accounts.access.principals import Actor
from abano.booking_record.models import BookingRow
from abano.booking_record.rules import Status
from abano.booking_record.service import change_status, take_step_back
from abano.bookings.intake.repository import Submit
from abano.bookings.intake.schemas import BookingRequest
from abano.bookings.intake.service import BookingIntake
from abano.catalog.exchange_rates.service import OfferedRates
from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import PayableOn
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.marketing.commissions import service as decision_service
from abano.marketing.commissions import service as payout_service
from abano.marketing.commissions import service as report_service
from abano.team.users.users import create_admin
from abano.tenancy.directory.tenant import Tenant, TenantCache

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("book"), st.integers(0, 1), st.sampled_from(["plain", "plain", "self", "click"])),
        st.tuples(st.just("cancel"), st.integers(0, 11), st.none()),
        st.tuples(st.just("uncancel"), st.integers(0, 11), st.none()),
        st.tuples(st.just("pay"), st.integers(0, 1), st.none()),
        st.tuples(st.just("reverse"), st.integers(0, 5), st.none()),
        st.tuples(st.just("release"), st.integers(0, 11), st.none()),
        st.tuples(st.just("refuse"), st.integers(0, 11), st.none()),
        st.tuples(st.just("reconsider"), st.integers(0, 11), st.none()),
        st.tuples(st.just("status"), st.integers(0, 11), st.sampled_from(["on", "on", "back"])),
        st.tuples(st.just("rule"), st.none(), st.sampled_from(["booking", "confirmation", "completion"])),
    ),
    min_size=4,
    max_size=30,
)
STATUSES = ("pending", "confirmed", "active", "completed")
# How far a booking must have come.
RULES = {"booking": 0, "confirmation": 1, "completion": 3}


@dataclass
class Referred:
    """What should be true of one booking, kept by other means than the product's."""

    id: UUID
    affiliate: int
    amount: int
    held: bool = False
    refused: bool = False
    cancelled: bool = False
    paid: bool = False
    status: int = 0

    @property
    def void(self) -> bool:
        return self.cancelled or self.refused


@dataclass
class World:
    """A small model of the ledger: payouts list what each of them paid."""

    affiliates: list[UUID]
    bookings: list[Referred] = field(default_factory=list)
    payouts: list[tuple[UUID, list[tuple[Referred, bool]]]] = field(default_factory=list)
    rule: str = "completion"

    def is_payable(self, booking: Referred) -> bool:
        return booking.status >= RULES[self.rule]

    def due(self, affiliate: int) -> list[tuple[Referred, bool]]:
        """Bookings that a payout would include now, each with its outcome: paid, or taken back."""
        own = [one for one in self.bookings if one.affiliate == affiliate and one.amount]
        paying = [
            (one, True) for one in own if not (one.void or one.paid or one.held) and self.is_payable(one)
        ]
        return paying + [(one, False) for one in own if one.void and one.paid]

    def owed(self, affiliate: int) -> int:
        own = [one for one in self.bookings if one.affiliate == affiliate]
        return sum(one.amount * ((not one.void) - one.paid) for one in own)


@dataclass(frozen=True)
class Bench:
    runner: asyncio.Runner
    db: Database
    tenant: Tenant
    actor: Actor
    intake: BookingIntake


@pytest.fixture(scope="module")
def bench(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One loop and one pool for all examples, because opening them takes longer than an example."""
    values = {"database_url": database_url, "data_dir": tmp_path_factory.mktemp("ledger"), "pool_size": 2}
    with asyncio.Runner() as runner:

        async def prepare() -> Bench:
            db = Database(Settings.model_validate(values))
            await db.open()
            tenant = await TenantCache(db, allow_header=False).find("localhost")
            clock = FixedClock(NOW)
            admin = await create_admin(
                db,
                tenant.id,
                email="ledger@example.com",
                password="a long password",
                name="",
                role="owner",
                clock=clock,
            )
            intake = BookingIntake(db, CatalogService(db), OfferedRates(db, clock), clock, "secret")
            return Bench(runner, db, tenant, Actor(admin), intake)

        ready = runner.run(prepare())
        yield ready
        runner.run(ready.db.close())


async def take(bench: Bench, world: World, affiliate: int, kind: str, code: str) -> None:
    changes: dict[str, Any] = {"promoCode": code}
    if kind == "self":
        changes["customerEmail"] = f"{code}+me@Example.com"
    if kind == "click":
        changes["gclid"] = "click-1"
    taken = await bench.intake.take(
        bench.tenant, BookingRequest.model_validate(FORM | changes), Submit(None, b"")
    )
    amount = 0 if kind == "self" else 7700
    world.bookings.append(Referred(taken.id, affiliate, amount, held=kind == "click"))


async def cancel(bench: Bench, booking: Referred) -> None:
    async with bench.db.uow(bench.tenant.id) as uow:
        row = await uow.session.get_one(BookingRow, (bench.tenant.id, booking.id), with_for_update=True)
        await change_status(uow, row, "cancelled", actor="admin", reason="", now=NOW)
    booking.cancelled = True


async def move(bench: Bench, booking: Referred, how: str) -> None:
    """One step on, by the service, or one step back."""
    status = booking.status + (1 if how == "on" else -1)
    if booking.cancelled or not 0 <= status < len(STATUSES):
        return
    async with bench.db.uow(bench.tenant.id) as uow:
        row = await uow.session.get_one(BookingRow, (bench.tenant.id, booking.id), with_for_update=True)
        if how == "on":
            wanted = cast(Status, STATUSES[status])
            await change_status(uow, row, wanted, actor="admin", reason="", now=NOW)
        else:
            row.status = STATUSES[status]
    booking.status = status


async def set_rule(bench: Bench, world: World, rule: str) -> None:
    async with bench.db.uow(bench.tenant.id) as uow:
        await decision_service.set_payable_on(uow, bench.actor, cast(PayableOn, rule), NOW)
    world.rule = rule


async def refuse(bench: Bench, booking: Referred) -> None:
    possible = booking.held and not booking.void and not booking.paid
    try:
        async with bench.db.uow(bench.tenant.id) as uow:
            await decision_service.refuse_commission(uow, bench.actor, booking.id, "test", NOW)
    except decision_service.NotHeld:
        assert not possible
        return
    assert possible
    booking.refused = True


async def reconsider(bench: Bench, booking: Referred) -> None:
    possible = booking.refused and not booking.cancelled
    try:
        async with bench.db.uow(bench.tenant.id) as uow:
            await decision_service.restore_commission(uow, bench.actor, booking.id, NOW)
    except decision_service.NotRefused:
        assert not possible
        return
    assert possible
    booking.refused = False


async def uncancel(bench: Bench, booking: Referred) -> None:
    before = cast(Status, STATUSES[booking.status])
    async with bench.db.uow(bench.tenant.id) as uow:
        row = await uow.session.get_one(BookingRow, (bench.tenant.id, booking.id), with_for_update=True)
        await take_step_back(
            uow,
            row,
            before,
            admin_id=bench.actor.admin_id,
            reason="test",
            now=NOW,
        )
    booking.cancelled = False


async def pay(bench: Bench, world: World, affiliate: int) -> None:
    due = world.due(affiliate)
    total = sum(one.amount if paying else -one.amount for one, paying in due)
    try:
        async with bench.db.uow(bench.tenant.id) as uow:
            payout, _ = await payout_service.pay_commissions(
                uow, bench.tenant, bench.actor, world.affiliates[affiliate], NOW
            )
    except payout_service.NothingOwed:
        assert total <= 0
        return
    assert (payout.total, payout.entries) == (total, len(due))
    for one, paying in due:
        one.paid = paying
    world.payouts.append((payout.id, due))


async def reverse(bench: Bench, world: World, index: int) -> None:
    payout, included = world.payouts[index]
    try:
        async with bench.db.uow(bench.tenant.id) as uow:
            await payout_service.reverse_payout(uow, bench.actor, payout, "test", NOW)
    except payout_service.TakenBackSince:
        assert any(one.paid != paying for one, paying in included)
        return
    for one, paying in included:
        assert one.paid == paying
        one.paid = not paying
    del world.payouts[index]


async def release(bench: Bench, booking: Referred) -> None:
    try:
        async with bench.db.uow(bench.tenant.id) as uow:
            await decision_service.release_commission(uow, bench.actor, booking.id, NOW)
    except decision_service.NotHeld:
        assert booking.void or not booking.held
        return
    booking.held = False


async def check(bench: Bench, world: World) -> None:
    async with bench.db.uow(bench.tenant.id) as uow:
        every = {one.id: one for one in await report_service.list_affiliates(uow, bench.tenant)}
        for index, affiliate in enumerate(world.affiliates):
            own = [one for one in world.bookings if one.affiliate == index]
            found = every[affiliate]
            assert found.earned == sum(one.amount for one in own if not one.void)
            assert found.paid == sum(one.amount for one in own if one.paid)
            assert found.owed == found.earned - found.paid == world.owed(index)
            unpaid = [one for one in own if not one.void and not one.paid]
            assert found.held == sum(one.amount for one in unpaid if one.held)
            assert found.pending == sum(
                one.amount for one in unpaid if not one.held and not world.is_payable(one)
            )
            due = world.due(index)
            assert found.payable == max(0, sum(one.amount if paying else -one.amount for one, paying in due))
            assert found.bookings == sum(not one.cancelled for one in own)
            listed = await report_service.referred_bookings(uow, bench.tenant, affiliate)
            status_of = {one.booking_id: one.status for one in listed.listed}
            assert {one.id for one, paying in due if paying} == {
                booking for booking, status in status_of.items() if status == "unpaid"
            }
            statement = await report_service.load_statement(
                uow, bench.tenant, affiliate, report_service.Period()
            )
            assert statement.closing == found.owed
    assert sum(every[affiliate].owed for affiliate in world.affiliates) == world.owed(0) + world.owed(1)


async def play(bench: Bench, world: World, codes: list[str], steps: list[Any]) -> None:
    await set_rule(bench, world, "completion")
    for kind, index, detail in steps:
        if kind == "book":
            await take(bench, world, index, detail, codes[index])
        elif kind == "pay":
            await pay(bench, world, index)
        elif kind == "rule":
            await set_rule(bench, world, detail)
        elif kind == "reverse":
            if index < len(world.payouts):
                await reverse(bench, world, index)
        elif index < len(world.bookings):
            await treat(bench, world.bookings[index], kind, detail)
    await check(bench, world)


async def treat(bench: Bench, booking: Referred, kind: str, detail: Any) -> None:
    """One step with a booking that is there."""
    if kind == "release":
        await release(bench, booking)
    elif kind == "uncancel":
        if booking.cancelled:
            await uncancel(bench, booking)
    elif kind == "refuse":
        await refuse(bench, booking)
    elif kind == "reconsider":
        await reconsider(bench, booking)
    elif kind == "status":
        await move(bench, booking, detail)
    elif kind == "cancel" and not booking.cancelled and booking.status < STATUSES.index("active"):
        await cancel(bench, booking)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_sequence_keeps_the_sums(bench: Bench, query_admin_sql: AdminSql, steps: list[Any]) -> None:
    codes = [uuid4().hex[:12].upper() for _ in range(2)]
    world = World([add_affiliate(query_admin_sql, code) for code in codes])

    bench.runner.run(play(bench, world, codes, steps))
