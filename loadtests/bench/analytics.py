"""How live analytics do: polls with nothing new, polls after new data, and how long an answer takes to be seen.

1. Polls with nothing new, as the page makes them (If-None-Match, 304) and without a tag (200), beside a bare FastAPI
   route that answers JSON of the same size; one process each, in short turns. Goal: at least 80 %.
2. Answers are written at a steady rate and committed one by one while the page polls: from the commit to the first
   poll that counts it (goal: p99 at most 2 s), and the time of polls that had to count (goal: p99 at most 40 ms).

    python loadtests/bench/analytics.py [--seconds 1.5] [--rounds 7] [--connections 16] [--month 100000] [--rate 500]

Everything runs on this machine in a temporary folder with an embedded Postgres.
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any
from uuid import UUID

TENANT = UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
SECRET = "bench-secret"  # noqa: S105 - of a service that lives for a minute
POLL_GOAL = 0.80
FRESH_GOAL_SECONDS = 2.0
COUNT_GOAL_SECONDS = 0.040
PATH = f"/internal/tenants/{TENANT}/quiz/answers?year=2026&month=6"


def serve_bare(port: int, body_file: str) -> None:
    """The measure: a route that returns a ready Python value as JSON."""
    import uvicorn  # noqa: PLC0415
    from fastapi import FastAPI  # noqa: PLC0415
    from fastapi.responses import JSONResponse  # noqa: PLC0415

    value = json.loads(Path(body_file).read_text())
    app = FastAPI()

    @app.get(PATH.partition("?")[0])
    async def figures() -> JSONResponse:
        return JSONResponse(value)

    uvicorn.run(app, host="127.0.0.1", port=port, access_log=False, log_level="warning")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(command: list[str], port: int, environ: dict[str, str]) -> "subprocess.Popen[bytes]":
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    process = subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, *command], env={**inherited, **environ}, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.1)
    raise SystemExit("A server did not start.")


async def polls_per_second(port: int, seconds: float, connections: int, tag: str) -> float:
    """Answers a second over kept-alive connections, each asking again as soon as it is answered."""
    until = time.perf_counter() + seconds
    done = 0
    request = (
        f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {SECRET}\r\nIf-None-Match: {tag}\r\n\r\n"
    ).encode()

    async def one() -> None:
        nonlocal done
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < until:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head[9:12] in {b"200", b"304"}, head
            if head[9:12] == b"200":
                length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
            done += 1
        writer.close()

    started = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(connections)))
    return done / (time.perf_counter() - started)


def fill(conn: Any, answers: int) -> None:
    """One company with a month of ``answers``, all started in June 2026."""
    sessions = answers // 18
    conn.execute("insert into tenants (id, slug, name) values (%s, 'bench', 'Bench')", (TENANT,))
    conn.execute(
        "insert into tenant_settings (tenant_id, timezone, currency, languages, minimum_days, driver_minimum_age,"
        " driver_maximum_age, group_maximum, phone_prefix, unknown_car_daily_rate_minor)"
        " values (%s, 'Asia/Tbilisi', 'EUR', '{en}', 3, 23, 70, 20, '+995', 6000)",
        (TENANT,),
    )
    conn.execute(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " select %s, 's' || s, 'v1', timestamptz '2026-06-02' + s * interval '1 s', now()"
        " from generate_series(0, %s) s",
        (TENANT, sessions),
    )
    conn.execute(
        "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
        " answered_at) select %s, 's' || s, 'q' || q, 'value-' || (s * q %% 5), 'A question of some length?',"
        " 'Answer ' || (s * q %% 5), timestamptz '2026-06-02' + s * interval '1 s'"
        " from generate_series(1, %s) s, generate_series(1, 18) q",
        (TENANT, sessions),
    )


def write_steadily(url: str, rate: int, seconds: float, acknowledged: list[float]) -> None:
    """Commit ``rate`` answers a second, one transaction each; when each was acknowledged."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(url, autocommit=True) as conn:
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            delay = began + number / rate - time.perf_counter()
            if delay > 0:
                time.sleep(delay)
            conn.execute(
                "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
                " answered_at) values (%s, 's0', %s, 'a', 'Q?', 'A', '2026-06-02')",
                (TENANT, f"extra{number}"),
            )
            acknowledged.append(time.perf_counter())


