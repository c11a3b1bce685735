"""From the acknowledgement of an answer to the first poll that counts it, under a steady stream of answers."""

import time

from loadtests.bench.analytics.live import visitors
from loadtests.bench.analytics.outcome import Outcome, machine, median, p99
from loadtests.bench.analytics.rows import WATCHED
from loadtests.bench.analytics.stack import MONTH, Server, figure_path

GOAL_SECONDS = 2.0
PATH = figure_path("answers", MONTH)
PAUSE = 0.05
PATIENCE_SECONDS = 15.0


def measure(url: str, server: Server, *, rate: int, seconds: float) -> list[Outcome]:
    """``rate`` answers a second, each its own transaction."""
    seen = _Seen(server)
    with visitors(url, rate) as writing:
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            seen.look(writing.acknowledged[WATCHED])
    reached = len(writing.acknowledged[WATCHED]) / seconds
    deadline = time.perf_counter() + PATIENCE_SECONDS
    while len(seen.waits) < len(writing.acknowledged[WATCHED]) and time.perf_counter() < deadline:
        seen.look(writing.acknowledged[WATCHED])
    waits = seen.waits
    lost = len(writing.acknowledged[WATCHED]) - len(waits)
    return [
        Outcome(
            f"freshness at {reached:.0f} answers/s ({rate} asked for)",
            f"p99 {p99(waits):.2f} s, median {median(waits):.2f} s of {len(waits):,}",
            machine(),
            f"{lost} never seen",
            f"p99 at most {GOAL_SECONDS:.0f} s",
            p99(waits) <= GOAL_SECONDS and lost == 0,
        )
    ]


class _Seen:
    """An open page: how many of the acknowledged answers it has shown, and how long each had waited by then."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._tag = ""
        self._before = self._poll()
        self.waits: list[float] = []

    def look(self, acknowledged: list[float]) -> None:
        """Poll once. One may be counted before its writer has heard of it; it is looked at again next time."""
        total = self._poll()
        now = time.perf_counter()
        self.waits += [now - moment for moment in acknowledged[len(self.waits) : total - self._before]]
        time.sleep(PAUSE)

    def _poll(self) -> int:
        """How many answers the company's month counts."""
        answer = self._server.http.get(PATH, headers={"If-None-Match": self._tag})
        if answer.status_code != 304:
            answer.raise_for_status()
            self._tag = answer.headers["etag"]
            questions = answer.json()["answerDistribution"]
            self._total = sum(int(question["totalResponses"]) for question in questions)
        return self._total
