"""A stranger: from an email address to the first confirmed booking on a site of her own, without an operator."""

import re
import time
from datetime import date, timedelta
from email import message_from_bytes, policy

from playwright.sync_api import Page

from loadtests.local_product import PASSWORD
from loadtests.recordings.flows.prices import publish, save_draft
from loadtests.recordings.flows.site import PERSON
from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import PATIENCE_MILLISECONDS, Stage
from loadtests.recordings.tasks import SITE_DOMAIN

COMPANY, SLUG = "First Cars", "first-cars"
HOST = f"{SLUG}.{SITE_DOMAIN}"
STRANGER = "nino@first.example"
OPEN_EMAIL_SECONDS = 5.0
CARS = {"Toyota RAV4": "55", "Skoda Octavia": "45", "Dacia Duster": "40"}


def sign_up(stage: Stage) -> Recording:
    """Everything between the sign-up and the first booking that she confirms."""
    page = stage.page()
    film = stage.recording("sign-up", page)
    _ask(stage, film, page)
    _choose_password(stage, film, page)
    film.step("Sign in and look at what is missing")
    film.click(page.get_by_role("link", name="Sign in"))
    film.type(page.get_by_label("Email"), STRANGER)
    film.type(page.get_by_label("Password", exact=True), PASSWORD)
    film.click(page.get_by_role("button", name="Sign in"))
    film.click(page.get_by_role("link", name="Continue set-up"))
    film.read(page.get_by_role("list").filter(has_text="Contact details"), words=40)
    _contacts(film, page)
    _cars(film, page)
    _open_site(film, page)
    _try_out(stage, film)
    _confirm(stage, film, page)
    return film


def _ask(stage: Stage, film: Recording, page: Page) -> None:
    film.step("Sign up with a name, a country and an email address")
    _open(stage, page, "/start", SITE_DOMAIN)
    film.type(page.get_by_label("Company name"), COMPANY)
    film.read(page.get_by_text(f"{HOST} is available."), words=4)
    film.choose(page.get_by_label("Country"), "United Kingdom")
    film.type(page.get_by_label("Email"), STRANGER)
    film.click(page.get_by_role("button", name="Continue"))
    film.read(page.get_by_role("heading", name="Check your inbox"), words=20)


def _choose_password(stage: Stage, film: Recording, page: Page) -> None:
    """Her mail program is not recorded: opening the email counts as one press."""
    film.step("Open the link of the email and choose a password")
    film.act(OPEN_EMAIL_SECONDS, lambda: page.goto(_link(stage)), taps=1)
    film.type(page.get_by_label("Password", exact=True), PASSWORD)
    film.type(page.get_by_label("Confirm password"), PASSWORD)
    film.click(page.get_by_role("button", name="Create site"))
    film.read(page.get_by_role("heading", name=f"{COMPANY} is ready"), words=20)


def _link(stage: Stage) -> str:
    """Of the email, as soon as the worker has sent it. Raises TimeoutError."""
    deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
    while time.monotonic() < deadline:
        for file in (stage.product.data_dir / "mail").glob("*.eml"):
            email = message_from_bytes(file.read_bytes(), policy=policy.default)
            body = email.get_body(("plain",))
            if email["to"] == STRANGER and body is not None:
                found = re.search(r"https?://\S+/start/confirm\S+", str(body.get_content()))
                if found:
                    return found[0]
        time.sleep(0.2)
    raise TimeoutError("no email with a link")


def _open(stage: Stage, page: Page, path: str, host: str = HOST) -> None:
    page.goto(f"http://{host}:{stage.product.ports.platform}{path}")


def _contacts(film: Recording, page: Page) -> None:
    film.step("Say how the company is reached")
    film.click(page.get_by_role("link", name="Contact details"))
    form = page.locator("#contacts")
    film.type(form.get_by_label("Email"), "hello@first.example")
    film.type(form.get_by_label("Phone"), "+995 555 000 111")
    film.type(form.get_by_label("Address", exact=True), "1 Long Street, Tbilisi")
    film.click(form.get_by_role("button", name="Save"))
    page.get_by_text("Your site updates within seconds.").first.wait_for()


def _cars(film: Recording, page: Page) -> None:
    film.step("Add three cars with their prices and publish them")
    film.click(page.get_by_role("link", name="Catalogue"))
    for name, price in CARS.items():
        add_car(film, page, name, price)
        film.click(page.get_by_role("link", name="All cars"))
    publish(film, page)


def add_car(film: Recording, page: Page, name: str, price: str) -> None:
    """A car in the draft that the site shows, from the list of cars."""
    film.click(page.get_by_role("button", name="Add a car").first)
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("Name"), name)
    film.type(dialog.get_by_label("Daily rate"), price)
    film.click(dialog.get_by_role("button", name="Add to the draft"))
    film.read(page.get_by_role("heading", name=name, level=1), words=4)
    film.tick(page.get_by_label("In the showcase and the booking form"))
    film.tick(page.get_by_label("Priced in the search"))
    save_draft(film, page)


def _open_site(film: Recording, page: Page) -> None:
    film.step("Open the site, with a notice of what is still missing")
    film.click(page.get_by_role("link", name="Settings", exact=True))
    film.click(page.get_by_role("link", name="Set-up"))
    film.click(page.get_by_role("button", name="Open site"))
    asked = page.get_by_role("alertdialog")
    film.read(asked, words=20)
    film.click(asked.get_by_role("button", name="Open anyway"))
    page.get_by_role("heading", name="Your site is open").wait_for()


def _try_out(stage: Stage, film: Recording) -> None:
    """The visitor's own minutes are counted, too: she is the first one."""
    film.step("Book a car on the site")
    console, film.page = film.page, stage.page()
    visitor, pickup = film.page, date.today() + timedelta(days=20)  # noqa: DTZ011 - any day
    days = f"pickupDate={pickup}&returnDate={pickup + timedelta(days=5)}"
    path = f"/?pickup=office&dropoff=office&{days}"
    _open(stage, visitor, path)
    card = visitor.get_by_role("article").filter(has_text="Toyota RAV4")
    for _ in range(60):
        # The site follows within seconds.
        if card.count():
            break
        visitor.wait_for_timeout(500)
        _open(stage, visitor, path)
    film.click(card.get_by_role("button", name="Book Now"))
    for heading in ("Extras", "Complete Your Booking"):
        film.click(visitor.get_by_role("button", name="Next Step"))
        visitor.get_by_role("heading", name=heading).wait_for()
    for label, value in PERSON.items():
        film.type(visitor.get_by_label(label), value)
    film.click(visitor.get_by_role("button", name="Confirm Booking"))
    visitor.wait_for_url("**/thank-you**")
    film.page = console


def _confirm(stage: Stage, film: Recording, page: Page) -> None:
    film.step("Confirm it")
    _open(stage, page, "/admin/bookings")
    film.click(page.get_by_role("link", name="Ada Lovelace").first)
    # She promises no vehicles yet, so none is asked for.
    film.click(page.get_by_role("button", name="Confirm booking"))
    page.get_by_text("Confirmed", exact=True).first.wait_for()
