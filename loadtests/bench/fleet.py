"""A fleet of five hundred vehicles with two hundred thousand reservations: how quickly it is known what is free."""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from abano.fleet.availability.repository import QUERIES
from loadtests.bench.figures import Figure


@dataclass(frozen=True, slots=True)
class Size:
    """``looks``: how often the free ones are asked for."""

    vehicles: int
    reservations: int
    looks: int


USUAL = Size(vehicles=500, reservations=200_000, looks=2_000)
# Shows that it can be measured.
TRIAL = Size(vehicles=100, reservations=2_000, looks=100)
GOAL_MS = 5.0
CARS = (
    "Hyundai Elantra",
    "Subaru Forester",
    "Chevrolet Suburban",
    "Toyota FJ Cruiser",
    "Toyota 4Runner",
    "Mitsubishi Pajero IO",
    "Renault Duster",
    "Toyota Camry",
    "Toyota Corolla Hybrid",
    "Jeep Renegade",
    "Jeep Wrangler",
    "Jeep Grand Cherokee",
    "Tesla Model 3",
    "Cadillac Escalade",
)
_FILL_VEHICLES = """
insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
select t.id, gen_random_uuid(), c.id, 'B' || n, 'B' || n, 'tbilisi', now(), now()
from tenants t
cross join generate_series(1, %(vehicles)s) n
join lateral (
  select id from cars where tenant_id = t.id and name = (%(cars)s::text[])[1 + n %% cardinality(%(cars)s::text[])]
) c on true
where t.is_default
"""
# One after the other, three days in four taken, most of them past and some months ahead, as in a fleet of some years.
_FILL_RESERVATIONS = """
insert into vehicle_reservations (
  tenant_id, id, vehicle_id, vehicle_number, kind, starts_at, ends_at, blocked_until, created_at
)
select v.tenant_id, gen_random_uuid(), v.id, v.number, 'other', s.at, s.at + interval '3 days',
  s.at + interval '3 days 2 hours', now()
from vehicles v
cross join generate_series(0, %(each)s - 1) n
cross join lateral (
  select date_trunc('hour', now()) + interval '9 days' - n * interval '4 days'
    + make_interval(hours => (v.number * 7 %% 20)::integer) as at
) s
"""


def fill(url: str, size: Size) -> None:
    """Fill the default company's fleet, and let it promise availability."""
    each = size.reservations // size.vehicles
    values: dict[str, Any] = {"vehicles": size.vehicles, "cars": list(CARS), "each": each}
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(_FILL_VEHICLES.encode(), values)
        conn.execute(_FILL_RESERVATIONS.encode(), values)
        conn.execute("update tenant_settings set availability = true")
        conn.execute("vacuum analyze vehicles, vehicle_reservations")


@contextmanager
def as_the_product(url: str) -> Iterator[tuple["psycopg.Connection[Any]", Any]]:
    """A connection of the application role inside the default company, with row-level security."""
    with psycopg.connect(url) as conn:
        [tenant] = conn.execute("select id from tenants where is_default").fetchone() or [None]
        conn.execute("set role abano_app")
        conn.execute("select set_config('abano.tenant_id', %s, false)", (str(tenant),))
        yield conn, tenant


def measure_availability(url: str, size: Size) -> list[Figure]:
    """The figures of a fleet that was filled already, in processor time of Postgres."""
    random = Random(1)
    found: dict[str, list[float]] = {"cars_free": [], "gaps": []}
    with as_the_product(url) as (conn, tenant):
        cars = [row[0] for row in conn.execute("select distinct car_id from vehicles").fetchall()]
        for look in range(size.looks + 50):
            starts = datetime.now(UTC) + timedelta(hours=random.randrange(-24 * 400, 24 * 60))
            until = starts + timedelta(days=random.choice((3, 5, 7, 14)), hours=2)
            values = {"tenant": tenant, "starts_at": starts, "blocked_until": until, "cars": cars}
            for name, times in found.items():
                # The next free days are asked for where cars are booked; here, the worst, all of them.
                if name == "gaps" and look % 20:
                    continue
                before = processor_ms(conn.info.backend_pid)
                conn.execute(QUERIES[name], values | {"length": until - starts}, prepare=True).fetchall()
                if look >= 50:
                    times.append(processor_ms(conn.info.backend_pid) - before)
    return [
        _figure("availability: all cars", size, found["cars_free"], GOAL_MS),
        _figure("availability: next free days, all booked", size, found["gaps"], None),
    ]


def processor_ms(pid: int) -> float:
    """The session's time on a processor so far: what else the machine does is not in it."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def _figure(name: str, size: Size, times: list[float], goal: float | None) -> Figure:
    p99 = statistics.quantiles(times, n=100, method="inclusive")[98]
    return Figure(
        name=name,
        value=p99,
        measured=f"p99 {p99:.1f} ms, middle {statistics.median(times):.1f} ms",
        reference=f"{size.vehicles} vehicles, {size.reservations:,} reservations",
        ratio=f"{p99 / goal:.0%}" if goal else "",
        asked=f"at most {goal:.0f} ms" if goal else "",
        met=p99 <= goal if goal else None,
    )
