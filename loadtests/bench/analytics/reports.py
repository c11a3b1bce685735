"""A year's report of a large fleet beside plain SQL on Postgres for the same figures; same answers, same run."""

import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import psutil
import psycopg

from abano_analytics.config import acting_as
from abano_analytics.figures.reports import Days, ReportQuery, Reports
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store.file import FileStore
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.rows import WATCHED

VEHICLES = 500
BOOKINGS = 200_000
MODELS = 12
GOAL = 3.0
YEAR = Days(date(2026, 1, 1), date(2026, 12, 31))
BEFORE = Days(date(2025, 1, 1), date(2025, 12, 31))
# One after the other on each vehicle, three days in four taken, until the end of 2026.
_FILL = """
insert into locations (tenant_id, code, name) values (%(tenant)s, 'tbilisi', 'Tbilisi');
insert into cars (tenant_id, id, slug, name, base_rate_minor, seats, transmission, fuel_type, drive_wheels)
select %(tenant)s, gen_random_uuid(), 'model-' || n, 'Model ' || n, 5000, 5, 'automatic', 'petrol', 'all'
from generate_series(1, %(models)s) n;
insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
select %(tenant)s, gen_random_uuid(), c.id, 'B' || n, 'B' || n, 'tbilisi', timestamptz '2021-01-01', now()
from generate_series(1, %(vehicles)s) n
join cars c on c.tenant_id = %(tenant)s and c.slug = 'model-' || (1 + n %% %(models)s);
insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
  group_size, car_id, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency,
  days, daily_rate_minor, total_minor, price_lines, created_at, updated_at, client_estimate)
select v.tenant_id, gen_random_uuid(), 'R' || v.number || '-' || n,
  case when n %% 10 = 0 then 'cancelled' when n < 10 then 'confirmed' else 'completed' end,
  'N', 'n@example.com', '+1', 30, 2, v.car_id, 'Model', 'tbilisi', 'tbilisi', s.at, s.at + interval '3 days',
  'minimum', 'EUR',
  3, 5000, 15000 + n, '[]', s.at - interval '10 days', s.at, v.id::text
from vehicles v
cross join generate_series(0, %(each)s - 1) n
cross join lateral (
  select timestamptz '2026-12-27 08:00+00' - n * interval '4 days'
    + make_interval(hours => (v.number %% 20)::integer) as at
) s
where v.tenant_id = %(tenant)s;
insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at, ends_at,
  blocked_until, created_at)
select b.tenant_id, b.id, v.id, v.number, 'booking', b.id, b.pickup_at, b.return_at, b.return_at, b.created_at
from bookings b join vehicles v on v.tenant_id = b.tenant_id and v.id = b.client_estimate::uuid
where b.tenant_id = %(tenant)s and b.status <> 'cancelled';
"""
# A row per rental day, as one would write it: totals, months, models and both, of the year and the one before.
_RENTALS = """
with rentals as (
  select b.id, b.status, b.total_minor, b.days, r.vehicle_id, coalesce(v.car_id, b.car_id) as model,
    (b.pickup_at at time zone 'Asia/Tbilisi')::date as first_day
  from bookings b
  left join vehicle_reservations r on r.tenant_id = b.tenant_id and r.booking_id = b.id
  left join vehicles v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
  where b.tenant_id = %(tenant)s
), rental_days as (
  select *, first_day + n as day, total_minor * (n + 1) / days - total_minor * n / days as part
  from rentals cross join lateral generate_series(0, days - 1) n
  where first_day < %(until)s and first_day + days > %(since)s
)
select extract(year from day), date_trunc('month', day), model,
  coalesce(sum(part) filter (where status in ('confirmed', 'active', 'completed')), 0)::bigint as revenue,
  coalesce(sum(part) filter (where status = 'cancelled'), 0)::bigint as cancelled,
  count(distinct id) filter (where day = first_day and status <> 'cancelled') as rentals,
  count(distinct (vehicle_id, day)) filter (where status <> 'cancelled' and vehicle_id is not null) as rented
from rental_days where day >= %(since)s and day < %(until)s
group by grouping sets (
  (extract(year from day)), (extract(year from day), date_trunc('month', day)), (extract(year from day), model),
  (extract(year from day), date_trunc('month', day), model))
"""
_AVAILABLE = """
with spans as (
  select vehicle_id, state, changed_at,
    coalesce(lead(changed_at) over (partition by vehicle_id order by changed_at), 'infinity') as until
  from vehicle_states where tenant_id = %(tenant)s
), noons as (
  select day::date as day, (day + interval '12 hours') at time zone 'Asia/Tbilisi' as noon
  from generate_series(%(since)s::timestamp, %(until)s::timestamp - interval '1 day', interval '1 day') day
)
select extract(year from day), date_trunc('month', day), v.car_id, count(*)
from spans s
join vehicles v on v.tenant_id = %(tenant)s and v.id = s.vehicle_id
join noons on noon >= s.changed_at and noon < s.until
where s.state = 'in_service'
group by grouping sets (
  (extract(year from day)), (extract(year from day), date_trunc('month', day)), (extract(year from day), v.car_id),
  (extract(year from day), date_trunc('month', day), v.car_id))
"""


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds by the clock and of the processor."""

    wall: float
    processor: float

    @classmethod
    def until_now(cls, process: psutil.Process) -> "Took":
        times = process.cpu_times()
        return cls(time.perf_counter(), times.user + times.system)

    def __sub__(self, began: "Took") -> "Took":
        return Took(self.wall - began.wall, self.processor - began.processor)


def measure(url: str, folder: Path, *, rounds: int, bookings: int = BOOKINGS) -> list[Outcome]:
    """The first round of either side is not counted: it fills memory."""
    vehicles = min(VEHICLES, bookings // 10)
    with psycopg.connect(url, autocommit=True) as conn:
        values: dict[str, Any] = {
            "tenant": WATCHED,
            "models": MODELS,
            "vehicles": vehicles,
            "each": bookings // vehicles,
        }
        with psycopg.ClientCursor(conn) as cursor:
            cursor.execute(_FILL.encode(), values)
        conn.execute("vacuum analyze")
        warehouse, progress = _taken_in(url, folder)
        backend, own = psutil.Process(conn.info.backend_pid), psutil.Process()
        plain: list[Took] = []
        ours: list[Took] = []
        for turn in range(rounds + 1):
            began = Took.until_now(backend)
            expected = _plain(conn)
            plain_took = Took.until_now(backend) - began
            began = Took.until_now(own)
            found = _report(warehouse, progress)
            ours_took = Took.until_now(own) - began
            if turn:
                plain.append(plain_took)
                ours.append(ours_took)
            if found != expected:
                raise SystemExit(f"The two disagree: {found} and {expected}.")
        warehouse.close()
    # By processor time: both sides wait for the processor on a busy machine, and the one with threads waits more.
    ratio = median([one.processor for one in plain]) / median([one.processor for one in ours])
    return [
        Outcome(
            f"a year's report by model, {bookings:,} bookings, {vehicles} vehicles",
            _in_words(ours),
            f"plain SQL on Postgres: {_in_words(plain)}",
            f"{ratio:,.1f} × less processor time",
            f"at least {GOAL:.0f} ×",
            ratio >= GOAL,
        )
    ]


def _in_words(took: list[Took]) -> str:
    processor, wall = (median([getattr(one, name) for one in took]) for name in ("processor", "wall"))
    return f"median {ms(processor)} of processor time, {ms(wall)} by the clock"


def _taken_in(url: str, folder: Path) -> tuple[FileStore, Progress]:
    warehouse = FileStore(folder / "reports.duckdb", memory_mb=256)
    warehouse.open()
    feed = ChangeFeed(acting_as(url, "abano_reporting"))
    progress = Progress()
    ingest = Ingest(feed, warehouse, progress)
    ingest.prepare()
    ingest.run()
    feed.close()
    return warehouse, progress


def _report(warehouse: FileStore, progress: Progress) -> tuple[int, int, int]:
    """Computed again: nothing is remembered. Revenue, rented and available days."""
    query = ReportQuery(YEAR, BEFORE, "model")
    answer = Reports(warehouse, progress).compute((UUID(str(WATCHED)), query))
    totals = orjson.loads(answer.body + b"}")["totals"]
    return round(totals["revenue"] * 100), totals["rentedDays"], totals["availableDays"]


def _plain(conn: "psycopg.Connection[Any]") -> tuple[int, int, int]:
    given = {"tenant": WATCHED, "since": BEFORE.first, "until": date(2027, 1, 1)}
    rentals = conn.execute(_RENTALS.encode(), given).fetchall()
    available = conn.execute(_AVAILABLE.encode(), given).fetchall()
    [total] = [row for row in rentals if row[0] == YEAR.first.year and row[1] is None and row[2] is None]
    [days] = [row for row in available if row[0] == YEAR.first.year and row[1] is None and row[2] is None]
    return int(total[3]), int(total[6]), int(days[3])
