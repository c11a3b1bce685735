"""The quiz's three writes beside a bare FastAPI route with one pooled psycopg insert. Goal: 65 % of its rate.

    python loadtests/bench/funnel.py [--seconds 1] [--rounds 7]

Two measures are taken: the insert as psycopg does it by default, in a transaction of its own ("bare"), and the
stricter one in a single round trip ("bare-autocommit"). The first is the goal's; both are printed. Everything
runs on this machine in a temporary folder with an embedded Postgres.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from side_by_side import Endpoint, compare, serve_bare, serve_platform, start_server

GOAL = 0.65
_BEGAN = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, start_received, started_at, updated_at)
select t.id, 'quiz_' || number || '_bench', 'v1', true, now(), now()
from tenants t, generate_series(%s::bigint, %s::bigint - 1) as number where t.is_default
"""


def _start(number: int) -> bytes:
    return _json(
        sessionId=f"quiz_{number}_bench",
        deviceFingerprint=f"{number:016x}",
        gclid=f"TeSter-{number}",
        utmSource="google",
        utmMedium="cpc",
        utmCampaign="summer",
        sourceUrl=f"https://cars.example/black?gclid=TeSter-{number}&utm_source=google&utm_medium=cpc",
        entryPath="/black",
        quizVersion="v1",
        ipAddress="",
        userAgent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148",
    )


def _answer(number: int) -> bytes:
    answer = {
        "questionId": f"q{number % 3 + 1}",
        "questionText": "What brings you to Georgia?",
        "value": ("leisure", "yes", "26-35")[number % 3],
        "answer": "A holiday",
        "sequence": 1,
    }
    return _json(sessionId=f"quiz_{number}_bench", quizVersion="v1", answers=[answer])


def _complete(number: int) -> bytes:
    return _json(sessionId=f"quiz_{number}_bench", quizVersion="v1", completionStatus="completed")


def _json(**values: Any) -> bytes:
    return json.dumps(values).encode()


def _endpoints(began: Callable[[range], None]) -> tuple[Endpoint, ...]:
    return (
        Endpoint("start", "/api/quiz/session/start", _start),
        Endpoint("answers", "/api/quiz/answers", _answer, began),
        Endpoint("complete", "/api/quiz/session/complete", _complete, began),
    )


BARE = Endpoint(
    "bare", "/bare", lambda number: _json(session=f"quiz_{number}", question="q1", value="leisure")
)


def measure(seconds: float, rounds: int) -> bool:
    """Run all rounds and print the ratios; whether every goal was met."""
    import psycopg  # noqa: PLC0415

    from abano.config import Settings  # noqa: PLC0415
    from abano.embedded_postgres import EmbeddedPostgres, create_database  # noqa: PLC0415
    from abano.migrations import upgrade  # noqa: PLC0415
    from abano.seeds.demo import seed_demo  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="abano-bench-") as folder:
        postgres = EmbeddedPostgres(Path(folder) / "postgres")
        postgres.start()
        servers: list[subprocess.Popen[bytes]] = []
        try:
            create_database(postgres, "bench")
            url = postgres.url("bench")
            upgrade(url)
            values = {"database_url": url, "data_dir": folder, "admin_password": "bench password"}
            asyncio.run(seed_demo(Settings.model_validate(values)))
            with psycopg.connect(url, autocommit=True) as conn:
                conn.execute(
                    "create table bare_answers (id bigserial primary key, session text, question text, value text)"
                )
                conn.execute("update tenant_settings set public_writes_per_minute = 1000000000")
            ports = {}
            for kind in ("bare", "bare-autocommit", "platform"):
                process, ports[kind] = start_server(__file__, kind, url, folder)
                servers.append(process)

            def began(numbers: range) -> None:
                with psycopg.connect(url, autocommit=True) as conn:
                    conn.execute(_BEGAN, (numbers.start, numbers.stop))

            ratios = compare(_endpoints(began), ports, BARE, seconds, rounds)
        finally:
            for process in servers:
                process.terminate()
                process.wait(20)
            postgres.stop()
    for (endpoint, kind), ratio in ratios.items():
        print(f"{endpoint:<9} {ratio:6.0%} of {kind}")
    return all(ratio >= GOAL for (_, kind), ratio in ratios.items() if kind == "bare")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--serve", choices=["bare", "bare-autocommit", "platform"], help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve == "platform":
        serve_platform(given.url, given.port, given.folder)
    elif given.serve:
        serve_bare(given.url, given.port, autocommit=given.serve == "bare-autocommit")
    elif not measure(given.seconds, given.rounds):
        sys.exit(f"The goal of {GOAL:.0%} was missed.")


if __name__ == "__main__":
    main()
