"""Visitors who answer while a page is open: answers committed one by one at a constant rate."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

import psycopg

from loadtests.bench.analytics.rows import WATCHED

ANSWERS_A_SESSION = 18


class Visitors:
    """Writes in its own thread; ``acknowledged``: when each answer of a company was committed, in order."""

    def __init__(self, url: str, rate: int, companies: Sequence[UUID]) -> None:
        self._url = url
        self._rate = rate
        self._companies = companies
        self._done = threading.Event()
        self.acknowledged: dict[UUID, list[float]] = {company: [] for company in companies}
        self.began = time.perf_counter()

    def run(self) -> None:
        mark = time.time_ns()
        with psycopg.connect(self._url, autocommit=True) as conn:
            self.began = time.perf_counter()
            number = 0
            while not self._done.is_set():
                delay = self.began + number / self._rate - time.perf_counter()
                if delay > 0:
                    time.sleep(delay)
                turn, place = divmod(number, len(self._companies))
                company = self._companies[place]
                session, question = divmod(turn, ANSWERS_A_SESSION)
                if question == 0:
                    conn.execute(
                        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
                        " values (%s, %s, 'v1', '2026-06-02', '2026-06-02')",
                        (company, f"live-{mark}-{session}"),
                    )
                # All start alike, so that a filter by the first answer matches them all.
                value = f"value-{number % 5 if question else 0}"
                conn.execute(
                    "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
                    " answered_at) values (%s, %s, %s, %s, 'What would you like?', 'This', '2026-06-02')",
                    (company, f"live-{mark}-{session}", f"q{question + 1}", value),
                )
                self.acknowledged[company].append(time.perf_counter())
                number += 1

    def stop(self) -> None:
        self._done.set()


@contextmanager
def visitors(url: str, rate: int, companies: Sequence[UUID] = (WATCHED,)) -> Iterator[Visitors]:
    """Write answers at ``rate`` per second (or the maximum of one connection) until the block ends.

    The companies take turns.
    """
    writing = Visitors(url, rate, companies)
    thread = threading.Thread(target=writing.run)
    thread.start()
    try:
        yield writing
    finally:
        writing.stop()
        thread.join()
