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
    film.click(page.get_by_role("button", name="Save to the draft"))
    _saved(page)
    film.step("Read both prices of a week side by side")
    film.read(page.get_by_role("heading", name="With your changes"), words=20)
    film.step("Publish")
    film.click(page.get_by_role("button", name="Publish…"))
    film.click(page.get_by_role("dialog").get_by_role("button", name="Publish now"))
    film.read(page.get_by_text("Published: visitors see it within seconds", exact=True), words=6)
    return film


def _high_season(stage: Stage, page: Page) -> None:
    """There is one already; not filmed."""
    stage.open(page, "/admin/catalog/seasons")
    page.get_by_role("button", name="Add a season").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("High season")
    dialog.get_by_label("First day").fill("2027-06-15")
    dialog.get_by_label("Last day").fill("2027-09-15")
    dialog.get_by_role("button", name="Add to the draft").click()
    page.get_by_label("Percent", exact=True).fill("20")
    page.get_by_role("button", name="Save to the draft").click()
    _saved(page)
    page.get_by_role("button", name="Publish…").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish now").click()
    page.get_by_text("Published: visitors see it within seconds", exact=True).wait_for()


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
