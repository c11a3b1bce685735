"""An analyst's session: drop-off by campaign, value of answers, return on spending, and an experiment.

The traffic is generated with known rates, and the product's figures are compared with them.
"""

import re
import time
from email import message_from_bytes, policy
from functools import partial
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page

from loadtests.recordings.flows import analyst_experiment
from loadtests.recordings.known_campaigns import (
    AT_QUESTION,
    BEFORE_QUIZ,
    CAMPAIGNS,
    DECISIVE_QUESTION,
    FALLEN,
    TIMES,
    ZONE,
    Traffic,
    company_and_quiz,
    cost_file,
)
from loadtests.recordings.recorder import KEY, POINT, THINK, Recording
from loadtests.recordings.stage import Stage
from loadtests.recordings.tasks import look_for_falls
from loadtests.recordings.truth import Truth, cells, numbers

PATH = "/admin/quiz-analytics"
# The letter of the segment beside all that the page shows.
SECOND = "B"
SECONDS = 120
# The campaign filter, and the file with campaign costs.
FILTER, COSTS = "Campaign", "Campaigns.csv"
# The page's filter, in the company's time zone, starting on Monday.
OF_LAST_WEEK = """
with week as (select date_trunc('week', now() at time zone %s) as began)
select count(*) from quiz_sessions s, week
where s.tenant_id = %s and s.utm_source = 'google' and s.started_at at time zone %s >= week.began - interval '7 days'
  and s.started_at at time zone %s < week.began
"""


def analyst_hour(stage: Stage) -> Recording:
    """The whole session on the figures of five weeks. Raises ValueError where a figure is wrong."""
    tenant_id, questions = company_and_quiz(stage)
    traffic = Traffic(tenant_id, questions)
    traffic.insert(stage.product.database_url)
    page, truth = stage.owner(), Truth()
    days = f"?from={traffic.first}&to={traffic.last}"
    _wait_for_figures(stage, page, days, traffic)
    # The worker may have processed this day already.
    stage.rows("delete from insight_watches where tenant_id = %s", tenant_id)
    look_for_falls(stage.product)
    if not stage.rows("select id from insight_alerts where tenant_id = %s", tenant_id):
        # Bookings of a day are expected until 06:00 the next day, in the company's time zone.
        raise ValueError("No fall was noticed. Before six in the morning there is nothing to notice.")
    stage.open(page, PATH + days)
    film = stage.recording("analyst-hour", page)
    _alert(film, page, truth)
    film.act(POINT + THINK, partial(stage.open, page, PATH + days))
    _campaigns(film, page, traffic, truth)
    _one_campaign(film, page, traffic, truth)
    _answers(film, page, truth)
    _compare(film, page, traffic, truth)
    _save_and_share(stage, film, page, truth)
    _money(film, page, traffic, truth)
    _mail(stage, film, page, traffic, truth)
    analyst_experiment.run(stage, film, page, tenant_id, truth)
    truth.check()
    return film


def _wait_for_figures(stage: Stage, page: Page, days: str, traffic: Traffic) -> None:
    """Wait until all rows are counted: figures follow within seconds."""
    visits = f"{traffic.counted[FALLEN.name, 'visits']:,}"
    for _ in range(SECONDS):
        stage.open(page, PATH + days)
        row = _row(page.locator("#journey"), FALLEN.name)
        row.wait_for()
        if cells(row)[0] == visits:
            return
        page.wait_for_timeout(1000)
    raise ValueError("The figures did not follow.")


def _row(part: Locator, name: str) -> Locator:
    return part.get_by_role("row").filter(has_text=name).first


def _alert(film: Recording, page: Page, truth: Truth) -> None:
    film.step("Read the alert, and look at its days")
    alerts = page.get_by_role("region", name="Alerts")
    film.read(alerts, words=24)
    alert = alerts.get_by_role("listitem").filter(has_text=FALLEN.name)
    sentence = alert.locator("p").inner_text() if alert.count() else "none"
    true = f"conversion of {FALLEN.name} fell to a tenth a week ago"
    truth.compare("alert", sentence, true, is_right=sentence.startswith("Conversion of"))
    # All sessions fell together, within their campaigns.
    of_campaigns = alerts.get_by_role("listitem").filter(has_text="“")
    truth.compare("alerts of campaigns that did not fall", of_campaigns.count() - alert.count(), 0)
    film.click(alert.get_by_role("button", name="Show these days"))
    film.read(page.get_by_test_id("Total Sessions"), words=8)


def _campaigns(film: Recording, page: Page, traffic: Traffic, truth: Truth) -> None:
    film.step("Find out which campaign loses its visitors before the quiz")
    film.click(
        page.get_by_role("navigation", name="Sections of this page").get_by_text("From landing to booking")
    )
    part = page.locator("#journey")
    film.read(part.get_by_role("list", name="Steps of the visits"), words=40)
    film.read(_row(part, BEFORE_QUIZ.name), words=30)
    for campaign in CAMPAIGNS:
        visits, never, began, booked, _ = cells(_row(part, campaign.name))
        found = [int(numbers(text)[0]) for text in (visits, never, began, booked)]
        true = [traffic.counted[campaign.name, what] for what in ("visits", "never began", "began", "booked")]
        truth.compare(f"{campaign.name}: visits, never began, began, booked", found, true)


