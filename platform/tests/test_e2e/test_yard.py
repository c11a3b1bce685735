"""A driver's phone: an offline handover with damage, then a late return at the desk."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import PHONE, open_browser, sign_in
from loadtests.forms import booking_form, days_from
from loadtests.local_product import EMAIL, PASSWORD
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect
from running_stack import Stack, query_stack
from yard_steps import photograph

CAR = "Toyota Camry"
# Both wait for a condition.
IS_KEPT = """
async () => {
  while (!(await caches.match("/admin/yard", { ignoreVary: true }))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""
FORM_IS_KEPT = """
async (id) => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open("abano_yard");
    request.onsuccess = () => resolve(request.result);
  });
  const find = () =>
    new Promise((resolve) => {
      const get = database.transaction("snapshots").objectStore("snapshots").get(`booking ${id}`);
      get.onsuccess = () => resolve(get.result);
    });
  while (!(await find())) await new Promise((resolve) => setTimeout(resolve, 50));
  database.close();
}
"""


@pytest.fixture
def booking(stack: Stack) -> Iterator[str]:
    """A confirmed booking with a vehicle, picked up now."""
    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(UTC).date() + timedelta(days=20)),
            customerName="Yard Guest",
            customerEmail="yard@example.com",
            carType=CAR,
        ),
    )
    assert answer.status_code == 201, answer.text
    booking = str(answer.json()["bookingId"])
    vehicle = uuid4()
    number = vehicle.hex[-6:].upper()
    query_stack(
        stack,
        "insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, mileage_km, created_at,"
        " updated_at) select c.tenant_id, %s, c.id, 'YD-' || %s, 'YD' || %s, 'tbilisi', 48000, now(), now()"
        " from cars c join bookings b on b.tenant_id = c.tenant_id and b.car_id = c.id where b.id = %s",
        vehicle, number, number, booking,
    )  # fmt: skip
    query_stack(
        stack,
        "update bookings set status = 'confirmed', pickup_at = now(), return_at = now() + interval '3 days'"
        " where id = %s",
        booking,
    )
    query_stack(
        stack,
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at,"
        " ends_at, blocked_until, created_at) select b.tenant_id, b.id, v.id, v.number, 'booking', b.id, b.pickup_at,"
        " b.return_at, b.return_at, now() from bookings b join vehicles v on v.id = %s where b.id = %s",
        vehicle, booking,
    )  # fmt: skip
    yield booking
    # Other tests of this stack book this car without vehicles.
    query_stack(stack, "delete from vehicle_reservations where vehicle_id = %s", vehicle)
    query_stack(stack, "update vehicles set state = 'sold' where id = %s", vehicle)


def a_photograph(name: str) -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": photograph(1800, 1200)}


def sign(pad: Locator, page: Page) -> None:
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 60)
    page.mouse.down()
    for x, y in ((90, 30), (140, 90), (200, 40), (260, 80)):
        page.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    page.mouse.up()


def violations(page: Page) -> list[str]:
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in Axe().run(page).response["violations"]
    ]


def fill_handover(phone: Page) -> None:
    """From the day's list to the last step, with a dent and three photographs."""
    phone.get_by_role("link", name="Hand over", exact=True).first.click()
    expect(phone.get_by_text("Last time: 48,000 km")).to_be_visible()
    phone.get_by_role("button", name="Customer").click()
    phone.get_by_role("button", name="Hand over the car").click()
    expect(phone.get_by_text("Enter the mileage")).to_be_visible()
    phone.get_by_label("Mileage in km").fill("48100")
    phone.get_by_label("8 eighths").check(force=True)
    phone.get_by_role("button", name="Increase Keys").click()
    assert violations(phone) == []
    # The input survives a reload, also offline.
    phone.reload()
    expect(phone.get_by_label("Mileage in km")).to_have_value("48100")
    phone.get_by_role("button", name="Next").click()
    phone.get_by_role("button", name="Mark a damage here").click(position={"x": 120, "y": 130})
    dialog = phone.get_by_role("dialog")
    dialog.get_by_label("Kind").select_option("dent")
    dialog.get_by_label("Note (optional)").fill("Front left door")
    dialog.locator("input[type=file]").set_input_files(a_photograph("dent.jpg"))
    expect(dialog.get_by_alt_text("Photograph 1")).to_be_visible()
    dialog.get_by_role("button", name="Keep").click()
    expect(phone.get_by_text("Front left door")).to_be_visible()
    assert violations(phone) == []
    phone.get_by_role("button", name="Next").click()
    phone.locator("input[type=file]").set_input_files([a_photograph("front.jpg"), a_photograph("rear.jpg")])
    expect(phone.get_by_alt_text("Photograph 3")).to_be_visible()
    phone.get_by_role("button", name="Next").click()
    phone.get_by_label("Driving licence checked").check()
    sign(phone.get_by_label("Signature field"), phone)
    assert violations(phone) == []


