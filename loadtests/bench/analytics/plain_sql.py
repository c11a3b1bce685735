"""The page's figures by plain SQL on Postgres, beside the page's poll after new data; same answers, same run."""

import time
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import psycopg

from loadtests.bench.analytics.live import visitors
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.rows import WATCHED
from loadtests.bench.analytics.stack import MONTH, YEAR, Server, figure_path

GOAL = 200.0
LIVE_RATE = 20
ZONE = ZoneInfo("Asia/Tbilisi")
PERIODS = {
    "month": (MONTH, datetime(2026, 6, 1, tzinfo=ZONE), datetime(2026, 7, 1, tzinfo=ZONE)),
    "year": (YEAR, datetime(2026, 1, 1, tzinfo=ZONE), datetime(2027, 1, 1, tzinfo=ZONE)),
}
CONVERTED = """
with converted as (
  select distinct attributed_session_id as session_id from bookings
  where tenant_id = %(tenant)s and status <> 'cancelled' and attributed_session_id is not null)"""
OVERVIEW = """
select count(*), count(completed_at), count(c.session_id)
from quiz_sessions s left join converted c on c.session_id = s.session_id
where s.tenant_id = %(tenant)s and s.started_at >= %(since)s and s.started_at < %(until)s"""
ANSWERS = """
select a.question_id, a.value, max(a.question_text), max(a.answer_text), count(*), count(c.session_id)
from quiz_sessions s
join quiz_answers a on a.tenant_id = s.tenant_id and a.session_id = s.session_id and a.is_counted
left join converted c on c.session_id = s.session_id
where s.tenant_id = %(tenant)s and s.started_at >= %(since)s and s.started_at < %(until)s
group by a.question_id, a.value"""


def measure(url: str, server: Server, *, rounds: int, size: str) -> list[Outcome]:
    """Overview and answers of the watched company. The first round of plain SQL fills Postgres's memory."""
    plain: dict[str, list[float]] = {period: [] for period in PERIODS}
    ours: dict[str, list[float]] = {period: [] for period in PERIODS}
    tags: dict[str, str] = {}
    with psycopg.connect(url, autocommit=True) as conn, visitors(url, LIVE_RATE):
        for turn in range(rounds + 1):
            for period, (asked, since, until) in PERIODS.items():
                took = _polled(server, asked, tags)
                given = {"tenant": WATCHED, "since": since, "until": until}
                began = time.perf_counter()
                for query in (OVERVIEW, ANSWERS):
                    conn.execute((CONVERTED + query).encode(), given).fetchall()
                if turn:
                    plain[period].append(time.perf_counter() - began)
                    ours[period].append(took)
    found = []
    for period in PERIODS:
        ratio = median(plain[period]) / median(ours[period])
        found.append(
            Outcome(
                f"{period}'s figures at {size} answers, after new data",
                f"median {ms(median(ours[period]))}",
                f"plain SQL on Postgres: median {ms(median(plain[period]))}",
                f"{ratio:,.0f} × faster",
                f"at least {GOAL:.0f} ×",
                ratio >= GOAL,
            )
        )
    return found


def _polled(server: Server, period: dict[str, int], tags: dict[str, str]) -> float:
    """Poll the overview and the answers until both have found something new; seconds of those two polls."""
    took: dict[str, float] = {}
    while len(took) < 2:
        for figure in ("overview", "answers"):
            path = figure_path(figure, period)
            if path in took:
                continue
            began = time.perf_counter()
            answer: Any = server.http.get(path, headers={"If-None-Match": tags.get(path, "")})
            seconds = time.perf_counter() - began
            if answer.status_code == 200:
                tags[path] = answer.headers["etag"]
                took[path] = seconds
        time.sleep(0.02)
    return sum(took.values())
