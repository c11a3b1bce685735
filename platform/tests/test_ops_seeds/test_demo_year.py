"""The demo companies' fleets and their year: believable, in seconds, once, and the same for the same moment.

Its money: chains, numbers and tills hold as they do for what people type, and most is paid.
"""

from collections import Counter
from datetime import timedelta

import pytest
from product_fixtures import NOW, AdminSql

from abano.catalog.published.service import CatalogService
from abano.core.ids import new_id
from abano.core.paging import PageRequest
from abano.db.engine import Database
from abano.ops.seeds.experiments import other_versions, plan
from abano.ops.seeds.fleet import load_fleet
from abano.ops.seeds.loader import FOLDER
from abano.ops.seeds.quiz_year import Quiz, QuizYearMaker, always_asked
from abano.ops.seeds.reviews import load_reviews_of_rentals
from abano.ops.seeds.year import SeededVehicle, YearMaker
from abano.payments.desk.service import list_due
from abano.payments.invoices.paper import printed
from abano.payments.invoices.repository import InvoiceFilter
from abano.payments.invoices.service import get_invoice, list_invoices
from abano.site.reviews.showing import load_published
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
GAPS = """
select tenant_id, kind, year from invoices group by 1, 2, 3 having count(*) <> max(sequence)
union all
select c.tenant_id, c.kind, c.year from invoice_counters c
where last_number <> (
  select count(*) from invoices i where (i.tenant_id, i.kind, i.year) = (c.tenant_id, c.kind, c.year)
)
"""


@pytest.fixture(autouse=True)
async def _loaded(db: Database, georgia: Tenant, alps: Tenant) -> None:
    """Loaded once for all tests; a second load adds nothing."""
    for tenant in (georgia, alps):
        catalog = await CatalogService(db).get(tenant.id)
        async with db.uow(tenant.id) as uow:
            await load_fleet(uow, tenant, catalog, NOW)


