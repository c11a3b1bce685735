"""The yard: a handover on a phone without a network, and a late return with what it costs."""

from io import BytesIO

from PIL import Image, ImageDraw
from playwright.sync_api import FilePayload, Locator, Page

from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import PHONE, Stage

# Seconds for things that the model has no figure for: pointing a phone's camera, signing, tapping a drawing.
PHOTOGRAPH, SIGNATURE, TAP = 5.0, 3.0, 2.0
# A confirmed booking of a vehicle that is in the yard; its customer arrives early.
READY = """
select b.id, b.customer_name, v.mileage_km
from vehicle_reservations r
join bookings b on (b.tenant_id, b.id) = (r.tenant_id, r.booking_id)
join vehicles v on (v.tenant_id, v.id) = (r.tenant_id, r.vehicle_id)
where b.tenant_id = (select id from tenants where slug = 'georgia') and b.status = 'confirmed'
  and not exists (
    select from vehicle_reservations o
    where (o.tenant_id, o.vehicle_id) = (v.tenant_id, v.id) and o.id <> r.id
      and o.blocked_until > now() - interval '1 day' and o.starts_at < r.starts_at
  )
order by r.starts_at limit 1
"""
OUT = """
select b.id, b.customer_name, h.mileage_km, h.fuel_eighths
from bookings b
join handover_records h on (h.tenant_id, h.booking_id) = (b.tenant_id, b.id)
where b.tenant_id = (select id from tenants where slug = 'georgia') and b.status = 'active' and h.kind = 'handover'
  and not 'prepaidFuel' = any(b.service_codes)
order by b.return_at limit 1
"""


