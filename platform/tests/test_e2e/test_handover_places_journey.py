"""A booking with a handover place that costs something and a flight: in the wizard, on paper, at desk and yard."""

import re

import pypdfium2
from console_steps import PHONE, enter, open_browser
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack
from wizard_steps import fill_person, past_extras, stored_bookings

TRIP = "pickup=tbilisi&dropoff=tbilisi&pickupDate=2030-09-10&returnDate=2030-09-17&carType=Subaru+Forester"
EMAIL = "met.there@example.com"
HOTEL = "Hotel Astoria, 12 Rose Street"


def pages_of(pdf: bytes) -> tuple[int, str]:
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return len(document), " ".join(text.split())


def book(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    page.get_by_label("Flight number, if you know it").fill("tk 386")
    back = page.get_by_role("radiogroup", name="Where you return the car")
    back.get_by_role("radio", name=re.compile("Your hotel or address")).click()
    page.get_by_label("Address where you return the car").fill(HOTEL)
    past_extras(page)
    fill_person(page, **{"Email address": EMAIL})
    expect(page.get_by_label("Price summary")).to_contain_text("Your hotel or address in Tbilisi")
    confirm = page.get_by_role("button", name="Confirm Booking")
    expect(confirm).to_be_enabled()
    confirm.click()
    expect(page.get_by_label("Your booking")).to_contain_text("Return: Your hotel or address in Tbilisi")


def test_a_booked_handover_place_is_seen_on_paper_at_desk_and_yard(browser: Browser, stack: Stack) -> None:
    context = open_browser(browser, viewport=PHONE)
    page = context.new_page()
    book(page, stack)
    [booking] = stored_bookings(stack.data_dir, EMAIL)
    expect(page.get_by_label("Next steps")).to_contain_text("Arrivals hall, ground floor")
    with page.expect_download() as download:
        page.get_by_role("link", name="Voucher (PDF)").click()
    assert download.value.suggested_filename == f"voucher-{booking['reference']}.pdf"
    # One sheet of paper has it all, and so has My booking, which the booking has opened.
    for path in ("/thank-you", "/my-booking"):
        page.goto(f"{stack.origin}{path}")
        expect(page.get_by_role("link", name="Voucher (PDF)")).to_be_visible()
        pages, text = pages_of(page.pdf(format="A4"))
        assert pages == 1, path
        assert "Return: Your hotel or address in Tbilisi" in text
        assert booking["reference"] in text
    context.close()

    desk = open_browser(browser).new_page()
    enter(desk, stack, f"/admin/bookings/{booking['id']}")
    for text in ("TK 386", HOTEL, "Tbilisi Airport, arrivals hall", "Your hotel or address in Tbilisi"):
        expect(desk.get_by_text(text).first).to_be_visible()
    query_stack(
        stack,
        "update bookings set status = 'confirmed', pickup_at = now(), return_at = now() + interval '3 days'"
        " where id = %s",
        str(booking["id"]),
    )
    desk.goto(f"{stack.origin}/admin/yard")
    card = desk.get_by_role("listitem").filter(has_text="TK 386")
    expect(card).to_contain_text("Tbilisi Airport, arrivals hall")
    card.get_by_role("link", name="Hand over").click()
    expect(desk.get_by_label("Flight")).to_be_visible()
    expect(desk.get_by_text("TK 386")).to_be_visible()
    desk.context.close()
    query_stack(stack, "update bookings set status = 'cancelled' where id = %s", str(booking["id"]))