async def test_a_fleet_with_a_year_of_rentals_is_added_once(
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    for tenant, vehicles in ((georgia, 24), (alps, 14)):
        catalog = await CatalogService(db).get(tenant.id)
        async with db.uow(tenant.id) as uow:
            await load_fleet(uow, tenant, catalog, NOW)
        rows = "select count(*) from {} where tenant_id = %s"
        assert query_admin_sql(rows.format("vehicles"), tenant.id) == [(vehicles,)]
        statuses: dict[str, int] = dict(
            query_admin_sql(
                "select status, count(*) from bookings where tenant_id = %s group by 1", tenant.id
            )
        )
        assert set(statuses) == {"pending", "confirmed", "active", "completed", "cancelled"}
        assert statuses["completed"] > vehicles * 15
        # Every open or finished rental except pending ones has a vehicle.
        without = query_admin_sql(
            "select count(*) from bookings b where b.tenant_id = %s"
            " and status in ('confirmed', 'active', 'completed')"
            " and not exists (select from vehicle_reservations r where r.booking_id = b.id)",
            tenant.id,
        )
        assert without == [(0,)]
        assert query_admin_sql(
            "select availability from tenant_settings where tenant_id = %s", tenant.id
        ) == [(True,)]
        # Reports have every source: the quiz, with and without a campaign, and neither.
        sources = query_admin_sql(
            "select s.session_id is not null, s.utm_campaign is not null, count(*) from bookings b"
            " left join quiz_sessions s on s.tenant_id = b.tenant_id and s.session_id = b.attributed_session_id"
            " where b.tenant_id = %s group by 1, 2",
            tenant.id,
        )
        assert {tuple(row[:2]) for row in sources} == {(False, False), (True, False), (True, True)}
        overdue = query_admin_sql(
            "select count(*) from bookings where tenant_id = %s and status = 'active' and return_at < %s",
            tenant.id, NOW,
        )  # fmt: skip
        assert overdue == [(1,)]
    assert query_admin_sql("select count(*) > 0 from commissions") == [(True,)]
    # No messages are sent about generated bookings.
    assert query_admin_sql("select count(*) from outbox_messages") == [(0,)]


async def test_some_rentals_have_reviews_each_by_another_customer_after_the_return(
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    for tenant, described in ((georgia, 5), (alps, 4)):
        for _ in range(2):
            async with db.uow(tenant.id) as uow:
                await load_reviews_of_rentals(uow, tenant, FOLDER / tenant.slug, NOW)
        rows = query_admin_sql(
            "select state, answer <> '', r.car_id = b.car_id, b.status, written_on > b.return_at::date,"
            " written_on <= %s, r.author, r.source, r.language = b.language"
            " from reviews r join bookings b on b.id = r.booking_id where r.tenant_id = %s",
            NOW.date(), tenant.id,
        )  # fmt: skip
        assert {(row[2:6], row[7:]) for row in rows} == {((True, "completed", True, True), ("", True))}
        assert len({row[6] for row in rows}) == len(rows)
        states = Counter(row[0] for row in rows)
        assert (states["new"], states["hidden"]) == (1, 1)
        assert any(row[1] for row in rows)
        async with db.uow(tenant.id) as uow:
            shown = await load_published(uow, "en")
        assert len(shown.of_rentals) == described
        assert set(shown.described) == set(shown.of_rentals)


async def test_the_same_moment_makes_the_same_year(db: Database, georgia: Tenant) -> None:
    catalog = await CatalogService(db).get(georgia.id)
    car = catalog.cars[0]
    vehicles = [SeededVehicle(car.id, number, car, "tbilisi") for number in range(1, 5)]
    years = [YearMaker(georgia, catalog, [], NOW).make(vehicles) for _ in range(2)]
    seen = [
        [(row["customer_name"], row["pickup_at"], row["total_minor"], row["status"]) for row in year.bookings]
        for year in years
    ]
    assert seen[0] == seen[1]
    months = Counter(row["pickup_at"].month for row in years[0].bookings if row["pickup_at"] < NOW)
    assert len(months) >= 10
    assert all(row["created_at"] <= NOW for row in years[0].bookings)
    assert all(row["pickup_at"] + timedelta(days=1) < row["return_at"] for row in years[0].bookings)


@pytest.mark.slow
async def test_a_vehicle_is_out_with_one_customer_at_a_time_at_whatever_moment_it_is_seeded(
    db: Database, georgia: Tenant
) -> None:
    catalog = await CatalogService(db).get(georgia.id)
    car = catalog.cars[0]
    vehicles = [SeededVehicle(new_id(), number, car, "tbilisi") for number in range(1, 13)]
    late = 0
    for hours in range(0, 24 * 60, 13):
        now = NOW + timedelta(hours=hours)
        year = YearMaker(georgia, catalog, [], now).make(vehicles)
        vehicle_of = {each["booking_id"]: each["vehicle_id"] for each in year.reservations}
        out = [row for row in year.bookings if row["status"] == "active"]
        assert len({vehicle_of[row["id"]] for row in out}) == len(out), now
        late += any(row["return_at"] < now for row in out)
    assert late > 50


async def test_codes_count_the_bookings_that_used_them(query_admin_sql: AdminSql) -> None:
    counted = query_admin_sql(
        "select p.code, p.uses, (select count(*) from bookings b where b.tenant_id = p.tenant_id"
        " and b.promo_code = p.code and b.status <> 'cancelled') from promo_codes p"
    )
    assert any(uses for _, uses, _ in counted)
    assert [code for code, uses, booked in counted if uses != booked] == []


async def test_the_year_is_paid_for(
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    # The Georgian company promises that there are no deposits.
    deposits: dict[str, set[str]] = {
        georgia.slug: set(),
        alps.slug: {"deposit_taken", "deposit_returned", "deposit_applied"},
    }
    for tenant in (georgia, alps):
        kinds: dict[str, int] = dict(
            query_admin_sql(
                "select kind, count(*) from journal_entries where tenant_id = %s group by 1", tenant.id
            )
        )
        assert {"payment", "refund"} <= set(kinds)
        assert {kind for kind in kinds if kind.startswith("deposit")} == deposits[tenant.slug]
        assert kinds["payment"] > 200
        [(paid, finished)] = query_admin_sql(
            "select count(*) filter (where (select paid_is from journal_entries e where e.booking_id = b.id"
            " order by step desc limit 1) = total_minor), count(*)"
            " from bookings b where tenant_id = %s and status = 'completed'",
            tenant.id,
        )
        assert paid == finished
        async with db.uow(tenant.id) as uow:
            due = await list_due(uow, tenant, NOW)
            documents = await list_invoices(uow, InvoiceFilter(kind="invoice"), PageRequest("-issuedAt", 3))
            found = await get_invoice(uow, documents.items[0].invoice.id)
        assert 0 < len(due.balances) < 40
        assert printed(found.invoice, is_void=False, logo=None).blocks
    assert query_admin_sql(GAPS) == []
    assert query_admin_sql("select count(*) from journal_entries where created_at > %s", NOW) == [(0,)]
    tills = query_admin_sql("select count(*) filter (where closed_at is null), count(*) from tills")
    assert tills[0][0] <= 2 < tills[0][1]


async def test_the_quiz_looks_like_life(georgia: Tenant, query_admin_sql: AdminSql) -> None:
    [(definition,)] = query_admin_sql(
        "select definition from quiz_definitions where tenant_id = %s and is_current", georgia.id
    )
    others = [one["version"] for one in other_versions(definition)]
    quiz = Quiz("v1", list(always_asked(definition)), plan("georgia", "v1", others, NOW))
    bookings = query_admin_sql(
        "select id, source, promo_code, created_at from bookings where tenant_id = %s", georgia.id
    )
    rows = [dict(zip(("id", "source", "promo_code", "created_at"), row, strict=True)) for row in bookings]
    years = [QuizYearMaker(georgia, quiz, NOW).make([dict(row) for row in rows]) for _ in range(2)]
    assert (years[0].sessions, years[0].answers) == (years[1].sessions, years[1].answers)

    # Every question loses some visitors, and none more than a sixth of them.
    per_question = query_admin_sql(
        "select count(*) from quiz_answers a join quiz_sessions s using (tenant_id, session_id)"
        " where a.tenant_id = %s and s.quiz_version = 'v1' group by question_id order by 1 desc",
        georgia.id,
    )
    [(seen,)] = query_admin_sql(
        "select count(*) from quiz_sessions where tenant_id = %s and quiz_version = 'v1'", georgia.id
    )
    for (answered,) in per_question:
        assert 0.005 < 1 - answered / seen < 0.16
        seen = answered
    conversion: dict[str, float] = dict(
        query_admin_sql(
            "select utm_campaign, count(b.id)::float / count(*) from quiz_sessions s left join bookings b"
            " on b.tenant_id = s.tenant_id and b.attributed_session_id = s.session_id where s.tenant_id = %s"
            " and s.started_at > %s group by 1",
            georgia.id, NOW - timedelta(days=365),
        )
    )  # fmt: skip
    assert conversion["returning-guests"] > 2 * conversion["family-suv"]
    years_of: dict[int, int] = dict(
        query_admin_sql(
            "select extract(year from started_at)::int, count(*) from quiz_sessions where tenant_id = %s"
            " group by 1",
            georgia.id,
        )
    )
    assert years_of.keys() == {NOW.year - 1, NOW.year}
    assert query_admin_sql("select count(*) from quiz_sessions where updated_at > %s", NOW) == [(0,)]
    ended = query_admin_sql(
        "select tenant_id = %s, outcome = 'running', verdict is null from experiments order by 1, 2",
        georgia.id,
    )
    assert ended == [(False, False, False), (False, True, True), (True, False, False)]
