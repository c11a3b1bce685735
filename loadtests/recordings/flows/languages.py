"""The same booking in each language, by what the pages have in common. Fails where its price differs."""

import re
from datetime import date, timedelta
from functools import partial

from loadtests.recordings.recorder import THINK, TOUCH, Recording
from loadtests.recordings.stage import PHONE, Stage

# The Georgian company speaks the first three, the Swiss one German.
GEORGIA = ("127.0.0.1", "tbilisi", "Subaru Forester")
SWITZERLAND = ("alps.localhost", "chur", "VW Golf")
LANGUAGES = {
    "English": ("", GEORGIA),
    "Georgian": ("/ka", GEORGIA),
    "Russian": ("/ru", GEORGIA),
    "German": ("/de", SWITZERLAND),
}
PERSON = {
    "firstName": "Nino",
    "lastName": "Beridze",
    "driverAge": "36",
    "groupSize": "2",
}


def four_languages(stage: Stage) -> Recording:
    """A week in one car, from the first screen to the thanks, four times."""
    film = stage.recording("four-languages", stage.page(PHONE))
    totals: dict[tuple[str, str, str], str] = {}
    for number, (language, (prefix, company)) in enumerate(LANGUAGES.items()):
        film.step(language)
        film.page = stage.page(PHONE)
        total = _book(film, stage, number, prefix, company)
        if totals.setdefault(company, total) != total:
            raise RuntimeError(f"{language}: the total is {total}, in the language before {totals[company]}.")
    return film


def _book(film: Recording, stage: Stage, number: int, prefix: str, company: tuple[str, str, str]) -> str:
    """Answers the digits of the total that was confirmed."""
    host, place, car = company
    page = film.page
    page.goto(stage.product.origin.replace(GEORGIA[0], host) + f"{prefix}/")
    form = page.locator("form#search")
    for name in ("pickupLocation", "dropoffLocation"):
        field = form.locator(f"select[name={name}]")
        film.act(THINK + 2 * TOUCH, partial(field.select_option, place), taps=2)
    pickup = date.today() + timedelta(days=120)  # noqa: DTZ011 - any day
    for name, day in (("pickupDate", pickup), ("returnDate", pickup + timedelta(days=7))):
        field = form.locator(f"input[name={name}]")
        film.act(THINK + 2 * TOUCH, partial(field.fill, str(day)), taps=2)
    film.click(form.locator("button[type=submit]"))
    card = page.get_by_role("article").filter(has_text=car)
    film.read(card, words=16)
    film.click(card.get_by_role("button").last)
    onward = page.locator("form button[type=submit]")
    film.read(page.locator("input[name=pickupTime]"), words=12)
    film.click(onward)
    page.locator("input[name=pickupTime]").wait_for(state="detached")
    film.click(onward)
    film.read(page.locator("input[name=firstName]"), words=16)
    # Each may have few unconfirmed bookings, also of other recordings.
    contact = {"customerEmail": f"nino-{number}@example.com", "customerPhone": f"+44 20 7946 001{number}"}
    for name, text in (PERSON | contact).items():
        film.type(page.locator(f"input[name={name}]"), text)
    figure = page.locator("[data-total=checked]:visible").first
    figure.wait_for()
    total = re.sub(r"\D", "", figure.inner_text())
    film.click(onward)
    page.wait_for_url("**/thank-you**")
    film.read(page.get_by_role("heading", level=1), words=8)
    return total
