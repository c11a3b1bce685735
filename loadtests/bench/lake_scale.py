"""A lake with a billion answers beside one with a hundred million: pages, memory, freshness, maintenance, storage.

    python -m loadtests.bench.lake_scale [--answers 1000000000] [--reference 100000000] [--folder PATH]

Rows of 2,000 companies over a year are written straight into each DuckLake, one company with 100,000 answers a month.
Then three copies of analytics serve it, of which one writes. New pages of the large company are asked for, all copies
are asked at once, the writing copy is killed twice while visitors answer, and maintenance runs while pages are read.
Making a billion takes about an hour and 22 GB; a folder that is named keeps what is made, and a later run goes on.
Ends with 1 when a goal is missed.
"""

import argparse
import itertools
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import httpx
import psycopg

from abano_analytics.config import with_timeouts
from abano_analytics.main import MAINTENANCE_TURN_SECONDS
from abano_analytics.source.election import Election
from abano_analytics.store.lake import LakeStore
from loadtests.bench.analytics.live import visitors
from loadtests.bench.analytics.outcome import HEAD, Outcome, machine, median, ms, p99
from loadtests.bench.analytics.rows import WATCHED, companies_of, fill
from loadtests.bench.analytics.stack import SECRET, Memory, Server, follow, postgres, service

COMPANIES, COPIES = 2_000, 3
# Larger transactions make fewer and larger files.
CHUNK_SESSIONS, MAKING_MEMORY_MB = 250_000, 6_000
FIGURES = "overview,answers,funnel,campaigns"
RATIO_GOAL, MEMORY_GOAL, FRESHNESS_GOAL = 1.5, 1024**3, 15.0
DOLLARS_PER_GB_MONTH = 0.023
PERIODS = {"month": timedelta(days=30), "year": timedelta(days=360)}
ASK_AGAIN_SECONDS, LOOK_SECONDS = 0.02, 0.1


@dataclass
class Lake:
    """One size of it. ``pages``: seconds of each new page by period."""

    answers: int
    url: str
    path: Path
    copies: list[Server]
    logs: list[Path]
    pages: dict[str, list[float]] = field(default_factory=dict)
    memory: int = 0

    @property
    def size(self) -> str:
        return f"{self.answers / 1_000_000:,.4g} M"

    def open(self, memory_mb: int = 256) -> LakeStore:
        """Another program's view of it, to be closed."""
        store = LakeStore(
            str(self.path), with_timeouts(self.url), memory_mb=memory_mb, spill=self.path.with_name("spill")
        )
        store.open()
        return store


@contextmanager
def lake(folder: Path, answers: int, companies: int) -> Iterator[Lake]:
    """The lake with that many answers, made if it is not there, and its copies of analytics."""
    folder = folder / str(answers)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        url = stack.enter_context(postgres(folder / "postgres", answers, companies))
        made = Lake(answers, url, folder / "lake", [], [])
        _make(made, companies, folder / "made")
        for number in range(COPIES):
            log = folder / f"copy-{number}"
            made.logs.append(log.with_suffix(".log"))
            made.logs[-1].unlink(missing_ok=True)
            made.copies.append(stack.enter_context(_copy(made, log)))
        yield made


def _make(made: Lake, companies: int, mark: Path) -> None:
    store = made.open(MAKING_MEMORY_MB)
    try:
        store.take_over()
        if not mark.exists():
            began = time.perf_counter()
            fill(store, companies_of(made.answers, companies), chunk_sessions=CHUNK_SESSIONS)
            mark.touch()
            print(f"made {made.size} answers in {time.perf_counter() - began:.0f} s", flush=True)
        follow(store, made.url)
    finally:
        store.close()


@contextmanager
def _copy(made: Lake, log: Path) -> Iterator[Server]:
    with service(made.url, log, ABANO_WAREHOUSE=f"ducklake:{made.path}") as server:
        yield server


def new_queries(length: timedelta) -> Iterator[dict[str, str]]:
    """Periods of that length that no one has asked for."""
    for number in itertools.count():
        since = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
        yield {"since": f"{since:%Y-%m-%dT%H:%M:%SZ}", "until": f"{since + length:%Y-%m-%dT%H:%M:%SZ}"}


def ask(http: httpx.Client, company: UUID, query: dict[str, str]) -> float:
    """Seconds until all figures of the page are counted."""
    began = time.perf_counter()
    while True:
        answer = http.get(f"/internal/tenants/{company}/figures", params={**query, "figures": FIGURES})
        if answer.is_success and all("tag" in one for one in answer.json()["figures"].values()):
            return time.perf_counter() - began
        if answer.status_code not in {200, 429, 503}:
            answer.raise_for_status()
        time.sleep(ASK_AGAIN_SECONDS)


