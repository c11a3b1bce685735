"""The console's calendar in the browser: five hundred vehicles with a year of bookings beside the demo fleet.

    python -m loadtests.bench.calendar [--steps 20]

Starts the product on free ports with a fresh data folder; the frontend must be built. A step is the press of "Later"
until the next half month is drawn; a scroll goes through all rows. Fails when an ask is missed.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import psycopg
from playwright.sync_api import Page

from loadtests.bench.figures import Figure, table
from loadtests.bench.fleet import CARS, VEHICLES
from loadtests.recordings.stage import DESK, Stage, stage

EACH = 90
# The larger calendar may take so many times the demo company's.
MOST_OF_STEP = 3.0
MOST_OF_FRAME = 2.0
_FILL = """
with company as (select id from tenants where is_default),
added as (
  insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
  select t.id, gen_random_uuid(), c.id, 'B' || n, 'B' || n, 'tbilisi', now(), now()
  from company t
  cross join generate_series(1, %(vehicles)s - (select count(*) from vehicles where tenant_id = t.id)) n
  join cars c on c.tenant_id = t.id and c.name = (%(cars)s::text[])[1 + n %% cardinality(%(cars)s::text[])]
  returning *
),
taken as (
  insert into bookings (
    tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age, group_size, car_id,
    car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency, days,
    daily_rate_minor, total_minor, price_lines, created_at, updated_at, source
  )
  select v.tenant_id, gen_random_uuid(), 'B' || v.number || '-' || n, case when s.at + interval '3 days' < now()
      then 'completed' when s.at < now() then 'active' else 'confirmed' end,
    'Guest ' || n || ' of ' || v.plate, '', '', 30, 2, v.car_id, c.name, 'tbilisi', 'tbilisi', s.at,
    s.at + interval '3 days', 'minimum', 'EUR', 3, 5000, 15000, '[]', s.at, s.at, 'phone'
  from added v
  join cars c on c.id = v.car_id
  cross join generate_series(0, %(each)s - 1) n
  cross join lateral (
    select date_trunc('hour', now()) - interval '270 days' + n * interval '4 days'
      + make_interval(hours => (v.number * 7 %% 20)::integer) as at
  ) s
  returning tenant_id, id, car_id, reference, pickup_at, return_at
)
insert into vehicle_reservations (
  tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at, ends_at, blocked_until, from_location,
  to_location, created_at
)
select b.tenant_id, b.id, v.id, v.number, 'booking', b.id, b.pickup_at, b.return_at, b.return_at + interval '2 hours',
  'tbilisi', 'tbilisi', now()
from taken b
join added v on 'B' || v.number = split_part(b.reference, '-', 1)
"""
_STEP = """
async () => {
  const first = () => document.querySelector('main [aria-hidden] span[title]')?.title;
  const frame = () => new Promise(requestAnimationFrame);
  const before = first();
  const began = performance.now();
  document.querySelector('main button[aria-label=Later]').click();
  while (first() === before) await frame();
  await frame();
  return performance.now() - began;
}
"""
_SCROLL = """
async () => {
  const rows = document.querySelector('main section div.overflow-auto');
  const frame = () => new Promise(requestAnimationFrame);
  const last = rows.scrollHeight - rows.clientHeight;
  const frames = [];
  let before = await frame();
  for (let n = 0; n <= 60; n++) {
    rows.scrollTop = last * n / 60;
    const now = await frame();
    frames.push(now - before);
    before = now;
  }
  rows.scrollTop = 0;
  await frame();
  return frames;
}
"""


def fill(place: Stage) -> None:
    """Vehicles up to five hundred, each with a year of rentals, nine months of them past."""
    with psycopg.connect(place.product.database_url, autocommit=True) as conn:
        # Not promised meanwhile: each booking is given its vehicle here.
        conn.execute("update tenant_settings set availability = false")
        conn.execute(_FILL.encode(), {"vehicles": VEHICLES, "cars": list(CARS), "each": EACH})
        conn.execute("update tenant_settings set availability = true")
        conn.execute("vacuum analyze")


def look(place: Stage, page: Page, steps: int) -> tuple[list[float], list[float]]:
    """Milliseconds of the steps and of the frames of a scroll through all rows."""
    place.open(page, "/admin/calendar")
    page.locator("[data-lane]").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(_STEP)
    taken = [float(page.evaluate(_STEP)) for _ in range(steps)]
    page.get_by_role("button", name="Today").click()
    page.wait_for_load_state("networkidle")
    frames: list[Any] = page.evaluate(_SCROLL)
    return taken, [float(each) for each in frames]


def figure(name: str, large: float, small: float, most: float) -> Figure:
    ratio = large / small
    return Figure(
        name=name,
        value=ratio,
        measured=f"{large:.0f} ms",
        reference=f"the demo company's fleet: {small:.0f} ms",
        ratio=f"× {ratio:.2f}",
        asked=f"at most × {most:g}",
        met=ratio <= most,
    )


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[18]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=20)
    steps = parser.parse_args().steps
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder) / "data", {}) as place:
        page = place.owner(DESK, device_scale_factor=1)
        small_steps, small_frames = look(place, page, steps)
        fill(place)
        large_steps, large_frames = look(place, page, steps)
    figures = [
        figure(
            f"calendar of {VEHICLES} vehicles: a step, middle",
            statistics.median(large_steps), statistics.median(small_steps), MOST_OF_STEP,
        ),
        figure("the same, p95", p95(large_steps), p95(small_steps), MOST_OF_STEP),
        figure("the same: a frame while it scrolls, p95", p95(large_frames), p95(small_frames), MOST_OF_FRAME),
    ]  # fmt: skip
    print(table(figures, []))
    return 0 if all(each.met for each in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