def _photograph(color: str) -> FilePayload:
    """The side of a car, as a phone would send it."""
    picture = Image.new("RGB", (1600, 1200), "#b9c4c9")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 820, 1600, 1200), fill="#6d6f70")
    draw.rounded_rectangle((420, 380, 1180, 700), 120, fill=color)
    draw.rounded_rectangle((180, 540, 1430, 840), 90, fill=color)
    draw.rounded_rectangle((500, 430, 1100, 560), 50, fill="#2c3a42")
    for x in (420, 1180):
        draw.ellipse((x - 130, 720, x + 130, 980), fill="#1c1c1c")
        draw.ellipse((x - 60, 790, x + 60, 910), fill="#c9c9c9")
    content = BytesIO()
    picture.save(content, "jpeg", quality=85)
    return {"name": "car.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}


def _sign(film: Recording, page: Page) -> None:
    pad = page.get_by_label("Signature field")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    if box is None:
        raise RuntimeError("There is no field for the signature.")
    left, top = box["x"], box["y"]

    def draw() -> None:
        page.mouse.move(left + 40, top + 60)
        page.mouse.down()
        for x, y in ((90, 30), (140, 90), (200, 40), (260, 80)):
            page.mouse.move(left + x, top + y, steps=4)
        page.mouse.up()

    film.act(SIGNATURE, draw)


def card(page: Page, name: str) -> Locator:
    """The car of a customer in the list of the day."""
    return page.get_by_role("listitem").filter(has_text=name)


def type_state(film: Recording, page: Page, mileage: int, fuel: int) -> None:
    """What the car's displays say; ``fuel`` in eighths of the tank."""
    film.type(page.get_by_label("Mileage in km"), str(mileage))
    film.tick(page.get_by_label(f"{fuel} eighths"))


def photograph_car(film: Recording, page: Page, last: str) -> None:
    """Two sides; ``last`` is what the second photograph is called."""
    sides = [_photograph("#8a3324"), _photograph("#7d2e20")]
    film.act(len(sides) * PHOTOGRAPH, lambda: page.locator("input[type=file]").set_input_files(sides))
    film.read(page.get_by_alt_text(last), words=2)


def hand_over(film: Recording, page: Page) -> None:
    """The last step of a handover."""
    film.tick(page.get_by_label("Driving licence checked"))
    _sign(film, page)
    film.click(page.get_by_role("button", name="Hand over the car"))


def take_back(film: Recording, page: Page, mileage: int, fuel: int) -> None:
    """A return whose costs the customer accepts by signing."""
    type_state(film, page, mileage, fuel)
    film.click(page.get_by_role("button", name="Customer"))
    film.read(page.get_by_text("Charged now"), words=16)
    _sign(film, page)
    film.click(page.get_by_role("button", name="Return car"))
    film.read(page.get_by_role("heading", name="Car returned"), words=4)


def read_accepted(film: Recording, page: Page, fuel: int, hours: int) -> None:
    """On the booking's page: the costs of a late return with an emptier tank."""
    for words in (f"{fuel} eighths of the tank missing", f"{hours} hours late"):
        line = page.get_by_role("listitem").filter(has_text=words)
        film.read(line.get_by_text("accepted"), words=8)


def handover(stage: Stage) -> Recording:
    """A car is handed over where there is no network; record and photographs are sent when it is back."""
    [(booking, name, mileage)] = stage.rows(READY)
    stage.rows("update bookings set pickup_at = now() where id = %s", booking)
    page = stage.owner(PHONE)
    stage.open(page, "/admin/yard")
    link = card(page, name).get_by_role("link", name="Hand over", exact=True)
    link.wait_for()
    film = stage.recording("handover", page)
    film.step("Open the handover in the yard; the network goes")
    film.click(link)
    page.get_by_label("Mileage in km").wait_for()
    page.context.set_offline(True)
    film.step("Type mileage and fuel")
    type_state(film, page, mileage + 12, 8)
    film.click(page.get_by_role("button", name="Next"))
    film.step("Tap a dent on the drawing and photograph it; photograph the car")
    plan = page.get_by_role("button", name="Mark a damage here")
    film.act(TAP, lambda: plan.click(position={"x": 120, "y": 130}))
    dialog = page.get_by_role("dialog")
    film.choose(dialog.get_by_label("Kind"), "Dent")
    film.type(dialog.get_by_label("Note (optional)"), "Front left door")
    film.act(PHOTOGRAPH, lambda: dialog.locator("input[type=file]").set_input_files(_photograph("#8a3324")))
    film.read(dialog.get_by_alt_text("Photograph 1"), words=2)
    film.click(dialog.get_by_role("button", name="Keep"))
    film.click(page.get_by_role("button", name="Next"))
    photograph_car(film, page, "Photograph 3")
    film.click(page.get_by_role("button", name="Next"))
    film.step("See the licence, let the customer sign, hand over")
    hand_over(film, page)
    waiting = page.get_by_text("1 record waiting.").filter(has_text="3 photos waiting.")
    film.read(waiting, words=10)
    film.step("The network is back: all of it is sent automatically")
    page.context.set_offline(False)
    film.act(0, lambda: waiting.wait_for(state="hidden"))
    done = page.locator("section").filter(has=page.get_by_role("heading", name="Done"))
    film.read(done.get_by_text(name), words=4)
    return film


def late_return(stage: Stage) -> Recording:
    """A car comes back hours late with less fuel; what it costs is proposed, and accepted."""
    [(booking, name, mileage, fuel)] = stage.rows(OUT)
    stage.rows("update bookings set return_at = now() - interval '150 minutes' where id = %s", booking)
    page = stage.owner()
    stage.open(page, "/admin/yard")
    link = card(page, name).get_by_role("link", name="Return", exact=True)
    link.wait_for()
    film = stage.recording("late-return", page)
    film.step("Take the car back: mileage, fuel, what the return costs, the customer's signature")
    film.click(link)
    take_back(film, page, mileage + 600, fuel - 2)
    film.click(page.get_by_role("button", name="Pay later"))
    page.get_by_role("heading", name="Done").wait_for()
    film.step("Read the accepted costs on the booking's page")
    film.act(0, lambda: stage.open(page, f"/admin/bookings/{booking}"))
    read_accepted(film, page, fuel=2, hours=3)
    return film
