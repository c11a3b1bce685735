"""A first booking by keyboard alone, with what a screen reader says on the way."""

from dataclasses import dataclass
from datetime import date, timedelta

from loadtests.recordings.flows.site import PERSON
from loadtests.recordings.recorder import KEY, Recording
from loadtests.recordings.screen_reader import NotUsable, ScreenReader
from loadtests.recordings.stage import Stage

CAR = "Subaru Forester"
EMAIL = "Email address"


@dataclass
class Walk:
    """A screen-reader user with a keyboard; each key is counted."""

    film: Recording
    reader: ScreenReader

    def go(self, name: str) -> None:
        before = self.reader.stops
        self.reader.to(name)
        stops = self.reader.stops - before
        self.film.act(KEY * stops, lambda: None, keys=stops)

    def write(self, text: str) -> None:
        self.film.act(KEY * len(text), lambda: self.film.page.keyboard.type(text), keys=len(text))

    def press(self, name: str) -> None:
        self.go(name)
        self.film.press("Enter")


def walk_by_keyboard(stage: Stage) -> Recording:
    """From the search to the thanks without a mouse. Fails where someone who sees nothing would be stuck."""
    page = stage.page(locale="en-US")
    walk = Walk(stage.recording("walk-by-keyboard", page), ScreenReader(page))
    stage.open(page, "/")
    # The sent page can be read; what can be used takes its place.
    page.wait_for_load_state("networkidle")
    walk.reader.arrived()
    _search(walk)
    _pass_steps(walk)
    _say_who(walk)
    _confirm(walk)
    print(f"{walk.reader.stops} stops", *walk.reader.announced, sep="\n  ")
    return walk.film


def _search(walk: Walk) -> None:
    walk.film.step("Search for a week")
    for label in ("^Pick up in", "^Drop off in"):
        walk.go(label)
        walk.write("Tbi")
    pickup = date.today() + timedelta(days=95)  # noqa: DTZ011 - any day
    for label, day in (("^Pickup date", pickup), ("^Return date", pickup + timedelta(days=7))):
        walk.go(label)
        walk.write(f"{day:%m%d%Y}")
    since = len(walk.reader.announced)
    walk.press("^Check [Pp]rice")
    walk.reader.wait_announced("7 days", since)
    walk.film.step("Listen to the results, go to one car and choose it")
    walk.press(f"^Book Now, button.*{CAR}")
    walk.reader.wait(lambda: "/booking" in walk.film.page.url, "the wizard does not open")
    walk.reader.arrived()


def _pass_steps(walk: Walk) -> None:
    walk.film.step("Go on from the trip to the extras and to the last step, and listen to each one's heading")
    for heading in ("Extras", "Complete Your Booking"):
        walk.press("^Next Step")
        walk.reader.wait_focus(f"^{heading}, heading")


def _say_who(walk: Walk) -> None:
    walk.film.step("Enter the driver, leave out the email, and get its error")
    for label, value in PERSON.items():
        walk.go(f"^{label}")
        if label != EMAIL:
            walk.write(value)
    walk.press("^Confirm Booking")
    walk.reader.wait_focus(f"^{EMAIL}.*invalid")
    problem = walk.reader.focused().partition("invalid")[2]
    if "mail" not in problem.lower():
        raise NotUsable(f"the error is not announced: {problem}")
    walk.write(PERSON[EMAIL])


def _confirm(walk: Walk) -> None:
    walk.film.step("Confirm, and reach the confirmation")
    walk.press("^Confirm Booking")
    walk.reader.wait(lambda: "thank-you" in walk.film.page.url, "the booking is not confirmed")
    walk.reader.wait_focus("heading")
    walk.reader.arrived()