def _one_campaign(film: Recording, page: Page, traffic: Traffic, truth: Truth) -> None:
    film.step(
        "Choose the campaign that loses them later, find the question, and look at the people behind the bar"
    )
    name = AT_QUESTION.name
    film.click(_row(page.locator("#journey"), name).get_by_role("button"))
    film.act(0, page.get_by_role("button", name=f"Remove the filter {FILTER}: {name}").wait_for)
    film.click(
        page.get_by_role("navigation", name="Sections of this page").get_by_text("Drop-off", exact=True)
    )
    steps = page.locator("#funnel").get_by_role("listitem")
    began = traffic.counted[name, "began"]
    first = steps.first.filter(has_text=f"{began:,} saw it")
    film.read(first, words=40)
    shares = {
        step.locator("p").first.inner_text(): numbers(_stopped(step).inner_text())[0] for step in steps.all()
    }
    worst = max(shares, key=lambda text: shares[text])
    text = traffic.text_of(AT_QUESTION.stops_at)
    truth.compare("where most stop", re.sub(r"^\d+\s*", "", worst), text)
    film.click(_stopped(steps.filter(has_text=text)))
    dialog = page.get_by_role("dialog")
    status = dialog.get_by_role("status").filter(has_text=re.compile(r"\d"))
    film.read(status, words=20)
    truth.compare(
        "sessions behind that bar", int(numbers(status.inner_text())[0]), traffic.counted[name, "stopped"]
    )
    film.click(dialog.locator("summary").first)
    film.read(dialog.get_by_text("stopped here"), words=30)
    film.press("Escape")


def _stopped(step: Locator) -> Locator:
    return step.get_by_role("button", name=re.compile("stopped"))


def _answers(film: Recording, page: Page, truth: Truth) -> None:
    film.step("Find the answer whose givers book, and what a session of it is worth")
    film.click(
        page.get_by_role("navigation", name="Sections of this page").get_by_text("Answers and bookings")
    )
    part = page.locator("#answers")
    picker = part.get_by_role("combobox").first
    marked = picker.locator("option").filter(has_text="▲▼")
    film.read(picker, words=12)
    found = [one.get_attribute("value") for one in marked.all()]
    truth.compare("questions with an answer that differs by more than chance", found, [DECISIVE_QUESTION])
    film.choose(picker, marked.first.inner_text())
    more = part.get_by_role("row").filter(has_text="▲ books more")
    film.read(more, words=30)
    label = more.locator("th").first.inner_text().splitlines()[0]
    truth.compare("the answer whose givers book more", label, "Where the asphalt ends")
    film.click(page.get_by_role("navigation", name="Sections of this page").get_by_text("Money", exact=True))
    values = page.locator("#money details").filter(has_text="Which roads do you want to drive?")
    film.click(values.locator("summary"))
    each = values.get_by_role("listitem")
    film.read(each, words=30)
    for one in each.all():
        name = one.locator("span").first.inner_text().splitlines()[0]
        value, *span = numbers(one.locator("span").nth(2).inner_text())
        true = round(AT_QUESTION.booking * 580 * (TIMES if name == "Where the asphalt ends" else 1))
        held = len(span) == 2 and span[0] <= true <= span[1]
        truth.compare(f"value of a session, “{name}”", f"€{value:g}, {span}", f"€{true}", is_right=held)


def _compare(film: Recording, page: Page, traffic: Traffic, truth: Truth) -> None:
    film.step("Put the other campaign beside this one")
    part = page.locator("#compare")
    film.click(part.get_by_role("button", name="Compare with others"))
    other = part.get_by_role("group", name=f"Segment {SECOND}")
    for label, name, day in (("To", "b.to", traffic.last), ("From", "b.from", traffic.first)):
        film.act(THINK + POINT + 8 * KEY, partial(other.get_by_label(label, exact=True).fill, str(day)))
        # The next change starts from the URL's state.
        film.act(0, partial(page.wait_for_url, f"**{name}={day}*"))
    film.click(other.get_by_role("button", name=re.compile(f"Remove the filter {FILTER}")))
    film.click(other.get_by_role("button", name="Add filter"))
    fields = page.get_by_role("dialog", name="Add filter").get_by_role("combobox")
    film.choose(fields.first, FILTER)
    film.choose(fields.last, BEFORE_QUIZ.name)
    rates = part.get_by_role("region", name="All sessions", exact=True)
    began = traffic.counted[BEFORE_QUIZ.name, "began"]
    film.read(_row(rates, "Sessions").get_by_text(f"{began:,}"), words=4)
    row = _row(rates, "Completion rate")
    film.read(row, words=16)
    found = [numbers(text)[0] for text in cells(row)[:2]]
    true = [round(100 * (1 - traffic.counted[one.name, "stopped"] / traffic.counted[one.name, "began"]), 1)
            for one in (AT_QUESTION, BEFORE_QUIZ)]  # fmt: skip
    truth.compare("completion beside each other, %", found, true)
    verdict = cells(row)[1].splitlines()[-1].strip()
    truth.compare("the verdict on that difference", verdict, "more than chance")


