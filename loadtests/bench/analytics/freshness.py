"""Time from acknowledging an answer to the first poll that counts it, under a constant stream of answers.

Two pages are open: one of all sessions, one with a filter by an answer. Each new visitor gives that answer
first, so that each answer shows in both.
"""

import time

from loadtests.bench.analytics.live import Visitors, visitors
from loadtests.bench.analytics.outcome import Outcome, machine, median, p99
from loadtests.bench.analytics.rows import WATCHED
from loadtests.bench.analytics.stack import MONTH, Server, figure_path

GOAL_SECONDS = 2.0
PAGES = {"all sessions": MONTH, "a saved filter by an answer": {**MONTH, "answer": "q1:value-0"}}
PAUSE = 0.05
PATIENCE_SECONDS = 15.0


def measure(url: str, server: Server, *, rate: int, seconds: float) -> list[Outcome]:
    """``rate`` answers per second, each its own transaction."""
    pages = {what: _Seen(server, figure_path("answers", asked)) for what, asked in PAGES.items()}
    with visitors(url, rate) as writing:
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            _look(pages, writing)
    reached = len(writing.acknowledged[WATCHED]) / seconds
    deadline = time.perf_counter() + PATIENCE_SECONDS
    while (
        min(len(seen.waits) for seen in pages.values()) < len(writing.acknowledged[WATCHED])
        and time.perf_counter() < deadline
    ):
        _look(pages, writing)
    found = []
    for what, seen in pages.items():
        waits, lost = seen.waits, len(writing.acknowledged[WATCHED]) - len(seen.waits)
        found.append(
            Outcome(
                f"freshness at {reached:.0f} answers/s ({rate} asked for), {what}",
                f"p99 {p99(waits):.2f} s, median {median(waits):.2f} s of {len(waits):,}",
                machine(),
                f"{lost} never seen",
                f"p99 at most {GOAL_SECONDS:.0f} s",
                p99(waits) <= GOAL_SECONDS and lost == 0,
            )
        )
    return found


def _look(pages: "dict[str, _Seen]", writing: Visitors) -> None:
    for seen in pages.values():
        seen.look(writing.acknowledged[WATCHED])
    time.sleep(PAUSE)


class _Seen:
    """An open page: how many of the acknowledged answers it has shown, and the delay of each."""

    def __init__(self, server: Server, path: str) -> None:
        self._server = server
        self._path = path
        self._tag = ""
        self._before = self._poll()
        self.waits: list[float] = []

    def look(self, acknowledged: list[float]) -> None:
        """Poll once. An answer may be counted before its writer has the response.

        It is checked again at the next poll.
        """
        total = self._poll()
        now = time.perf_counter()
        self.waits += [now - moment for moment in acknowledged[len(self.waits) : total - self._before]]

    def _poll(self) -> int:
        """The number of answers in the company's month."""
        answer = self._server.http.get(self._path, headers={"If-None-Match": self._tag})
        if answer.status_code != 304:
            answer.raise_for_status()
            self._tag = answer.headers["etag"]
            questions = answer.json()["figures"]["answers"]["body"]["answerDistribution"]
            self._total = sum(int(question["totalResponses"]) for question in questions)
        return self._total