def client(server: Server) -> httpx.Client:
    return httpx.Client(
        base_url=f"http://127.0.0.1:{server.port}",
        headers={"Authorization": f"Bearer {SECRET}"},
        trust_env=False,
        timeout=60,
    )


def measure_pages(made: Lake, times: int) -> None:
    """New pages of the large company, one at a time, at a copy that does not write."""
    with client(made.copies[-1]) as http:
        for name, length in PERIODS.items():
            queries = new_queries(length)
            ask(http, WATCHED, next(queries))
            made.pages[name] = [ask(http, WATCHED, next(queries)) for _ in range(times)]


def measure_memory(made: Lake, companies: int, seconds: float) -> None:
    """All copies are asked at once, each for its own companies, as the platform shares them."""
    others = [company for company, _ in companies_of(made.answers, companies)]
    until = time.perf_counter() + seconds

    def use(place: int) -> None:
        queries = new_queries(PERIODS["year"])
        with client(made.copies[place]) as http:
            for company in itertools.cycle([WATCHED, *others[place::COPIES][:20]]):
                if time.perf_counter() > until:
                    return
                ask(http, company, next(queries))

    with Memory(made.copies) as memory, ThreadPoolExecutor(COPIES) as pool:
        list(pool.map(use, range(COPIES)))
    made.memory = memory.most


def writing_copy(made: Lake) -> int:
    """The place of the copy that became the writer last."""
    moments = {}
    for place, log in enumerate(made.logs):
        lines = [line for line in log.read_text().splitlines() if "this copy writes" in line]
        if lines and made.copies[place].process.is_running():
            moments[place] = lines[-1]
    return max(moments, key=lambda place: moments[place])


def measure_freshness(made: Lake, *, rate: int, seconds: float) -> Outcome:
    """Answers are given while the writing copy is killed twice; a reader shows each of them in the end."""
    june = {
        "since": "2026-05-31T20:00:00Z",
        "until": "2026-06-30T20:00:00Z",
        "figures": "answers",
        "wait": "2",
    }
    killed: set[int] = set()
    waits: list[float] = []

    def shown() -> int | None:
        alive = next(place for place in reversed(range(COPIES)) if place not in killed)
        try:
            with client(made.copies[alive]) as http:
                answer = http.get(f"/internal/tenants/{WATCHED}/figures", params=june).raise_for_status()
        except httpx.HTTPError:
            return None
        state = answer.json()["figures"]["answers"]
        if "body" not in state:
            return None
        return int(sum(one["totalResponses"] for one in state["body"]["answerDistribution"]))

    before = None
    while before is None:
        before = shown()
    with visitors(made.url, rate) as writing:
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            if len(killed) < 2 and time.perf_counter() - began > seconds * (len(killed) + 1) / 3:
                place = writing_copy(made)
                made.copies[place].process.kill()
                killed.add(place)
            _note(shown(), before, waits, writing.acknowledged[WATCHED])
            time.sleep(LOOK_SECONDS)
    given = writing.acknowledged[WATCHED]
    deadline = time.perf_counter() + 60
    while len(waits) < len(given) and time.perf_counter() < deadline:
        _note(shown(), before, waits, given)
        time.sleep(LOOK_SECONDS)
    lost = len(given) - len(waits)
    return Outcome(
        f"freshness, writer killed twice, {made.size}",
        f"median {median(waits):.1f} s, longest {max(waits, default=float('nan')):.1f} s of {len(waits)}",
        machine(),
        f"{lost} never seen",
        f"all seen within {FRESHNESS_GOAL:.0f} s",
        lost == 0 and max(waits, default=FRESHNESS_GOAL + 1) <= FRESHNESS_GOAL,
    )


def _note(total: int | None, before: int, waits: list[float], given: list[float]) -> None:
    now = time.perf_counter()
    if total is not None:
        waits += [now - moment for moment in given[len(waits) : total - before]]


