"""An operator moves a company between two clusters in the browser: asks, watches, retries, cancels."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
import pytest
from browser_faults import expect_refusal
from browser_operators import expect_no_sideways_scroll, give_first_code, open_operator_console
from loadtests.local_product import LocalProduct, free_ports, local_product, start_abano
from playwright.sync_api import Browser, Locator, Page, Route, expect
from running_stack import Product
from two_clusters import MOVER, OWNER, admit_mover, as_mover, second_cluster

from abano.core.config import acting_as
from abano.ops.local.embedded_postgres import SUPERUSER, EmbeddedPostgres

EMAIL = "mia@operators.example"
REASON = "The first cluster is full"
PARAMETER = "set on parameter session_replication_role"


@dataclass(frozen=True)
class TwoClusters(Product):
    """A product on two clusters. No worker of theirs runs yet."""

    second: EmbeddedPostgres
    local: LocalProduct

    @contextmanager
    def worker(self) -> Iterator[None]:
        """`abano worker --clusters` for the block."""
        own = {
            "ABANO_DATABASE_URL": self.local.database_url,
            "ABANO_DATABASE_MOVES_URL": as_mover(self.local.database_url),
            "ABANO_WORKER_PORT": str(free_ports(1)[0]),
        }
        process = start_abano("worker --clusters", self.local.environment | own, subprocess.DEVNULL)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


@pytest.fixture(scope="module")
def clusters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoClusters]:
    with second_cluster(tmp_path_factory.mktemp("second")) as second:
        owner = second.url("two", user=OWNER)
        urls = (
            f'"app_url": "{acting_as(owner, "abano_app")}",'
            f' "reporting_url": "{acting_as(owner, "abano_reporting")}", "owner_url": "{owner}",'
            f' "moves_url": "{as_mover(owner)}"'
        )
        with local_product(
            tmp_path_factory.mktemp("first"),
            ABANO_OPERATOR_HOST="operators.localhost",
            ABANO_CLUSTERS=f'{{"two": {{{urls}}}}}',
        ) as local:
            admit_mover(local.database_url, SUPERUSER)
            yield TwoClusters(f"http://localhost:{local.ports.platform}", local.data_dir, second, local)


@pytest.fixture
def operator(clusters: TwoClusters, browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """Her page of the company, and recovery codes."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    codes = give_first_code(page, open_operator_console(clusters, page, EMAIL))
    page.get_by_role("table", name="Companies").get_by_role("link", name="Alpenrad Mietwagen").click()
    yield page, codes
    context.close()


def _fill(page: Page, code: str, slug: str = "alps") -> Locator:
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Type alps to confirm").fill(slug)
    dialog.get_by_label("Reason").fill(REASON)
    dialog.get_by_label("Code").fill(code)
    return dialog


def _ask(page: Page, code: str, button: str = "Move to another cluster") -> None:
    page.get_by_role("button", name=button).click()
    _fill(page, code).get_by_role("button", name="Move company").click()


def _number_of_moves(clusters: TwoClusters) -> int:
    with psycopg.connect(clusters.local.database_url) as conn:
        row = conn.execute("select count(*) from company_moves").fetchone()
    assert row is not None
    return int(row[0])


def _give_wrong_answers(page: Page) -> None:
    page.get_by_role("button", name="Move to another cluster").click()
    dialog = _fill(page, "", "alp")
    dialog.get_by_role("button", name="Move company").click()
    expect(dialog.get_by_text("Type the slug: alps")).to_be_visible()
    expect(dialog.get_by_text("Enter a code.")).to_be_visible()
    expect_no_sideways_scroll(page)
    expect_refusal("POST", r"/companies/alps/move", 422)
    _fill(page, "00000").get_by_role("button", name="Move company").click()
    expect(dialog.get_by_text("That code is not valid.")).to_be_visible()
    # What was typed is still there.
    expect(dialog.get_by_label("Reason")).to_have_value(REASON)