def take_back(phone: Page) -> None:
    """A return with a mistyped mileage, which the server questions."""
    phone.get_by_role("link", name="Return").click()
    phone.get_by_label("Mileage in km").fill("48000")
    phone.get_by_label("6 eighths").check(force=True)
    phone.get_by_role("button", name="Damage").first.click()
    expect(phone.get_by_text("existing")).to_be_visible()
    phone.get_by_role("button", name="Customer").click()
    phone.get_by_role("button", name="Return car").click()
    question = phone.get_by_role("dialog")
    expect(question).to_contain_text("48,100 km before")
    question.get_by_role("button", name="Change it").click()
    phone.get_by_role("button", name="Car", exact=True).click()
    phone.get_by_label("Mileage in km").fill("48900")
    phone.get_by_role("button", name="Customer").click()
    phone.get_by_label("Decision on 2 eighths of the tank missing").select_option("change")
    phone.get_by_label(re.compile("^Amount")).fill("15")
    expect(phone.get_by_text("Charged now")).to_be_visible()
    assert violations(phone) == []
    phone.get_by_role("button", name="Return car").click()
    pay_by_card(phone)
    expect(phone.get_by_role("heading", name="Done")).to_be_visible()


def pay_by_card(phone: Page) -> None:
    """After sending a record: the amount due, with the cost just decided."""
    expect(phone.get_by_role("heading", name="Car returned")).to_be_visible()
    phone.get_by_role("button", name="Take payment").click()
    dialog = phone.get_by_role("dialog")
    dialog.get_by_text("Card").click()
    expect(dialog.get_by_label("Email the receipt to the customer")).to_be_checked()
    dialog.get_by_role("button", name=re.compile("^Take ")).click()
    expect(phone.get_by_text("Paid in full")).to_be_visible()
    phone.get_by_role("button", name="Done").click()


def decide_lines(desk: Page) -> None:
    expect(desk.get_by_role("heading", name="Return costs")).to_be_visible()
    line = desk.get_by_role("listitem").filter(has_text="2 eighths of the tank missing")
    expect(line.get_by_text("accepted")).to_be_visible()
    late = desk.get_by_role("listitem").filter(has_text="3 hours late")
    late.get_by_role("button", name="Refuse").click()
    expect(late.get_by_text("refused")).to_be_visible()
    expect(desk.get_by_role("link", name="Return protocol")).to_be_visible()
    expect(desk.get_by_role("link", name="Rental agreement")).to_be_visible()
    expect(desk.get_by_text("Missing fuel, 2 eighths of the tank")).to_be_visible()
    assert violations(desk) == []


