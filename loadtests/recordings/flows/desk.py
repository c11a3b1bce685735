"""The desk: bookings taken from a message, moved, offered another car; a vehicle that goes to the workshop."""

from datetime import date, timedelta

from playwright.sync_api import Page

from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage

# A car whose every vehicle is out on some day ahead.
BOOKED_OUT = """
select c.name, (r.starts_at + interval '1 day')::date
from vehicle_reservations r
join vehicles v on (v.tenant_id, v.id) = (r.tenant_id, r.vehicle_id)
join cars c on (c.tenant_id, c.id) = (v.tenant_id, v.car_id)
where v.tenant_id = (select id from tenants where slug = 'georgia') and r.starts_at > now() + interval '2 days'
  and r.ends_at > r.starts_at + interval '3 days'
  and not exists (
    select from vehicles w
    where (w.tenant_id, w.car_id) = (v.tenant_id, v.car_id) and w.state = 'in_service'
      and not exists (
        select from vehicle_reservations o
        where (o.tenant_id, o.vehicle_id) = (w.tenant_id, w.id)
          and o.blocked_until > r.starts_at + interval '1 day' and o.starts_at < r.starts_at + interval '2 days'
      )
  )
order by r.starts_at limit 1
"""
CONFIRMED = """
select b.id, b.customer_name from bookings b join tenants t on t.id = b.tenant_id
where t.slug = 'georgia' and b.status = 'confirmed' and b.pickup_at > now() + interval '5 days'
  and b.customer_email <> ''
order by b.pickup_at desc limit 1
"""
# A confirmed booking that another vehicle of the same car could take, the vehicle being free around its pickup.
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
      and o.blocked_until > r.starts_at - interval '1 day' and o.starts_at < r.starts_at + interval '2 days'
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


def type_trip(film: Recording, page: Page, pickup: date, days: int = 7) -> None:
    """When the rental begins and how long it lasts."""
    film.type(page.get_by_label("Pickup day"), str(pickup))
    film.click(page.get_by_role("button", name=str(days), exact=True))


def type_customer(film: Recording, page: Page, name: str) -> None:
    film.type(page.get_by_label("Name"), name)
    film.type(page.get_by_role("textbox", name="Phone"), "+4915112345678")
    film.type(page.get_by_label("Driver's age"), "34")


def confirm_new(film: Recording, page: Page, name: str) -> None:
    """Read what the new booking costs and take it."""
    film.read(page.get_by_role("table", name="Price lines"), words=10)
    film.click(page.get_by_role("button", name="Create and confirm booking"))
    film.read(page.get_by_role("heading", name=name), words=6)


def extend(film: Recording, page: Page) -> None:
    """Three days more at the new price, and the customer is notified."""
    film.click(page.get_by_role("button", name="Extend or return early"))
    film.click(page.get_by_role("button", name="+3 d"))
    film.read(page.get_by_text("The new price is"), words=24)
    film.click(page.get_by_role("radio", name="Use new price"))
    film.click(page.get_by_label("Email the customer"))
    film.click(page.get_by_role("button", name="Save changes"))
    film.read(page.get_by_text("Booking changed"), words=4)


def whatsapp(stage: Stage) -> Recording:
    """Someone asks by WhatsApp for a week, and has it confirmed with a vehicle."""
    page = stage.owner()
    stage.open(page, "/admin/bookings")
    new = page.get_by_role("link", name="New booking")
    new.wait_for()
    film = stage.recording("whatsapp", page)
    film.step("Open a new booking and say that it came by WhatsApp")
    film.click(new)
    film.click(page.get_by_text("WhatsApp"))
    film.step("Type the day, a week, the car and who it is")
    type_trip(film, page, date.today() + timedelta(days=75))  # noqa: DTZ011 - any day
    type_customer(film, page, "Jana Weber")
    film.step("Read the price and the vehicle, and confirm")
    confirm_new(film, page, "Jana Weber")
    return film


def new_dates(stage: Stage) -> Recording:
    """A customer wants to stay longer: both prices, a choice, and an email."""
    [(booking, name)] = stage.rows(CONFIRMED)
    page = stage.owner()
    stage.open(page, f"/admin/bookings/{booking}")
    page.get_by_role("heading", name=name).wait_for()
    film = stage.recording("new-dates", page)
    film.step("Extend the rental by three days, compare the prices, choose the new one, notify the customer")
    extend(film, page)
    return film


def clash(stage: Stage) -> Recording:
    """The requested car is out: shown before anything is saved, and another one is chosen."""
    [(car, day)] = stage.rows(BOOKED_OUT)
    page = stage.owner()
    stage.open(page, "/admin/bookings/new")
    page.get_by_label("Car", exact=True).wait_for()
    film = stage.recording("clash", page)
    film.step("Type the day and the car that the caller wants")
    type_trip(film, page, day, days=1)
    film.choose(page.get_by_label("Car", exact=True), car)
    type_customer(film, page, "Paul Martin")
    film.step("Read that none is free, and offer another one")
    refused = page.get_by_role("region", name="No vehicle of this car is free for these dates.")
    film.read(refused, words=24)
    film.click(refused.get_by_role("button").first)
    film.step("Confirm with its vehicle")
    take = page.get_by_role("button", name="Create and confirm booking")
    page.get_by_label("Vehicle", exact=True).wait_for()
    film.click(take)
    film.read(page.get_by_role("heading", name="Paul Martin"), words=6)
    return film


def workshop(stage: Stage) -> Recording:
    """A vehicle goes to the workshop, and its booking moves to another one."""
    [(vehicle, plate, pickup)] = stage.rows(MOVABLE)
    page = stage.owner()
    stage.open(page, f"/admin/vehicles/{vehicle}")
    page.get_by_role("heading", level=1, name=plate).wait_for()
    film = stage.recording("workshop", page)
    film.step("Take the vehicle out of service, with a reason, from when and until when")
    film.click(page.get_by_role("button", name="Take out of service"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("Reason"), "Gearbox")
    for label, moment in (("From", pickup - timedelta(hours=12)), ("Until", pickup + timedelta(days=1))):
        film.type(dialog.get_by_label(label), moment.strftime("%Y-%m-%dT%H:%M"))
    film.click(dialog.get_by_role("button", name="Block vehicle"))
    film.step("See which booking moves to which vehicle, and agree")
    move = dialog.get_by_role("button", name="Move the bookings and block")
    film.read(move, words=24)
    film.click(move)
    film.read(page.get_by_text(f"{plate} is out of service"), words=6)
    return film
