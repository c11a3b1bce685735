"""The page's figures by plain SQL on Postgres, compared with the page's polls; same results, same run."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from http import HTTPStatus
from zoneinfo import ZoneInfo

import psycopg

from loadtests.bench.analytics.live import visitors
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.rows import WATCHED
from loadtests.bench.analytics.stack import MONTH, SECRET, YEAR, Server, figure_path

GOAL = 200.0
LIVE_RATE = 20
PAGE_SECONDS = 5.0
# Without plain SQL beside them they take a second each.
ROUNDS_OF_BOTH = 5
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

CAMPAIGNS = """
select s.utm_source, s.utm_medium, s.utm_campaign, count(*), count(s.completed_at), count(c.session_id),
       sum(c.booked_minor)
from quiz_sessions s left join (
  select attributed_session_id as session_id, sum(total_minor) as booked_minor from bookings
  where tenant_id = %(tenant)s and status <> 'cancelled' and attributed_session_id is not null
  group by attributed_session_id) c on c.session_id = s.session_id
where s.tenant_id = %(tenant)s and s.started_at >= %(since)s and s.started_at < %(until)s
group by s.utm_source, s.utm_medium, s.utm_campaign"""
FUNNEL = """
with sessions as (
  select session_id, completed_at from quiz_sessions
  where tenant_id = %(tenant)s and started_at >= %(since)s and started_at < %(until)s),
views as (
  select session_id, question_id, viewed_at from quiz_question_views join sessions using (session_id)
  where tenant_id = %(tenant)s),
answers as (
  select session_id, question_id, answered_at from quiz_answers join sessions using (session_id)
  where tenant_id = %(tenant)s and is_counted),
steps as (
  select session_id, question_id, viewed_at, answered_at
  from views full join answers using (session_id, question_id)),
left_at as (
  select distinct on (session_id) session_id, question_id from steps join sessions using (session_id)
  where completed_at is null order by session_id, coalesce(viewed_at, answered_at) desc, question_id desc)
select question_id, count(*), count(answered_at), count(left_at.session_id),
       percentile_cont(0.5) within group (order by extract(epoch from answered_at - viewed_at))
from steps left join left_at using (session_id, question_id)
group by question_id"""
# The page's polls, and the equivalent plain SQL on Postgres.
QUERIES = {
    "overview": CONVERTED + OVERVIEW,
    "answers": CONVERTED + ANSWERS,
    "funnel": FUNNEL,
    "campaigns": CAMPAIGNS,
}


def measure(url: str, server: Server, *, rounds: int, size: str) -> list[Outcome]:
    """All figures of the watched company: a page of each period alone, and then two pages of both together.

    The first round of plain SQL fills Postgres's cache.
    """
    plain: dict[str, list[float]] = {period: [] for period in PERIODS}
    found = []
    with psycopg.connect(url, autocommit=True) as conn, visitors(url, LIVE_RATE):
        for period, (asked, since, until) in PERIODS.items():
            ours = []
            tags: dict[str, str] = {}
            for turn in range(rounds + 1):
                took = _polled(server, asked, tags)
                given = {"tenant": WATCHED, "since": since, "until": until}
                began = time.perf_counter()
                # Keeps the page watched: on a busy machine plain SQL takes longer than a page stays watched.
                with _open_page(server, asked):
                    for query in QUERIES.values():
                        conn.execute(query.encode(), given).fetchall()
                if turn:
                    plain[period].append(time.perf_counter() - began)
                    ours.append(took)
            found.append(
                _outcome(f"{period}'s figures at {size} answers, after new data", plain[period], ours)
            )
        both = _both_watched(server, rounds)
    for period, ours in both.items():
        what = f"{period}'s figures at {size} answers, after new data, month and year watched at once"
        found.append(_outcome(what, plain[period], ours))
    return found


def _outcome(what: str, plain: list[float], ours: list[float]) -> Outcome:
    ratio = median(plain) / median(ours)
    return Outcome(
        what,
        f"median {ms(median(ours))}",
        f"plain SQL on Postgres: median {ms(median(plain))}",
        f"{ratio:,.0f} × faster",
        f"at least {GOAL:.0f} ×",
        ratio >= GOAL,
    )


def _both_watched(server: Server, rounds: int) -> dict[str, list[float]]:
    """A page of each period, polled at the same time; the first round opens them."""
    tags: dict[str, dict[str, str]] = {period: {} for period in PERIODS}
    found: dict[str, list[float]] = {period: [] for period in PERIODS}
    with ThreadPoolExecutor(len(PERIODS)) as pool:
        for turn in range(rounds * ROUNDS_OF_BOTH + 1):
            polls = {
                period: pool.submit(_polled, server, asked, tags[period])
                for period, (asked, _, _) in PERIODS.items()
            }
            for period, poll in polls.items():
                took = poll.result()
                if turn:
                    found[period].append(took)
    return found


@contextmanager
def _open_page(server: Server, period: dict[str, str]) -> Iterator[None]:
    """Polls like a page that no one watches."""
    ended = threading.Event()

    def poll() -> None:
        while not ended.wait(PAGE_SECONDS):
            for figure in QUERIES:
                server.http.get(figure_path(figure, period))

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _polled(server: Server, period: dict[str, str], tags: dict[str, str]) -> float:
    """Poll every figure until each has new data; returns the seconds of those polls."""
    took: dict[str, float] = {}
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while len(took) < len(QUERIES):
            for figure in QUERIES:
                path = figure_path(figure, period)
                if path in took:
                    continue
                began = time.perf_counter()
                status, tag = _asked(connection, path, tags.get(path, ""))
                seconds = time.perf_counter() - began
                if status == HTTPStatus.OK:
                    tags[path] = tag
                    took[path] = seconds
            time.sleep(0.02)
    return sum(took.values())


def _asked(connection: socket.socket, path: str, tag: str) -> tuple[int, str]:
    """Status and entity tag. A minimal client, because the other side has a driver in C."""
    fields = {"Host": "analytics", "Authorization": f"Bearer {SECRET}", "If-None-Match": tag}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    connection.sendall("\r\n".join(lines).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(1 << 16)
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
    left = int(headers.get("content-length", 0)) - len(body)
    while left > 0:
        left -= len(connection.recv(1 << 16))
    return int(first.split()[1]), headers.get("etag", "")