def test_a_handover_without_a_network_is_sent_later_and_a_late_return_is_decided(
    browser: Browser, stack: Stack, booking: str, owner: Page
) -> None:
    context = open_browser(browser, viewport=PHONE, has_touch=True)
    phone = context.new_page()
    sign_in(phone, stack, EMAIL, PASSWORD, to="/admin/yard")
    expect(phone.get_by_text("Yard Guest")).to_be_visible()
    assert violations(phone) == []
    # The page and the form are cached before the network is cut.
    phone.evaluate(IS_KEPT)
    phone.evaluate(FORM_IS_KEPT, booking)
    context.set_offline(True)
    # A page opened later is online for a moment.
    context.route("**/api/**", lambda route: route.abort("internetdisconnected"))
    phone.reload()
    expect(phone.get_by_text("Offline.")).to_be_visible()
    fill_handover(phone)
    phone.get_by_role("button", name="Hand over the car").click()
    waiting = "1 record waiting. 3 photos waiting."
    expect(phone.get_by_role("status").filter(has_text="photos")).to_contain_text(waiting)
    # Messages are cached, too: a message that cannot load would break the page.
    expect(phone.get_by_role("region", name="Notifications")).to_be_attached()
    expect(phone.get_by_role("heading", name="Waiting on this phone")).to_be_visible()
    # Asked before the page is opened again: what a new page sends in its first moment is kept once, and known again.
    records = "select count(*) from handover_records where booking_id = %s"
    assert query_stack(stack, records, booking) == [(0,)]
    # Closing the browser loses nothing.
    phone.close()
    phone = context.new_page()
    phone.goto(f"{stack.origin}/admin/yard")
    expect(phone.get_by_text(waiting)).to_be_visible()

    context.unroute("**/api/**")
    context.set_offline(False)
    expect(phone.get_by_text(waiting)).not_to_be_visible()
    expect(phone.get_by_role("heading", name="Done")).to_be_visible()
    expect(phone.get_by_text(re.compile("photos? waits?"))).not_to_be_visible()
    assert query_stack(
        stack,
        "select (select count(*) from handover_pictures p where p.record_id = r.id), r.mileage_km, b.status,"
        " v.mileage_km from handover_records r join bookings b on b.id = r.booking_id"
        " join vehicles v on v.id = r.vehicle_id where r.booking_id = %s",
        booking,
    ) == [(3, 48_100, "active", 48_100)]

    query_stack(
        stack,
        "update bookings set pickup_at = now() - interval '3 days', return_at = now() - interval '150 minutes'"
        " where id = %s",
        booking,
    )
    phone.reload()
    take_back(phone)
    context.close()
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    decide_lines(owner)


# Each write fails as on a phone without space; reading works.
FULL_PHONE = """
IDBObjectStore.prototype.put = () => {
  throw new DOMException("No space is left.", "QuotaExceededError");
};
"""


@pytest.mark.slow
def test_a_handover_on_a_full_phone_is_sent_from_the_open_page(
    browser: Browser, stack: Stack, booking: str
) -> None:
    context = open_browser(browser, viewport=PHONE, has_touch=True)
    phone = context.new_page()
    phone.add_init_script(FULL_PHONE)
    sign_in(phone, stack, EMAIL, PASSWORD, to="/admin/yard")
    phone.get_by_role("link", name="Hand over", exact=True).first.click()
    phone.get_by_label("Mileage in km").fill("48100")
    notice = phone.get_by_role("alert").filter(has_text="This phone can't store your entries")
    expect(notice).to_be_visible()
    assert violations(phone) == []
    phone.get_by_label("8 eighths").check(force=True)
    phone.get_by_role("button", name="Photos").click()
    phone.locator("input[type=file]").set_input_files([a_photograph("front.jpg")])
    expect(phone.get_by_alt_text("Photograph 1")).to_be_visible()
    phone.get_by_role("button", name="Customer").click()
    phone.get_by_label("Driving licence checked").check()
    sign(phone.get_by_label("Signature field"), phone)
    phone.get_by_role("button", name="Hand over the car").click()
    phone.get_by_role("button", name="Pay later").click()
    expect(phone.get_by_role("heading", name="Done")).to_be_visible()
    expect(notice).not_to_be_visible()
    assert query_stack(
        stack,
        "select (select count(*) from handover_pictures p where p.record_id = r.id), r.mileage_km"
        " from handover_records r where r.booking_id = %s",
        booking,
    ) == [(1, 48_100)]
    context.close()
