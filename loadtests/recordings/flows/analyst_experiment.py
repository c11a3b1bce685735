"""The end of an analyst's hour: the question that loses visitors goes, and an experiment says whether that pays."""

import time
from uuid import UUID

from playwright.sync_api import Page

from loadtests.recordings.known_campaigns import AT_QUESTION
from loadtests.recordings.known_visitors import TRUE_LIFT, Visitors
from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage
from loadtests.recordings.truth import Truth, numbers

JUDGE_SECONDS = 180
OUTCOME = """
select outcome from experiments where tenant_id = %s and name = %s
"""
NAME = "One question less"
# The versions of the quiz.
OLD, NEW = "v1", "v2"


def run(stage: Stage, film: Recording, page: Page, tenant_id: UUID, truth: Truth) -> None:
    _new_version(film, page)
    _start(film, page)
    visitors = Visitors(stage.product.origin, stage.product.database_url, tenant_id)
    _play(stage, visitors, tenant_id)
    _verdict(stage, film, page, visitors, truth)


def _new_version(film: Recording, page: Page) -> None:
    film.step("Write a version of the quiz without that question, and keep it aside")
    film.click(page.get_by_role("link", name="Quiz", exact=True))
    asked = page.get_by_role("listitem").filter(has=page.get_by_text("Asked now", exact=True))
    film.click(asked.get_by_role("button", name="Change it"))
    questions = page.get_by_role("navigation", name="Questions")
    number = int(AT_QUESTION.stops_at.removeprefix("q"))
    film.click(questions.get_by_role("listitem").nth(number - 1).get_by_role("button").first)
    film.click(page.get_by_role("button", name="Delete this question"))
    film.click(page.get_by_role("alertdialog").get_by_role("button", name="Delete"))
    film.click(page.get_by_role("button", name="Publish…"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("What changed (for your team)"), "Without how often one rents")
    film.click(dialog.get_by_role("button", name="Save as inactive version"))
    film.read(page.get_by_role("heading", name=NEW), words=6)


def _start(film: Recording, page: Page) -> None:
    film.step("Start an experiment with it")
    film.click(page.get_by_role("button", name="Start an experiment"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("What it tries out"), NAME)
    film.choose(dialog.get_by_label("Version", exact=True), NEW)
    film.read(dialog, words=60)
    film.click(dialog.get_by_role("button", name="Start it"))
    film.read(page.get_by_role("heading", name=NAME), words=16)


def _play(stage: Stage, visitors: Visitors, tenant_id: UUID) -> None:
    """Visitors come until the rule decides. Raises ValueError when it does not."""
    for sent in visitors.batches(OLD):
        print(f"{sent} visitors, {_outcome(stage, tenant_id)}", flush=True)
        if _outcome(stage, tenant_id) != "running":
            return
    for _ in range(JUDGE_SECONDS):
        if _outcome(stage, tenant_id) != "running":
            return
        time.sleep(1)
    raise ValueError("The rule did not decide.")


def _outcome(stage: Stage, tenant_id: UUID) -> str:
    return str(stage.rows(OUTCOME, tenant_id, NAME)[0][0])


def _verdict(stage: Stage, film: Recording, page: Page, visitors: Visitors, truth: Truth) -> None:
    film.step("Read the verdict, and the figures of the new version")
    page.reload()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=NAME))
    verdict = card.get_by_text(f"Decided: {NEW} converts better than {OLD}")
    film.read(verdict, words=30)
    sentence = card.get_by_role("listitem").first.inner_text()
    true = f"{NEW} converts {TRUE_LIFT:.0%} better"
    truth.compare("verdict", sentence, true, is_right=f"{NEW} converts better than {OLD}" in sentence)
    low, high = numbers(sentence)[-2:]
    truth.compare("its interval holds the truth", low <= 100 * TRUE_LIFT <= high, True)
    rows = stage.rows("select version, is_current from quiz_definitions where is_current and version = 'v2'")
    truth.compare("visitors are asked the better version", bool(rows), True)
    film.click(card.get_by_role("link", name=NEW))
    total = page.get_by_test_id("Total Sessions")
    film.read(total, words=20)
    page.get_by_text(NEW).first.wait_for()
    truth.compare("sessions with the new version", int(numbers(total.inner_text())[0]), visitors.counted[NEW])
