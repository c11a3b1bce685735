"""Which quiz gets the credit for a booking, for any set of quizzes, beside a computation that anyone can read."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from booking_form import book
from hypothesis import HealthCheck, given
from hypothesis import settings as tuned
from hypothesis import strategies as st
from product_fixtures import NOW, AdminSql

from abano.booking_record.rules import ATTRIBUTION_DAYS

pytestmark = pytest.mark.anyio
# Minutes before the booking; below zero is after it, and the limit is on both sides.
LIMIT = ATTRIBUTION_DAYS * 24 * 60
AGES = st.one_of(st.integers(-60, 60), st.integers(LIMIT - 2, LIMIT + 2), st.integers(0, 2 * LIMIT))
MARKS = st.sampled_from([None, "one", "two"])


@dataclass(frozen=True)
class Quiz:
    name: str
    click: str | None
    device: str | None
    age: int

    def counts(self) -> bool:
        return 0 <= self.age < LIMIT


QUIZZES = st.lists(
    st.builds(Quiz, name=st.just(""), click=MARKS, device=MARKS, age=AGES),
    max_size=6,
    unique_by=lambda one: one.age,
)


def credited(
    quizzes: list[Quiz], named: str | None, click: str | None, device: str | None
) -> tuple[str | None, str | None]:
    """The quiz that the booking names, else the newest with its click, else with its device."""
    able = sorted((one for one in quizzes if one.counts()), key=lambda one: one.age)
    ways: tuple[tuple[str, Callable[[Quiz], bool]], ...] = (
        ("session", lambda one: one.name == named),
        ("gclid", lambda one: click is not None and one.click == click),
        ("fingerprint", lambda one: device is not None and one.device == device),
    )
    for method, fits in ways:
        for one in able:
            if fits(one):
                return one.name, method
    return None, None


@given(quizzes=QUIZZES, click=MARKS, device=MARKS, named=st.one_of(st.none(), st.integers(0, 6)))
@tuned(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_set_of_quizzes_credits_the_right_one(
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    quizzes: list[Quiz],
    click: str | None,
    device: str | None,
    named: int | None,
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    query_admin_sql("update quiz_sessions set gclid = null, device_fingerprint = null")
    run = uuid4().hex[:12]
    known = [Quiz(f"{run}-{index}", one.click, one.device, one.age) for index, one in enumerate(quizzes)]
    for one in known:
        query_admin_sql(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, gclid, device_fingerprint, started_at,"
            " updated_at) select id, %s, 'v1', %s, %s, %s, %s from tenants where slug = 'georgia'",
            one.name, one.click, one.device, NOW - timedelta(minutes=one.age), NOW,
        )  # fmt: skip
    name = None if named is None else f"{run}-{named}"
    answer = await book(client, gclid=click, deviceFingerprint=device, quizSessionId=name)
    assert answer.status_code == 201, answer.text
    stored = query_admin_sql(
        "select attributed_session_id, attribution_method from bookings where id = %s",
        answer.json()["bookingId"],
    )
    assert stored == [credited(known, name, click, device)]