def _save_and_share(stage: Stage, film: Recording, page: Page, truth: Truth) -> None:
    film.step("Save this under a name, and open it by a link without signing in")
    shown = page.get_by_test_id("Total Sessions").inner_text()
    film.click(page.get_by_role("button", name="Saved views"))
    saved = page.get_by_role("dialog")
    film.type(saved.get_by_label("Save this view as"), "Wine road beside Black Sea")
    film.click(saved.get_by_role("button", name="Save", exact=True))
    film.click(saved.get_by_role("button", name="Public link"))
    film.click(saved.get_by_role("button", name="Create link"))
    address = saved.get_by_label("New link")
    film.read(address, words=4)
    stranger = stage.page()
    stranger.goto(address.input_value())
    film.page = stranger
    film.read(stranger.get_by_role("heading", name="Wine road beside Black Sea"), words=20)
    total = stranger.get_by_test_id("Total Sessions")
    total.wait_for()
    truth.compare("sessions, read by the link without sign-in", total.inner_text(), shown)
    stranger.context.close()
    film.page = page
    film.click(saved.get_by_role("button", name="Close"))


def _money(film: Recording, page: Page, traffic: Traffic, truth: Truth) -> None:
    film.step("Take Google Ads' cost file, and read what the spending brings")
    part = page.locator("#money")
    film.click(part.get_by_role("button", name="Campaign costs", exact=True))
    dialog = page.get_by_role("dialog", name="Campaign costs")
    file: FilePayload = {
        "name": COSTS,
        "mimeType": "text/csv",
        "buffer": cost_file(traffic).encode(),
    }
    film.act(2 * THINK + 3 * POINT, partial(dialog.get_by_label("Report").set_input_files, file))
    film.click(dialog.get_by_role("button", name="Preview"))
    film.read(dialog.get_by_text("lines ready to import"), words=12)
    film.click(dialog.get_by_role("button", name="Import costs"))
    film.read(dialog.get_by_role("button", name=f"Delete {COSTS}"), words=4)
    film.click(dialog.get_by_role("button", name="Close"))
    film.click(page.get_by_role("button", name=f"Remove the filter {FILTER}: {AT_QUESTION.name}").first)
    for campaign in CAMPAIGNS:
        row = _row(part, campaign.name)
        film.read(row.get_by_text("×").first, words=10)
        shown = cells(row)
        spent, bookings = numbers(shown[0])[0], numbers(shown[3])[0]
        true = (campaign.cost * len(traffic.days), traffic.counted[campaign.name, "booked"])
        truth.compare(f"{campaign.name}: spent, bookings", (spent, bookings), true)
        times, low, high = numbers(shown[-1])
        expected = traffic.true_return(campaign)
        span = f"{times} × ({low} to {high})"
        truth.compare(f"{campaign.name}: return", span, f"{expected:.1f} ×", is_right=low <= expected <= high)


def _mail(stage: Stage, film: Recording, page: Page, traffic: Traffic, truth: Truth) -> None:
    film.step("Have last week's report mailed")
    film.click(page.get_by_role("button", name="Reports by email"))
    dialog = page.get_by_role("dialog", name="Reports by email")
    film.click(dialog.get_by_role("button", name="Send me the latest"))
    film.read(page.get_by_text("The last report is on its way"), words=8)
    film.click(dialog.get_by_role("button", name="Close"))
    [(sessions,)] = stage.rows(OF_LAST_WEEK, ZONE.key, traffic.tenant_id, ZONE.key, ZONE.key)
    text, pictures = _newest_mail(stage.product.data_dir / "mail")
    right = f"{sessions:,}" in text and pictures > 0
    truth.compare(
        "sessions in the mailed report",
        f"{sessions:,} in it: {right}; {pictures} pictures",
        sessions,
        is_right=right,
    )


def _newest_mail(folder: Path) -> tuple[str, int]:
    """The text of the mailed report, and its number of pictures."""
    for _ in range(SECONDS):
        for file in sorted(folder.rglob("*.eml"), key=lambda one: one.stat().st_mtime, reverse=True):
            letter = message_from_bytes(file.read_bytes(), policy=policy.default)
            parts = list(letter.walk())
            pictures = sum(part.get_content_maintype() == "image" for part in parts)
            if pictures:
                plain = [part.get_content() for part in parts if part.get_content_type() == "text/plain"]
                return "\n".join(plain), pictures
        time.sleep(1)
    return "", 0
