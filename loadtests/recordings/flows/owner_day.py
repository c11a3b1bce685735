"""An owner's day: a rental from the phone call to the credit note, then changes to the site.

At the end, the rental's amounts in Money, on the invoice, the credit note and in the till are compared to the
cent.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pypdfium2
from playwright.sync_api import Locator, Page

from loadtests.recordings.flows import company, desk, money, prices, yard
from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage

CUSTOMER, EMAIL = "Nina Albrecht", "nina.albrecht@example.com"
COMPANY = "Albrecht Consulting GmbH"
CREDITED = "20.35"
RENTED = "Toyota Camry"
CAR, RATE, PERCENT = "Suzuki Swift", 40, 50
SEASON = "Rose harvest", ("2028-05-10", "2028-05-20")
HEADLINE = "The Caucasus begins at our door"
COLLEAGUE = "desk@albrecht.example"
# Seconds until the site has published changes.
PATIENCE = 60
PLATE, MILEAGE = "OD-100-AY", 48_000
# All others are rented on some of the days.
VEHICLE = """
insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, mileage_km, created_at, updated_at)
select c.tenant_id, gen_random_uuid(), c.id, %s, replace(%s, '-', ''), 'tbilisi', %s, now(), now()
from cars c where c.tenant_id = (select id from tenants where slug = 'georgia') and c.name = %s
"""


def owner_day(stage: Stage) -> Recording:
    """Raises ValueError when a step had no effect, or two places show different figures."""
    stage.rows(VEHICLE, PLATE, PLATE, MILEAGE, RENTED)
    page = stage.owner()
    before = _in_till(stage, page)
    stage.open(page, "/admin/bookings")
    page.get_by_role("link", name="New booking").wait_for()
    film = stage.recording("owner-day", page)
    booking = _book_by_phone(film, page)
    agreed = _extend(film, page)
    taken = _hand_over(stage, film, page, booking)
    _same("agreed and taken at the handover", agreed, taken)
    _take_back(stage, film, page, booking)
    panel = _invoice(stage, film, page, booking)
    _refund(film, page, panel)
    _new_car(stage, film, page)
    _season(stage, film, page)
    _headline(stage, film, page)
    _invite(film, page)
    _compare(stage, film, page, booking, taken, before)
    return film


def _in_till(stage: Stage, page: Page) -> Decimal:
    """The balance of the till; None while it is not open."""
    stage.open(page, "/admin/till")
    expected = page.get_by_test_id("expected")
    expected.or_(page.get_by_role("button", name="Open my till")).first.wait_for()
    return money.shown(expected) if expected.count() else Decimal(0)


def _book_by_phone(film: Recording, page: Page) -> str:
    film.step("Take a booking by phone and confirm it with a vehicle")
    film.click(page.get_by_role("link", name="New booking"))
    desk.type_trip(film, page, date.today() + timedelta(days=2))  # noqa: DTZ011 - any day soon
    film.choose(page.get_by_label("Car", exact=True), RENTED)
    desk.type_customer(film, page, CUSTOMER)
    film.type(page.get_by_label("Email", exact=True), EMAIL)
    vehicles = page.get_by_label("Vehicle", exact=True)
    option = vehicles.locator("option").filter(has_text=PLATE)
    option.wait_for(state="attached")
    film.choose(vehicles, option.inner_text())
    desk.confirm_new(film, page, CUSTOMER)
    return page.url.rpartition("/")[2]


def _extend(film: Recording, page: Page) -> Decimal:
    """The new price."""
    film.step("Extend it by three days at the new price")
    panel = page.get_by_role("region", name="Money")
    before = _figure(panel, "Agreed")
    desk.extend(film, page)
    page.get_by_role("dialog").wait_for(state="detached")
    page.reload()
    agreed = _figure(panel, "Agreed")
    if agreed <= before:
        raise ValueError(f"Three days more cost {agreed}, not more than {before}.")
    return agreed


def _hand_over(stage: Stage, film: Recording, page: Page, booking: str) -> Decimal:
    """The received cash."""
    film.step("Hand the car over in the yard and take the balance in cash")
    # The customer comes early.
    stage.rows("update bookings set pickup_at = now() where id = %s", booking)
    film.click(page.get_by_role("link", name="Yard", exact=True))
    film.click(yard.card(page, CUSTOMER).get_by_role("link", name="Hand over", exact=True))
    yard.type_state(film, page, MILEAGE + 5, 8)
    film.click(page.get_by_role("button", name="Photos"))
    yard.photograph_car(film, page, "Photograph 2")
    film.click(page.get_by_role("button", name="Customer"))
    yard.hand_over(film, page)
    film.read(page.get_by_role("heading", name="Handed over"), words=4)
    return _take_payment(film, page, "Cash")


def _take_back(stage: Stage, film: Recording, page: Page, booking: str) -> None:
    film.step("Take it back late with an emptier tank; the customer accepts the costs and pays them by card")
    stage.rows(
        "update bookings set pickup_at = now() - interval '10 days', return_at = now() - interval '150 minutes'"
        " where id = %s",
        booking,
    )
    page.reload()
    film.click(yard.card(page, CUSTOMER).get_by_role("link", name="Return", exact=True))
    yard.take_back(film, page, MILEAGE + 900, 6)
    _take_payment(film, page, "Card")


def _take_payment(film: Recording, page: Page, method: str) -> Decimal:
    """The amount that was due and is now paid."""
    due = money.shown(page.get_by_role("region", name="Payment"))
    film.click(page.get_by_role("button", name="Take payment"))
    dialog = page.get_by_role("dialog")
    film.click(dialog.get_by_text(method, exact=True))
    opening = dialog.get_by_label("Cash in till")
    if opening.count():
        film.type(opening, "0")
        film.click(dialog.get_by_role("button", name="Open till"))
    film.click(dialog.get_by_role("button", name=re.compile("^Take ")))
    film.read(page.get_by_text("Paid in full"), words=3)
    film.click(page.get_by_role("button", name="Done"))
    page.get_by_role("heading", name="Done").wait_for()
    return due


def _invoice(stage: Stage, film: Recording, page: Page, booking: str) -> Locator:
    film.step("Issue the invoice to the customer's company")
    film.act(0, lambda: stage.open(page, f"/admin/bookings/{booking}"))
    yard.read_accepted(film, page, fuel=2, hours=3)
    panel = page.get_by_role("region", name="Money")
    film.click(panel.get_by_role("button", name="Issue invoice…"))
    dialog = page.get_by_role("dialog")
    film.click(dialog.get_by_role("button", name="Edit details…"))
    film.type(dialog.get_by_label("Company"), COMPANY)
    film.type(dialog.get_by_label("Address"), "12 Long Street, 10115 Berlin")
    film.click(dialog.get_by_role("button", name="Save draft"))
    film.read(dialog.get_by_text(COMPANY), words=4)
    money.issue_invoice(film, page, panel)
    return panel


def _refund(film: Recording, page: Page, panel: Locator) -> None:
    film.step("Credit a part of it and refund that in cash")
    money.credit(film, page, panel, "The air conditioning failed", CREDITED)
    film.click(panel.get_by_role("button", name="Refund", exact=True))
    dialog = page.get_by_role("dialog")
    film.click(dialog.get_by_text("Cash", exact=True))
    film.type(dialog.get_by_label("Reason"), "The air conditioning failed")
    film.click(dialog.get_by_role("button", name=f"Refund €{CREDITED}"))
    film.read(panel.get_by_text("Paid in full"), words=3)


def _new_car(stage: Stage, film: Recording, page: Page) -> None:
    film.step("Add a car to the catalogue and publish it")
    film.click(page.get_by_role("link", name="Catalogue", exact=True))
    company.add_car(film, page, CAR, str(RATE))
    prices.publish(film, page)
    _wait_for(page, f"{CAR} for {RATE}", lambda: _quoted(stage, page, {"days": 1}) == RATE)


def _season(stage: Stage, film: Recording, page: Page) -> None:
    film.step("Add a season and publish it")
    film.click(page.get_by_role("link", name="Catalogue", exact=True))
    film.click(page.get_by_role("link", name="Seasons", exact=True))
    name, days = SEASON
    prices.add_season(film, page, name, days, str(PERCENT))
    prices.publish(film, page)
    first = date.fromisoformat(days[0])
    rental = {"pickupDate": days[0], "returnDate": str(first + timedelta(days=1))}
    price = RATE * (100 + PERCENT) / 100
    _wait_for(page, f"{CAR} for {price} in the season", lambda: _quoted(stage, page, rental) == price)


def _quoted(stage: Stage, page: Page, rental: dict[str, Any]) -> float | None:
    """The price of a day with the new car for a visitor; None while the site does not have it."""
    places = {"carType": CAR, "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi"}
    answer = page.request.post(f"{stage.product.origin}/api/quotes", data=places | rental)
    return float(answer.json()["totalPrice"]) if answer.ok else None


def _headline(stage: Stage, film: Recording, page: Page) -> None:
    film.step("Edit the home page's headline and publish it")
    film.click(page.get_by_role("link", name="Content", exact=True))
    film.click(page.get_by_role("link", name="Home page"))
    film.click(page.get_by_role("button", name="First screen"))
    film.type(page.get_by_label("Headline", exact=True), HEADLINE)
    film.click(page.get_by_role("button", name="Save draft"))
    preview = page.frame_locator("iframe[title=Preview]")
    film.read(preview.get_by_role("heading", name=HEADLINE), words=6)
    film.click(page.get_by_role("button", name="Publish"))
    visitor = stage.page()

    def is_read() -> bool:
        stage.open(visitor, "/")
        visitor.get_by_role("heading", level=1).wait_for()
        return visitor.get_by_role("heading", name=HEADLINE).count() > 0

    _wait_for(page, HEADLINE, is_read)
    visitor.context.close()


def _invite(film: Recording, page: Page) -> None:
    film.step("Invite a colleague for the desk")
    film.click(page.get_by_role("link", name="Settings", exact=True))
    film.click(page.get_by_role("link", name="Team", exact=True))
    film.click(page.get_by_role("button", name="Invite someone"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("Email"), COLLEAGUE)
    film.tick(dialog.get_by_role("radio", name="Desk"))
    film.click(dialog.get_by_role("button", name="Send invitation"))
    film.read(page.get_by_role("listitem").filter(has_text=COLLEAGUE), words=4)


def _compare(
    stage: Stage, film: Recording, page: Page, booking: str, taken: Decimal, before: Decimal
) -> None:
    """``taken`` is the cash of the handover, ``before`` the till's balance in the morning."""
    film.step("Compare Money, the invoice, the credit note and the till")
    film.act(0, lambda: stage.open(page, f"/admin/bookings/{booking}"))
    panel = page.get_by_role("region", name="Money")
    agreed, paid = _figure(panel, "Agreed"), _figure(panel, "Paid")
    entries = panel.get_by_role("list", name="Payments and deposits").get_by_role("listitem")
    film.read(entries, words=20)
    moved = [money.shown(each.locator("span.font-bold")) for each in entries.all()]
    cash = sum(money.shown(each.locator("span.font-bold")) for each in entries.filter(has_text="Cash").all())
    documents = panel.get_by_role("list", name="Invoices").get_by_role("listitem")
    invoice, note = (money.shown(each.locator("span.font-bold")) for each in documents.all())
    file = page.request.get(
        stage.product.origin + str(documents.first.get_by_role("link").get_attribute("href"))
    )
    paper = pypdfium2.PdfDocument(file.body())[0].get_textpage().get_text_bounded()
    film.click(page.get_by_role("link", name="Till", exact=True))
    expected = page.get_by_test_id("expected")
    film.read(expected, words=4)
    _same("agreed, invoice and credit note", agreed, invoice + note)
    _same("credit note", note, -Decimal(CREDITED))
    _same("agreed, paid", agreed, paid)
    _same("paid, payments and refunds", paid, sum(moved))
    _same("cash", cash, taken - Decimal(CREDITED))
    _same("till", money.shown(expected) - before, cash)
    # Whole amounts have no decimals.
    for text in (f"€{invoice:,.2f}".removesuffix(".00"), COMPANY):
        if text not in paper:
            raise ValueError(f"The invoice's file does not say {text}:\n{paper}")


def _figure(panel: Locator, name: str) -> Decimal:
    return money.shown(panel.locator("dl > div").filter(has_text=name).locator("dd"))


def _same(what: str, one: Decimal | int, other: Decimal | int) -> None:
    if one != other:
        raise ValueError(f"{what}: {one} is not {other}.")


def _wait_for(page: Page, what: str, has_come: Callable[[], bool]) -> None:
    """Wait until visitors see it. Raises ValueError when they do not."""
    for _ in range(PATIENCE):
        if has_come():
            return
        page.wait_for_timeout(1000)
    raise ValueError(f"Visitors do not get {what}.")
