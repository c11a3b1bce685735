"""The desk's day: bookings and vehicles in the console."""

from datetime import timedelta

from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage

# A confirmed booking that another vehicle of the same car could take, the vehicle being free until then.
MOVABLE = """
select v.id, v.plate, r.starts_at
from vehicle_reservations r
join vehicles v on (v.tenant_id, v.id) = (r.tenant_id, r.vehicle_id)
join bookings b on (b.tenant_id, b.id) = (r.tenant_id, r.booking_id)
where b.status = 'confirmed' and r.starts_at > now() + interval '2 days'
  and v.tenant_id = (select id from tenants where slug = 'georgia')
  and not exists (
    select from vehicle_reservations o
    where (o.tenant_id, o.vehicle_id) = (v.tenant_id, v.id) and o.id <> r.id
      and o.blocked_until > now() and o.starts_at < r.starts_at + interval '2 days'
  )
  and exists (
    select from vehicles w
    where (w.tenant_id, w.car_id) = (v.tenant_id, v.car_id) and w.id <> v.id and w.state = 'in_service'
      and not exists (
        select from vehicle_reservations o
        where (o.tenant_id, o.vehicle_id) = (w.tenant_id, w.id)
          and o.blocked_until > r.starts_at - interval '1 day' and o.starts_at < r.blocked_until + interval '1 day'
      )
  )
order by r.starts_at
limit 1
"""


def workshop(stage: Stage) -> Recording:
    """A vehicle goes to the workshop, and its booking moves to another one."""
    [(vehicle, plate, pickup)] = stage.rows(MOVABLE)
    page = stage.owner()
    stage.open(page, f"/admin/vehicles/{vehicle}")
    page.get_by_role("heading", level=1, name=plate).wait_for()
    film = stage.recording("workshop", page)
    film.step("Take the vehicle out of rental, with a reason and until when")
    film.click(page.get_by_role("button", name="Take out of rental"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("Why"), "Gearbox")
    until = (pickup + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    film.type(dialog.get_by_label("Until"), until)
    film.click(dialog.get_by_role("button", name="Block the vehicle"))
    film.step("See which booking moves to which vehicle, and agree")
    move = dialog.get_by_role("button", name="Move the bookings and block")
    film.read(move, words=24)
    film.click(move)
    film.read(page.get_by_text(f"{plate} is out of rental"), words=6)
    return film