def _go_back_and_forth(page: Page) -> None:
    page.go_back()
    page.get_by_role("alertdialog").get_by_role("button", name="Leave").click()
    expect(page.get_by_role("table", name="Companies")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Cluster: home")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def _ask_slowly(page: Page, code: str) -> None:
    """The network is slow, and she presses again."""

    def answer_late(route: Route) -> None:
        page.wait_for_timeout(1500)
        route.continue_()

    page.route("**/companies/alps/move", answer_late)
    page.get_by_role("button", name="Move to another cluster").click()
    dialog = _fill(page, code)
    dialog.get_by_role("button", name="Move company").dblclick()
    page.unroute_all(behavior="wait")
    expect(page.get_by_text("The move is requested", exact=True)).to_be_visible()
    expect(dialog).to_have_count(0)


def _end_way_back_but_keep_it(page: Page, code: str) -> None:
    page.get_by_role("button", name="End way back").click()
    dialog = _fill(page, code)
    expect(dialog).to_contain_text("Its rows are deleted from home.")
    dialog.get_by_role("button", name="End way back").click()
    expect(page.get_by_role("region", name="Newest move")).to_contain_text("Way back of two")
    expect_no_sideways_scroll(page)
    page.get_by_role("button", name="Keep way back").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Keep way back").click()
    expect(page.get_by_role("region", name="Newest move")).to_contain_text("The way back is kept.")


def test_an_operator_moves_a_company_and_tries_again_and_cancels(
    clusters: TwoClusters, operator: tuple[Page, list[str]]
) -> None:
    page, codes = operator
    expect(page.get_by_role("heading", name="Cluster: home")).to_be_visible()
    _give_wrong_answers(page)
    _go_back_and_forth(page)
    assert _number_of_moves(clusters) == 0
    _ask_slowly(page, codes[0])
    assert _number_of_moves(clusters) == 1
    move = page.get_by_role("region", name="Newest move")
    expect(move).to_contain_text("It begins within seconds.")
    expect_no_sideways_scroll(page)

    # It fails at first: the role of moves may not do on the second cluster what a move does there.
    with psycopg.connect(clusters.second.url("two"), autocommit=True) as conn:
        conn.execute(f"revoke {PARAMETER} from {MOVER}")
        with clusters.worker():
            expect(move).to_contain_text("Failed")
            expect(move).to_contain_text("The company stays on home.")
            expect(move).to_contain_text(f"grant {PARAMETER} to {MOVER}")
            expect_no_sideways_scroll(page)
            conn.execute(f"grant {PARAMETER} to {MOVER}")
            page.get_by_role("button", name="Try again").click()
            page.get_by_role("dialog").get_by_label("Keep a way back").check()
            _fill(page, codes[1]).get_by_role("button", name="Move company").click()
            expect(move).to_contain_text("Moving")
            expect(move).to_contain_text("rows copied. The switch follows within seconds.")
            expect_no_sideways_scroll(page)
            page.reload()
            expect(move).to_contain_text("The company works on two.")
            # Too late.
            expect(page.get_by_role("button", name="Cancel move")).to_have_count(0)
            expect(move).to_contain_text("The company is on two.")
    expect(page.get_by_role("heading", name="Cluster: two")).to_be_visible()
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("home → two")

    # No worker runs any more.
    expect(page.get_by_text("A way back is kept: home follows every change.")).to_be_visible()
    _ask(page, codes[2], "Move back to home")
    page.get_by_role("button", name="Cancel move").click()
    asked = page.get_by_role("alertdialog")
    asked.get_by_role("button", name="Keep moving").click()
    expect(move).to_contain_text("Waiting")
    page.get_by_role("button", name="Cancel move").click()
    asked.get_by_role("button", name="Cancel move").click()
    expect(move).to_contain_text("Cancelled")
    expect(move).to_contain_text("The company stays on two.")
    expect(page.get_by_role("button", name="Move back to home")).to_be_visible()
    expect_no_sideways_scroll(page)
    _end_way_back_but_keep_it(page, codes[3])
