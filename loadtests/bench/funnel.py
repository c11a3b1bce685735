"""The quiz's three writes beside a bare FastAPI route with one pooled psycopg insert. Goal: 65 % of its rate.

    python loadtests/bench/funnel.py [--seconds 0.5] [--rounds 15]

Two measures are taken: the insert as psycopg does it by default, in a transaction of its own ("bare"), and the
stricter one in a single round trip ("bare-autocommit"). The first is the goal's; both are printed. Everything
runs on this machine in a temporary folder with an embedded Postgres.
"""

import json
from typing import Any

from side_by_side import Endpoint, measure, run

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


def endpoints(url: str) -> tuple[Endpoint, ...]:
    import psycopg  # noqa: PLC0415

    def began(numbers: range) -> None:
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute(_BEGAN, (numbers.start, numbers.stop))

    return (
        Endpoint("start", "/api/quiz/session/start", _start),
        Endpoint("answers", "/api/quiz/answers", _answer, began),
        Endpoint("complete", "/api/quiz/session/complete", _complete, began),
    )


BARE = Endpoint(
    "bare", "/bare", lambda number: _json(session=f"quiz_{number}", question="q1", value="leisure")
)


if __name__ == "__main__":
    run(lambda seconds, rounds: measure(__file__, GOAL, endpoints, BARE, seconds, rounds), __doc__)
