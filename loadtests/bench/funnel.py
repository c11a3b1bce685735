"""What the quiz's three writes are to the bench. Goal: 65 % of the rate of a bare route with one insert."""

import json
from typing import Any

import psycopg

from loadtests.bench.side_by_side import Endpoint

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


def _began(url: str, numbers: range) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(_BEGAN, (numbers.start, numbers.stop))


ENDPOINTS = (
    Endpoint("quiz: start", "/api/quiz/session/start", _start, GOAL),
    Endpoint("quiz: answer", "/api/quiz/answers", _answer, GOAL, _began),
    Endpoint("quiz: completion", "/api/quiz/session/complete", _complete, GOAL, _began),
)


def bare(number: int) -> bytes:
    """The body of the bare route's requests."""
    return _json(session=f"quiz_{number}", question="q1", value="leisure")
