"""Visitors on their phones: two want the last car."""

from datetime import date, timedelta
from functools import partial
from urllib.parse import urlencode

from playwright.sync_api import Page

from loadtests.recordings.recorder import THINK, TOUCH, Recording
from loadtests.recordings.stage import PHONE, Stage

CAR, OTHER = "Chevrolet Suburban", "Toyota 4Runner"
# All vehicles of the car but one are out: what is left is the last.
LEAVE_ONE = """
insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, title, starts_at, ends_at,
  blocked_until, created_at)
select v.tenant_id, gen_random_uuid(), v.id, v.number, 'workshop', 'Brakes', %s::timestamptz - interval '1 day',
  %s::timestamptz + interval '10 days', %s::timestamptz + interval '10 days', now()
from vehicles v join cars c on (c.tenant_id, c.id) = (v.tenant_id, v.car_id)
where v.tenant_id = (select id from tenants where slug = 'georgia') and c.name = %s and v.state = 'in_service'
order by v.number offset 1
"""
PERSON = {
    "First name": "Ada",
    "Last name": "Lovelace",
    "Email address": "ada@example.com",
    "WhatsApp or phone number": "+44 20 7946 0000",
    "Driver's age": "36",
    "Group size": "2",
}


def _search(pickup: date) -> str:
    trip = {"pickup": "tbilisi", "dropoff": "batumi", "returnDate": pickup + timedelta(days=7)}
    return f"/?{urlencode(trip | {'pickupDate': pickup})}"


def _another_takes_it(stage: Stage, page: Page, pickup: date) -> None:
    """The quicker visitor, who confirms first."""
    stage.open(page, _search(pickup))
    page.get_by_role("article").filter(has_text=CAR).get_by_role("button", name="Book Now").click()
    for heading in ("Extras", "Complete Your Booking"):
        page.get_by_role("button", name="Next Step").click()
        page.get_by_role("heading", name=heading).wait_for()
    # A person of her own: each may have few unconfirmed bookings.
    grace = {
        "First name": "Grace",
        "Email address": "grace@example.com",
        "WhatsApp or phone number": "+44 20 7946 0001",
    }
    for label, value in {**PERSON, **grace}.items():
        page.get_by_label(label).fill(value)
    page.get_by_text("Confirm soon to get it.").wait_for()
    page.get_by_role("button", name="Confirm Booking").click()
    page.wait_for_url("**/thank-you**")


def last_car(stage: Stage) -> Recording:
    """Two visitors want the last car; who comes too late takes another and types nothing again."""
    pickup = date.today() + timedelta(days=110)  # noqa: DTZ011 - any day behind the demo year
    stage.rows(LEAVE_ONE, pickup, pickup, pickup, CAR)
    page = stage.page(PHONE)
    stage.open(page, _search(pickup))
    card = page.get_by_role("article").filter(has_text=CAR)
    card.wait_for()
    film = stage.recording("last-car", page)
    film.step("Find the last car of its kind and begin to book it")
    film.read(card, words=16)
    film.click(card.get_by_role("button", name="Book Now"))
    film.read(page.get_by_role("heading", name="Booking Details"), words=20)
    film.click(page.get_by_role("button", name="Next Step"))
    film.click(page.get_by_label("Baby seat"))
    film.click(page.get_by_role("button", name="Next Step"))
    film.step("Read that it is held, say who drives, and hesitate: another visitor confirms first")
    film.read(page.get_by_text("held for you until"), words=20)
    for label, value in PERSON.items():
        film.type(page.get_by_label(label), value)
    _another_takes_it(stage, stage.page(PHONE), pickup)
    film.click(page.get_by_role("button", name="Confirm Booking"))
    film.step("Read that the car is gone, take another one for the same days, and confirm")
    offer = page.get_by_role("region", name=f"Someone else has just booked the last {CAR}")
    film.read(offer, words=24)
    film.click(offer.get_by_role("button", name=OTHER).first)
    film.read(page.get_by_text(f"The {OTHER} is held for you until"), words=10)
    film.click(page.get_by_role("button", name="Confirm Booking"))
    film.read(page.get_by_role("heading", level=1), words=8)
    return film


def first_booking(stage: Stage) -> Recording:
    """Someone who was never here books a car for a week: from the search to the thanks."""
    page = stage.page(PHONE)
    stage.open(page, "/")
    page.get_by_role("heading", level=1).wait_for()
    film = stage.recording("first-booking", page)
    film.step("Look for a week from the first screen")
    form = page.locator("form").first
    film.choose(form.get_by_label("Pick up in"), "Tbilisi")
    film.choose(form.get_by_label("Drop off in"), "Tbilisi")
    pickup = date.today() + timedelta(days=80)  # noqa: DTZ011 - any day
    # A press on the field, and one on the day, in the phone's own calendar.
    for label, day in (("Pickup date", pickup), ("Return date", pickup + timedelta(days=7))):
        field = form.get_by_label(label)
        film.act(THINK + 2 * TOUCH, partial(field.fill, str(day)), taps=2)
    film.click(form.get_by_role("button", name="Check Price & Availability"))
    film.step("Compare the prices, take one car")
    card = page.get_by_role("article").filter(has_text="Subaru Forester")
    film.read(card, words=16)
    film.click(card.get_by_role("button", name="Book Now"))
    film.step("Look at places, times and protection, and pass by the extras")
    film.read(page.get_by_role("heading", name="Booking Details"), words=12)
    film.click(page.get_by_role("button", name="Next Step"))
    film.read(page.get_by_role("heading", name="Extras"), words=8)
    film.click(page.get_by_role("button", name="Next Step"))
    film.step("Say who drives, look at the price; confirm")
    film.read(page.get_by_role("heading", name="Complete Your Booking"), words=16)
    for label, value in PERSON.items():
        film.type(page.get_by_label(label), value)
    film.click(page.get_by_role("button", name="Confirm Booking"))
    film.read(page.get_by_role("heading", name="What happens next"), words=6)
    return film
