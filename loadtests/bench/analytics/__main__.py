"""Live analytics against what is asked of them.

    python -m loadtests.bench.analytics
        [idle|new-data|refresh|strategies|watched|freshness|plain-sql|rebuild|recount|reports|through|
         never-asked|queries …]
        [--answers 10000000] [--more-answers 100000000] [--times 10] [--folder DIR] [--quick]

Warehouses of 1,000 companies are made in the folder (a temporary one unless named; one that is named is kept and used
again), and a Postgres with the same rows where a case reads them there. Every absolute time hangs on how busy the
machine is; what counts is figures of the same run. ``--quick`` only shows that everything works.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from loadtests.bench.analytics import (
    freshness,
    idle,
    never_asked,
    new_data,
    plain_sql,
    queries,
    rebuild,
    recount,
    refresh,
    reports,
    rows,
    strategies,
    through,
    watched,
)
from loadtests.bench.analytics.outcome import HEAD, Outcome, machine
from loadtests.bench.analytics.stack import Server, adopt, postgres, service

MILLION = 1_000_000
Started = TypeVar("Started")


@dataclass(frozen=True, slots=True)
class Given:
    """Target, size and repetitions."""

    folder: Path
    answers: int
    more_answers: int
    rate: int
    times: int
    is_quick: bool
    # What a quick run starts once for all cases, by name.
    shared: ExitStack
    running: dict[str, Any]

    def rounds(self, number: int) -> int:
        return 1 if self.is_quick else number

    def seconds(self, number: float) -> float:
        return min(1.5, number) if self.is_quick else number


def in_words(answers: int) -> str:
    return f"{answers / MILLION:g} M" if answers >= MILLION else f"{answers:,}"


def made(given: Given, answers: int) -> Path:
    """The warehouse with this many answers, created if missing."""
    path = given.folder / f"warehouse-{answers}.duckdb"
    if not path.exists():
        began = time.perf_counter()
        unfinished = path.with_suffix(".making")
        rows.make(unfinished, answers)
        unfinished.rename(path)
        print(f"made {in_words(answers)} answers in {time.perf_counter() - began:.0f} s", flush=True)
    return path


def started(given: Given, stack: ExitStack, name: str, start: Callable[[ExitStack], Started]) -> Started:
    """What ``start`` enters, until the end of the case, or of all cases of a quick run."""
    if not given.is_quick:
        return start(stack)
    if name not in given.running:
        given.running[name] = start(given.shared)
    found: Started = given.running[name]
    return found


def database(given: Given, stack: ExitStack, name: str, answers: int) -> str:
    """The URL of the Postgres in the folder of that name."""
    return started(
        given, stack, name, lambda keeper: keeper.enter_context(postgres(given.folder / name, answers))
    )


def live(given: Given, stack: ExitStack, *sizes: int) -> tuple[str, list[tuple[str, Server]]]:
    """A Postgres without visitors, and a service over a copy of each warehouse that follows it."""
    sources = {answers: made(given, answers) for answers in sizes}
    url = database(given, stack, f"postgres-live-{sizes[0]}", sizes[0])

    def following(answers: int) -> Server:
        copy = given.folder / f"live-{answers}.duckdb"

        def start(keeper: ExitStack) -> Server:
            adopt(sources[answers], copy, url)
            keeper.callback(copy.unlink)
            return keeper.enter_context(service(url, copy))

        return started(given, stack, copy.name, start)

    return url, [(in_words(answers), following(answers)) for answers in sizes]


def full(given: Given, stack: ExitStack) -> str:
    """A Postgres with the rows of the smaller warehouse."""
    source = made(given, given.answers)
    url = database(given, stack, f"postgres-{given.answers}", given.answers)
    with psycopg.connect(url, autocommit=True) as conn:
        if conn.execute("select 1 from quiz_answers limit 1").fetchone() is None:
            rows.put_into_postgres(source, url)
        conn.execute("vacuum analyze")
    return url


def measure_idle(given: Given, stack: ExitStack) -> list[Outcome]:
    _, [(_, server)] = live(given, stack, given.answers)
    return idle.measure(given.folder, server, rounds=given.rounds(9), seconds=given.seconds(1.0))


def measure_new_data(given: Given, stack: ExitStack) -> list[Outcome]:
    sizes = [given.answers] + ([given.more_answers] if given.more_answers else [])
    url, servers = live(given, stack, *sizes)
    # In quick mode the run ends when every poll found something new; the time is only an upper limit.
    changes, patience = (1, 60) if given.is_quick else (60, 75)
    return new_data.measure(given.folder, url, servers, changes=changes, seconds=patience)


def measure_refresh(given: Given, stack: ExitStack) -> list[Outcome]:
    del stack
    sizes = [given.answers] + ([given.more_answers] if given.more_answers else [])
    warehouses = [(in_words(answers), made(given, answers)) for answers in sizes]
    return refresh.measure(given.folder, warehouses, rounds=given.rounds(20))


def measure_strategies(given: Given, stack: ExitStack) -> list[Outcome]:
    del stack
    sizes = [given.answers] + ([given.more_answers] if given.more_answers else [])
    warehouses = [(in_words(answers), made(given, answers)) for answers in sizes]
    return strategies.measure(given.folder, warehouses, rounds=given.rounds(5))


def measure_watched(given: Given, stack: ExitStack) -> Iterator[Outcome]:
    url = database(given, stack, f"postgres-live-{given.answers}", given.answers)
    source = made(given, given.answers)
    return watched.measure(
        url,
        source,
        given.folder,
        cases=watched.QUICK if given.is_quick else watched.CASES,
        rate=given.rate,
        seconds=given.seconds(20),
        size=in_words(given.answers),
    )


def measure_freshness(given: Given, stack: ExitStack) -> list[Outcome]:
    url, [(_, server)] = live(given, stack, given.answers)
    return freshness.measure(url, server, rate=given.rate, seconds=given.seconds(30))


def measure_plain_sql(given: Given, stack: ExitStack) -> list[Outcome]:
    url = full(given, stack)
    copy = given.folder / f"plain-{given.answers}.duckdb"
    adopt(made(given, given.answers), copy, url)
    stack.callback(copy.unlink)
    server = stack.enter_context(service(url, copy))
    return plain_sql.measure(url, server, rounds=given.rounds(4), size=in_words(given.answers))


def measure_rebuild(given: Given, stack: ExitStack) -> list[Outcome]:
    url = full(given, stack)
    if given.times > 1:
        stack.enter_context(rebuild.handed_out(url, given.times))
    rounds = given.rounds(1 if given.times > 1 else 3)
    return rebuild.measure(given.folder, url, rounds=rounds, size=in_words(given.answers * given.times))


def measure_recount(given: Given, stack: ExitStack) -> list[Outcome]:
    copy = given.folder / f"recounted-{given.answers}.duckdb"
    shutil.copyfile(made(given, given.answers), copy)
    stack.callback(copy.unlink)
    return recount.measure(copy, rounds=given.rounds(9), size=in_words(given.answers))


def measure_reports(given: Given, stack: ExitStack) -> list[Outcome]:
    url = database(given, stack, "postgres-reports", 1)
    bookings = 2_000 if given.is_quick else reports.BOOKINGS
    return reports.measure(url, given.folder, rounds=given.rounds(7), bookings=bookings)


def measure_through(given: Given, stack: ExitStack) -> list[Outcome]:
    url, [(size, server)] = live(given, stack, given.answers)
    return through.measure(url, server, given.folder, rate=40, rounds=given.rounds(150), size=size)


def measure_never_asked(given: Given, stack: ExitStack) -> Iterator[Outcome]:
    del stack
    is_larger_too = given.more_answers and not given.is_quick
    for answers in [given.answers] + ([given.more_answers] if is_larger_too else []):
        # Sequentially: two large warehouses at once would evict each other from memory.
        with ExitStack() as inner:
            _, [(size, server)] = live(given, inner, answers)
            yield from never_asked.measure(server, seconds=given.seconds(15), size=size)


def measure_queries(given: Given, stack: ExitStack) -> list[Outcome]:
    _, [(size, server)] = live(given, stack, given.answers)
    return queries.measure(server, rounds=given.rounds(3), seconds=given.seconds(15), size=size)


CASES: dict[str, Callable[[Given, ExitStack], Iterable[Outcome]]] = {
    "idle": measure_idle,
    "new-data": measure_new_data,
    "refresh": measure_refresh,
    "strategies": measure_strategies,
    "watched": measure_watched,
    "freshness": measure_freshness,
    "plain-sql": measure_plain_sql,
    "rebuild": measure_rebuild,
    "recount": measure_recount,
    "reports": measure_reports,
    "through": measure_through,
    "never-asked": measure_never_asked,
    "queries": measure_queries,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--answers", type=int, default=10 * MILLION)
    parser.add_argument(
        "--more-answers",
        type=int,
        default=0,
        help="the larger warehouse of new-data, refresh, strategies and never-asked",
    )
    parser.add_argument("--rate", type=int, default=500, help="answers a second for freshness")
    parser.add_argument("--times", type=int, default=1, help="how often rebuild is handed out each row")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    unknown = set(asked.cases) - set(CASES)
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="abano-bench-") as temporary, ExitStack() as shared:
        given = Given(
            asked.folder or Path(temporary),
            asked.answers,
            asked.more_answers,
            asked.rate,
            asked.times,
            asked.quick,
            shared,
            {},
        )
        given.folder.mkdir(parents=True, exist_ok=True)
        print(HEAD, flush=True)
        found = []
        for name in asked.cases or CASES:
            with ExitStack() as stack:
                for outcome in CASES[name](given, stack):
                    print(outcome.row(is_judged=not given.is_quick), flush=True)
                    found.append(outcome)
        print(f"\n{machine()}", flush=True)
    if not given.is_quick and any(outcome.is_met is False for outcome in found):
        sys.exit("A goal was missed.")


if __name__ == "__main__":
    main()
