"""A page's figures through the platform, beside the same straight from the analytics service, in turns.

New answers come in all the time, so that some of the polls have something to send. Two ways through: the figures one
after the other, and all in one request.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg

from abano.core.config import load_settings
from abano.team.users.users import add_admin
from loadtests.bench.analytics.live import visitors
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.rows import WATCHED
from loadtests.bench.analytics.stack import MONTH, SECRET, Server, figure_path

FIGURES = ("overview", "answers", "funnel", "campaigns")
GOAL_SECONDS = 0.012
EMAIL = "analyst@bench.example"
PASSWORD = "a password for the bench of figures"  # noqa: S105 - of a platform that lives for a minute
PUBLIC = "year=2026&month=6"


def measure(url: str, analytics: Server, folder: Path, *, rate: int, rounds: int, size: str) -> list[Outcome]:
    with ExitStack() as stack:
        page = _signed_in(url, analytics, folder, stack)
        straight = _Caller(analytics.http)
        through = _Caller(page)
        stack.enter_context(visitors(url, rate, [WATCHED]))
        ways: dict[str, Callable[[], float]] = {
            "straight": lambda: _one_by_one(straight, [figure_path(figure, MONTH) for figure in FIGURES]),
            "one after the other": lambda: _one_by_one(
                through, [f"/api/quiz/analytics/page?{PUBLIC}&figures={figure}" for figure in FIGURES]
            ),
            "in one request": lambda: _page(page, through.page_tags),
        }
        times: dict[str, list[float]] = {way: [] for way in ways}
        for turn in range(rounds + 3):
            for way, ask in ways.items():
                seconds = ask()
                if turn >= 3:
                    times[way].append(seconds)
            # Some new answers come in between.
            time.sleep(0.05)
    base = median(times["straight"])
    return [
        Outcome(
            f"a page's four figures through the platform, {way}, {size} answers, {rate} answers/s",
            f"median {ms(median(times[way]))}",
            f"straight, one after the other: median {ms(base)}",
            f"× {median(times[way]) / base:.1f}",
            f"at most {ms(GOAL_SECONDS)}" if way == "in one request" else "",
            median(times[way]) <= GOAL_SECONDS if way == "in one request" else None,
        )
        for way in ways
        if way != "straight"
    ]


class _Caller:
    """Keeps the tags of what it has, as a browser does."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.tags: dict[str, str] = {}
        self.page_tags: dict[str, str] = {}


def _one_by_one(caller: _Caller, paths: list[str]) -> float:
    began = time.perf_counter()
    for path in paths:
        answer = caller.http.get(path, headers={"If-None-Match": caller.tags.get(path, "")})
        assert answer.status_code in {200, 202, 304}, answer.text
        if answer.status_code != 304:
            tags = answer.json().get("tags") or {"": answer.headers["etag"]}
            caller.tags[path] = ", ".join(tags.values())
    return time.perf_counter() - began


def _page(http: httpx.Client, tags: dict[str, str]) -> float:
    began = time.perf_counter()
    answer = http.get(
        f"/api/quiz/analytics/page?{PUBLIC}&figures={','.join(FIGURES)}",
        headers={"If-None-Match": ", ".join(tags.values())},
    )
    assert answer.status_code in {200, 202, 304}, answer.text
    if answer.status_code != 304:
        tags.update(answer.json()["tags"])
    return time.perf_counter() - began


def _signed_in(url: str, analytics: Server, folder: Path, stack: ExitStack) -> httpx.Client:
    """A client of the platform, signed in as an analyst of the company that is watched."""
    environ = {
        "ABANO_DATABASE_URL": url,
        "ABANO_ANALYTICS_URL": f"http://127.0.0.1:{analytics.port}",
        "ABANO_INTERNAL_SECRET": SECRET,
        "ABANO_DATA_DIR": str(folder / "platform"),
    }
    with psycopg.connect(url) as conn:
        row = conn.execute("select slug from tenants where id = %s", [WATCHED]).fetchone()
        has_admin = conn.execute("select 1 from admins where email = %s", [EMAIL]).fetchone()
    slug = str(row[0]) if row else ""
    if has_admin is None:
        asyncio.run(
            add_admin(
                load_settings(environ),
                tenant_slug=slug,
                email=EMAIL,
                role="analyst",
                name="Analyst",
                password=PASSWORD,
            )
        )
    server = Server(["abano.cli", "serve"], folder / "platform.log", environ, port_name="ABANO_PORT")
    stack.callback(server.end)
    server.wait_until_ready()
    client = httpx.Client(
        base_url=f"http://127.0.0.1:{server.port}",
        headers={"X-Abano-Tenant": slug, "Origin": f"http://127.0.0.1:{server.port}"},
        trust_env=False,
        timeout=60,
    )
    stack.callback(client.close)
    answer = client.post("/api/admin/login", json={"email": EMAIL, "password": PASSWORD})
    assert answer.is_success, answer.text
    return client
