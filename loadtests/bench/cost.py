"""What one request, one visitor and one company cost: seconds of processor and bytes, not rates.

    python -m loadtests.bench.cost [--requests 400]

Processor time of the platform's process and of Postgres's is read before and after each kind of request, so that a
busy machine changes little. Everything runs here in a temporary folder with an embedded Postgres.
"""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import psycopg

from abano.ops.local.embedded_postgres import EmbeddedPostgres, create_database
from loadtests.bench.bookings import booking
from loadtests.local_product import FRONTEND, STOP_SECONDS, start_abano

PORT = 8931
SCRIPT = next((path.name for path in sorted((FRONTEND / "assets").glob("*.js"))), "missing.js")
Ask = Callable[[httpx.Client, int], httpx.Response]


def session(number: int) -> str:
    return f"cost_{number}"


KINDS: dict[str, Ask] = {
    "page of the site": lambda http, _: http.get("/"),
    "script of the site": lambda http, _: http.get(f"/assets/{SCRIPT}", headers={"accept-encoding": "br"}),
    "site configuration": lambda http, _: http.get("/api/site"),
    "quote": lambda http, _: http.post(
        "/api/quotes",
        json={"carType": "Subaru Forester", "pickupDate": "2027-07-01", "returnDate": "2027-07-08"},
    ),
    "quiz: session start": lambda http, n: http.post(
        "/api/quiz/session/start",
        json={"sessionId": session(n), "gclid": f"click-{n}", "utmSource": "google"},
    ),
    "quiz: one answer": lambda http, n: http.post(
        "/api/quiz/answers",
        json={
            "sessionId": session(n),
            "answers": [{"questionId": "q1", "value": "leisure", "sequence": 1}],
        },
    ),
    "quiz: question view": lambda http, n: http.post(
        "/api/quiz/question-view", json={"sessionId": session(n), "questionId": "q1"}
    ),
    "quiz: completion": lambda http, n: http.post(
        "/api/quiz/session/complete", json={"sessionId": session(n), "completionStatus": "completed"}
    ),
    "click record": lambda http, n: http.post(
        "/api/gclid/save", json={"gclid": f"click-{n}", "sessionId": session(n)}
    ),
    "booking": lambda http, n: http.post("/api/bookings", json=booking(n) | {"quizSessionId": session(n)}),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=400)
    requests = parser.parse_args().requests
    with tempfile.TemporaryDirectory() as folder, stack(Path(folder)) as (server, url, process):
        with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", trust_env=False, timeout=30) as http:
            print(
                f"{'request':<22}{'platform ms':>12}{'Postgres ms':>12}{'bytes stored':>14}   ({requests} each)"
            )
            for name, ask in KINDS.items():
                for number in range(20):
                    expect(ask(http, 1_000_000 + number), name)
                size = stored(url)
                before = cpu(process.pid), cpu(server)
                for number in range(requests):
                    expect(ask(http, number), name)
                used = [
                    (after - first) / requests * 1000
                    for after, first in zip((cpu(process.pid), cpu(server)), before, strict=True)
                ]
                grown = (stored(url) - size) / requests
                print(f"{name:<22}{used[0]:>12.2f}{used[1]:>12.2f}{grown:>14.0f}")
        memory = psutil.Process(process.pid).memory_info().rss / 1e6
        print(f"memory of one copy of the platform afterwards: {memory:.0f} MB")


def expect(answer: httpx.Response, name: str) -> None:
    if not answer.is_success:
        raise SystemExit(f"{name}: {answer.status_code} {answer.text[:300]}")


def cpu(pid: int) -> float:
    """Processor seconds of a process and all that it started, those that have ended too."""
    root = psutil.Process(pid)
    total = 0.0
    for each in [root, *root.children(recursive=True)]:
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += (
            times.user + times.system + (times.children_user + times.children_system if each == root else 0)
        )
    return total


def stored(url: str) -> int:
    """Bytes of all tables with their indexes."""
    with psycopg.connect(url) as conn:
        query = "select sum(pg_total_relation_size(oid))::bigint from pg_class where relkind = 'r' and relnamespace ="
        row = conn.execute(f"{query} 'public'::regnamespace".encode()).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def stack(folder: Path) -> Iterator[tuple[int, str, "subprocess.Popen[bytes]"]]:
    server = EmbeddedPostgres(folder / "postgres")
    server.start()
    process = None
    try:
        create_database(server, "abano")
        url = server.url("abano")
        settings = {
            "ABANO_DATABASE_URL": url,
            "ABANO_PORT": str(PORT),
            "ABANO_DATA_DIR": str(folder),
            "ABANO_FRONTEND_DIR": str(FRONTEND),
        }
        if start_abano("prepare", settings, subprocess.DEVNULL).wait() != 0:
            raise SystemExit("The database could not be prepared.")
        with psycopg.connect(url) as conn:
            conn.execute(
                "update tenant_settings set public_writes_per_minute = 1000000, unconfirmed_per_ip = 0,"
                " unconfirmed_per_contact = 0"
            )
        with (folder / "serve.log").open("wb") as log:
            process = start_abano("serve", settings, log)
        until_ready()
        pid = server.pid
        assert pid is not None
        yield pid, url, process
    finally:
        if process is not None:
            process.terminate()
            process.wait(STOP_SECONDS)
        server.stop()


def until_ready() -> None:
    for _ in range(300):
        try:
            if httpx.get(f"http://127.0.0.1:{PORT}/readyz", trust_env=False).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the platform did not start")


if __name__ == "__main__":
    main()
