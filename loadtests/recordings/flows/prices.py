"""The owner on her phone: what cars cost in the high season."""

from playwright.sync_api import Page

from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import PHONE, Stage


def season_price(stage: Stage) -> Recording:
    """The high season becomes more expensive, looked at beside today's price, and visitors see it."""
    page = stage.owner(PHONE)
    _high_season(stage, page)
    stage.open(page, "/admin/catalog/seasons")
    season = page.get_by_role("link", name="High season")
    season.wait_for()
    film = stage.recording("season-price", page)
    film.step("Open the high season and type the new percent")
    film.click(season)
    film.type(page.get_by_label("Percent", exact=True), "30")
    save_draft(film, page)
    film.step("Read both prices of a week side by side")
    film.read(page.get_by_role("heading", name="With your changes"), words=20)
    film.step("Publish")
    publish(film, page)
    return film


def publish(film: Recording, page: Page) -> None:
    """The draft of the catalogue becomes what visitors see."""
    film.click(page.get_by_role("button", name="Publish…"))
    film.click(page.get_by_role("dialog").get_by_role("button", name="Publish now"))
    film.read(page.get_by_text("Published. Visitors see the changes within seconds.", exact=True), words=6)


def add_season(film: Recording, page: Page, name: str, days: tuple[str, str], percent: str) -> None:
    """A season in the draft, from the page of the seasons."""
    film.click(page.get_by_role("button", name="Add a season"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("Name"), name)
    film.type(dialog.get_by_label("First day"), days[0])
    film.type(dialog.get_by_label("Last day"), days[1])
    film.click(dialog.get_by_role("button", name="Add to the draft"))
    film.type(page.get_by_label("Percent", exact=True), percent)
    save_draft(film, page)


def save_draft(film: Recording, page: Page) -> None:
    """What was typed on a page of the catalogue."""
    film.click(page.get_by_role("button", name="Save to the draft"))
    _saved(page)


def _high_season(stage: Stage, page: Page) -> None:
    """There is one already; not filmed."""
    stage.open(page, "/admin/catalog/seasons")
    before = stage.recording("before", page)
    add_season(before, page, "High season", ("2027-06-15", "2027-09-15"), "20")
    publish(before, page)


def _saved(page: Page) -> None:
    page.get_by_role("button", name="Discard changes").wait_for(state="hidden")


def two_editors(stage: Stage) -> Recording:
    """Two people change the same car: the second reads both versions, and neither change is lost."""
    page, colleague = stage.owner(), stage.owner()
    for each in (page, colleague):
        stage.open(each, "/admin/catalog/cars/toyota-camry")
        each.get_by_label("Title", exact=True).wait_for()
    colleague.get_by_label("Base daily rate", exact=True).fill("97.5")
    colleague.get_by_label("Title", exact=True).fill("Quiet and quick")
    colleague.get_by_role("button", name="Save to the draft").click()
    _saved(colleague)
    film = stage.recording("two-editors", page)
    film.step("Type a title while a colleague saves another one, and a price")
    film.type(page.get_by_label("Title", exact=True), "Our best saloon")
    film.click(page.get_by_role("button", name="Save to the draft"))
    film.step("Read both titles, keep one; the colleague's price stays")
    dialog = page.get_by_role("dialog")
    film.read(dialog.get_by_text("Quiet and quick"), words=20)
    film.click(dialog.get_by_role("button", name="Save"))
    film.act(0, lambda: dialog.wait_for(state="hidden"))
    if page.get_by_label("Base daily rate", exact=True).input_value() != "97.5":
        raise RuntimeError("The colleague's price is lost.")
    film.read(page.get_by_label("Base daily rate", exact=True), words=4)
    return film