def measure_maintenance(made: Lake, times: int) -> list[Outcome]:
    """Maintenance by this program, elected as the writer, while a copy reads new pages."""
    for place in range(COPIES - 1):
        if made.copies[place].process.is_running():
            made.copies[place].process.kill()
    reading = made.copies[-1]
    election = Election(with_timeouts(made.url))
    deadline = time.monotonic() + 60
    # The copy that is left may have been elected: it ends, and another one starts as a reader.
    reading.process.kill()
    while not election.holds():
        if time.monotonic() > deadline:
            raise SystemExit("The lock of the writer was not given back.")
        time.sleep(LOOK_SECONDS)
    store = made.open()
    try:
        files_before = _files(made)
        with _copy(made, made.path.with_name("reader")) as server, client(server) as http:
            queries = new_queries(PERIODS["month"] - timedelta(days=1))
            alone = [ask(http, WATCHED, next(queries)) for _ in range(times)]
            beside: list[float] = []
            with ThreadPoolExecutor(1) as pool:
                began = time.perf_counter()
                work = pool.submit(maintain, store)
                while not work.done() or len(beside) < 2:
                    beside.append(ask(http, WATCHED, next(queries)))
                turns = work.result()
                took = time.perf_counter() - began
        store.maintain(keep="0 seconds")
        bytes_kept = store.size_bytes()
    finally:
        store.close()
        election.close()
    gigabytes = bytes_kept / 1e9
    return [
        Outcome(
            f"month of the large company while maintenance runs, {made.size}",
            f"p99 {ms(p99(beside))}, median {ms(median(beside))} of {len(beside)}",
            f"alone: p99 {ms(p99(alone))}, median {ms(median(alone))}",
            f"median × {median(beside) / median(alone):.1f}",
            "",
            None,
        ),
        Outcome(
            f"new answers wait for maintenance, {made.size}",
            f"longest {max(turns):.1f} s, median {median(turns):.1f} s of {len(turns)} turns",
            machine(),
            f"{took:.0f} s in all, {files_before} files",
            f"at most {FRESHNESS_GOAL:.0f} s",
            max(turns) <= FRESHNESS_GOAL,
        ),
        Outcome(
            f"storage, {made.size}",
            f"{gigabytes:.2f} GB in {_files(made)} files",
            f"{bytes_kept / made.answers:.1f} bytes an answer, with all that belongs to it",
            f"${gigabytes * DOLLARS_PER_GB_MONTH:.2f} a month at ${DOLLARS_PER_GB_MONTH} a GB",
            "",
            None,
        ),
    ]


def maintain(store: LakeStore) -> list[float]:
    """Seconds of each turn, as the writing copy takes them, but without its pauses."""
    turns = []
    began = time.perf_counter()
    is_done = store.maintain(keep="0 seconds", seconds=MAINTENANCE_TURN_SECONDS)
    turns.append(time.perf_counter() - began)
    while not is_done:
        began = time.perf_counter()
        is_done = store.merge(seconds=MAINTENANCE_TURN_SECONDS)
        turns.append(time.perf_counter() - began)
    return turns


def _files(made: Lake) -> int:
    with psycopg.connect(made.url) as conn:
        row = conn.execute(
            "select count(*) from warehouse_catalog.ducklake_data_file where end_snapshot is null"
        ).fetchone()
    return int(row[0]) if row else 0


def compare(small: Lake, large: Lake) -> list[Outcome]:
    outcomes = []
    for name in PERIODS:
        here, there = p99(large.pages[name]), p99(small.pages[name])
        outcomes.append(
            Outcome(
                f"new page, {name} of the large company, {large.size}",
                f"p99 {ms(here)}, median {ms(median(large.pages[name]))} of {len(large.pages[name])}",
                f"{small.size}: p99 {ms(there)}, median {ms(median(small.pages[name]))}",
                f"p99 × {here / there:.2f}",
                f"at most × {RATIO_GOAL}",
                here / there <= RATIO_GOAL,
            )
        )
    outcomes += [
        Outcome(
            f"memory of a copy, {each.size}",
            f"{each.memory / 2**20:.0f} MiB",
            "",
            "",
            "at most 1 GiB",
            each.memory <= MEMORY_GOAL,
        )
        for each in (small, large)
    ]
    return outcomes


def run(given: argparse.Namespace, folder: Path) -> Iterator[Outcome]:
    """Each as soon as it is known: maintenance of a billion answers takes the better part of an hour."""
    with lake(folder, given.reference, given.companies) as small:
        measure_pages(small, given.pages)
        measure_memory(small, given.companies, given.seconds)
    with lake(folder, given.answers, given.companies) as large:
        measure_pages(large, given.pages)
        measure_memory(large, given.companies, given.seconds)
        yield from compare(small, large)
        yield measure_freshness(large, rate=20, seconds=2 * given.seconds)
        yield from measure_maintenance(large, given.pages)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--answers", type=int, default=1_000_000_000)
    parser.add_argument("--reference", type=int, default=100_000_000)
    parser.add_argument("--companies", type=int, default=COMPANIES)
    parser.add_argument("--pages", type=int, default=40, help="of each period")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--folder", type=Path, help="keeps the lakes for the next run")
    given = parser.parse_args()
    # Ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ExitStack() as stack:
        folder = given.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="abano-lake-")))
        print(HEAD)
        is_met = True
        for outcome in run(given, folder):
            print(outcome.row(is_judged=True), flush=True)
            is_met = is_met and outcome.is_met is not False
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