def freshness(url: str, port: int, rate: int, seconds: float) -> tuple[list[float], list[float]]:
    """Seconds from each commit to the first poll that shows it, and seconds of each poll that had to count."""
    import httpx  # noqa: PLC0415

    headers = {"Authorization": f"Bearer {SECRET}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, trust_env=False) as client:

        def poll(tag: str) -> tuple[str, int]:
            answer = client.get(PATH, headers={"If-None-Match": tag} if tag else None)
            if answer.status_code == 304:
                return tag, -1
            questions = answer.json()["answerDistribution"]
            return answer.headers["etag"], sum(question["totalResponses"] for question in questions)

        tag, base = poll("")
        acknowledged: list[float] = []
        thread = threading.Thread(target=write_steadily, args=(url, rate, seconds, acknowledged))
        thread.start()
        fresh: list[float] = []
        counting: list[float] = []
        deadline = time.perf_counter() + seconds + 15
        while len(fresh) < int(rate * seconds) and time.perf_counter() < deadline:
            asked = time.perf_counter()
            tag, total = poll(tag)
            now = time.perf_counter()
            if total >= 0:
                counting.append(now - asked)
                fresh += [now - moment for moment in acknowledged[len(fresh) : total - base]]
            time.sleep(0.02)
        thread.join()
    return fresh, counting


def p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)] if values else float("nan")


def measure(given: argparse.Namespace) -> bool:
    """Runs everything, prints the figures, answers whether the goals were met."""
    import httpx  # noqa: PLC0415
    import psycopg  # noqa: PLC0415

    from abano.embedded_postgres import EmbeddedPostgres, create_database  # noqa: PLC0415
    from abano.migrations import upgrade  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="abano-bench-") as folder:
        postgres = EmbeddedPostgres(Path(folder) / "postgres")
        postgres.start()
        servers: list[subprocess.Popen[bytes]] = []
        try:
            create_database(postgres, "bench")
            url = postgres.url("bench")
            upgrade(url)
            with psycopg.connect(url, autocommit=True) as conn:
                fill(conn, given.month)
            ours, bare = free_port(), free_port()
            began = time.perf_counter()
            environ = {
                "ABANO_DATABASE_URL": url,
                "ABANO_ANALYTICS_PORT": str(ours),
                "ABANO_INTERNAL_SECRET": SECRET,
                "ABANO_DATA_DIR": folder,
            }
            servers.append(start(["-m", "abano_analytics.main"], ours, environ))
            while httpx.get(f"http://127.0.0.1:{ours}/readyz", trust_env=False).status_code != 200:
                time.sleep(0.05)
            print(f"started and took in {given.month:,} answers in {time.perf_counter() - began:.1f} s")
            answer = httpx.get(
                f"http://127.0.0.1:{ours}{PATH}",
                headers={"Authorization": f"Bearer {SECRET}"},
                trust_env=False,
                timeout=30,
            )
            body = Path(folder) / "body.json"
            body.write_bytes(answer.content)
            servers.append(
                start([__file__, "--serve", "bare", "--port", str(bare), "--body", str(body)], bare, {})
            )
            rates: dict[str, list[float]] = {"bare": [], "200": [], "304": []}
            for turn in range(given.rounds + 1):
                for kind, port, tag in (
                    ("bare", bare, '""'),
                    ("200", ours, '""'),
                    ("304", ours, answer.headers["etag"]),
                ):
                    rate = asyncio.run(polls_per_second(port, given.seconds, given.connections, tag))
                    if turn:  # the first turn only warms up
                        rates[kind].append(rate)
            ratios = {
                kind: statistics.median(a / b for a, b in zip(rates[kind], rates["bare"], strict=True))
                for kind in ("200", "304")
            }
            print(
                f"polls with nothing new, {len(answer.content):,} bytes:"
                f" bare {statistics.median(rates['bare']):.0f}/s;"
                f" unchanged (304) {statistics.median(rates['304']):.0f}/s, {ratios['304']:.0%};"
                f" whole (200) {statistics.median(rates['200']):.0f}/s, {ratios['200']:.0%} (goal {POLL_GOAL:.0%})"
            )
            fresh, counting = freshness(url, ours, given.rate, given.freshness_seconds)
            print(
                f"freshness at {given.rate}/s over {len(fresh)} answers: median {statistics.median(fresh):.2f} s,"
                f" p99 {p99(fresh):.2f} s (goal {FRESH_GOAL_SECONDS:.0f} s)"
            )
            print(
                f"polls that had to count, {given.month:,} answers in the month: median"
                f" {statistics.median(counting) * 1000:.0f} ms, p99 {p99(counting) * 1000:.0f} ms"
                f" (goal {COUNT_GOAL_SECONDS * 1000:.0f} ms)"
            )
        finally:
            for process in servers:
                process.terminate()
                process.wait(20)
            postgres.stop()
    return (
        min(ratios.values()) >= POLL_GOAL
        and p99(fresh) <= FRESH_GOAL_SECONDS
        and p99(counting) <= COUNT_GOAL_SECONDS
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--month", type=int, default=100_000, help="answers in the month that is polled")
    parser.add_argument("--rate", type=int, default=500, help="answers a second while freshness is measured")
    parser.add_argument("--freshness-seconds", type=float, default=20)
    parser.add_argument("--serve", choices=["bare"], help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--body", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve == "bare":
        serve_bare(given.port, given.body)
    elif not measure(given):
        sys.exit("A goal was missed.")


if __name__ == "__main__":
    main()
