"""Visitors who are still answering have not dropped out at a question, until their session is over."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import BOTH_STORES, Pipeline, Source

from abano_analytics.figures.exports import Exports
from abano_analytics.figures.query import JOURNEY, FigureQuery, Filters, Key
from abano_analytics.figures.recount import Bar
from abano_analytics.figures.sessions import Place, Sessions
from abano_analytics.jobs.compact import Compaction

BOTH = pytest.mark.parametrize("store", BOTH_STORES)


def minutes_ago(minutes: float) -> datetime:
    return datetime.now(UTC) - timedelta(minutes=minutes)


def these_days(**filters: str) -> FigureQuery:
    today = datetime.now(UTC).replace(microsecond=0)
    return FigureQuery(today - timedelta(days=3), today + timedelta(days=1), Filters(**filters))


@pytest.fixture
def tenant(source: Source, pipeline: Pipeline) -> UUID:
    """Five visitors: one left, one saw q2, one answered q1, one completed, one came back."""
    tenant, other = source.tenant(), source.tenant("alps")
    for owner in (tenant, other):
        for session in ("left", "looking", "slow", "done"):
            completed = minutes_ago(8) if session == "done" else None
            source.session(owner, session, minutes_ago(50), completed_at=completed)
    for session, seen, answered in (("left", 50, 49), ("looking", 12, 11), ("slow", 45, 5), ("done", 10, 9)):
        source.view(tenant, session, "q1", minutes_ago(seen))
        source.answer(tenant, session, "q1", "leisure", minutes_ago(answered))
    for session, seen in (("left", 40), ("looking", 10), ("done", 9)):
        source.view(tenant, session, "q2", minutes_ago(seen))
    # A visitor who returns after a day continues a session that was over.
    source.session(tenant, "back", minutes_ago(25 * 60))
    for question, seen in (("q1", 25 * 60), ("q2", 3)):
        source.view(tenant, "back", question, minutes_ago(seen))
    pipeline.ingest.run()
    return tenant


def funnel(pipeline: Pipeline, tenant: UUID, query: FigureQuery) -> dict[str, tuple[int, int, int]]:
    """By question: seen, dropped, still answering."""
    content = count(pipeline, tenant, query)
    return {
        step["questionId"]: (step["seen"], step["dropped"], step["stillAnswering"])
        for step in content["funnel"]
    }


def count(pipeline: Pipeline, tenant: UUID, query: FigureQuery) -> Any:
    return orjson.loads(pipeline.figures.count((tenant, "funnel", query)).body + b"}")


@BOTH
def test_who_is_still_answering_is_not_counted_as_stopped(pipeline: Pipeline, tenant: UUID) -> None:
    query = these_days()
    assert funnel(pipeline, tenant, query) == {"q1": (5, 0, 1), "q2": (4, 2, 1)}
    rates = {step["questionId"]: step["dropRate"] for step in count(pipeline, tenant, query)["funnel"]}
    assert rates == {"q1": 0.0, "q2": 50.0}
    assert funnel(pipeline, tenant, these_days(device="desktop")) == {}
    # Compaction makes no difference.
    Compaction(pipeline.warehouse, pipeline.progress).run(seconds=60)
    assert funnel(pipeline, tenant, these_days(device="phone")) == {"q1": (5, 0, 1), "q2": (4, 2, 1)}


@BOTH
def test_a_session_is_over_once_half_an_hour_has_passed_without_new_data(
    pipeline: Pipeline, tenant: UUID
) -> None:
    key: Key = (tenant, "funnel", these_days())
    first = pipeline.figures.count(key)
    assert pipeline.figures.cache.for_poll(key) == first
    assert not pipeline.figures.count_pending()
    now = pipeline.progress.data_through
    assert now is not None
    # The visitor who has just seen q2 arrived ten minutes ago.
    for minutes, expected in (
        (19, {"q1": (5, 0, 1), "q2": (4, 2, 1)}),
        (21, {"q1": (5, 0, 1), "q2": (4, 3, 0)}),
    ):
        pipeline.progress.data_through = now + timedelta(minutes=minutes)
        assert pipeline.figures.cache.for_poll(key) is not None
        assert pipeline.figures.count_pending() == (minutes == 21)
        assert funnel(pipeline, tenant, key[2]) == expected
    again = pipeline.figures.cache.for_poll(key)
    assert again is not None
    assert again.tag != first.tag
    assert first.right_until is not None
    assert again.right_until is not None
    assert first.right_until < again.right_until


@BOTH
def test_a_refreshed_funnel_follows_who_goes_on(source: Source, pipeline: Pipeline, tenant: UUID) -> None:
    query = these_days()
    assert funnel(pipeline, tenant, query)["q2"] == (4, 2, 1)
    source.view(tenant, "left", "q3", minutes_ago(1))
    source.answer(tenant, "looking", "q2", "couple", minutes_ago(1))
    source.complete(tenant, "slow", minutes_ago(0.5))
    pipeline.ingest.run()
    assert funnel(pipeline, tenant, query) == {"q1": (5, 0, 0), "q2": (4, 1, 1), "q3": (1, 0, 1)}


def test_the_sessions_behind_a_bar_and_files_leave_them_out_too(
    pipeline: Pipeline, tenant: UUID, tmp_path: Any
) -> None:
    query = these_days()
    sessions = Sessions(pipeline.warehouse, pipeline.progress)

    def page(bar: Bar | None) -> Any:
        return orjson.loads(sessions.page(tenant, query, bar, Place()))

    assert [page(Bar("dropped", question))["total"] for question in ("q1", "q2")] == [0, 2]
    stopped = [session["stoppedAt"] for session in page(None)["sessions"]]
    assert sorted(stopped, key=str) == [None, None, None, "q2", "q2"]
    export = Exports(pipeline.warehouse, pipeline.progress, tmp_path).write(tenant, "funnel", query, "csv")
    head, *rows = b"".join(export.pieces()).decode("utf-8-sig").splitlines()
    named = [dict(zip(head.split(","), row.split(","), strict=True)) for row in rows]
    assert [(row["dropped"], row["stillAnswering"]) for row in named] == [("0", "1"), ("2", "1")]


@BOTH
def test_a_visit_that_goes_on_has_not_ended(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    for session, landed, step in (("left", 90, 80), ("reading", 12, 10), ("booked", 20, 9), ("quiz", 60, 59)):
        visit = uuid4()
        source.step(tenant, visit, "landing", minutes_ago(landed))
        if session == "quiz":
            source.session(tenant, session, minutes_ago(step))
            source.step(tenant, visit, "quiz_start", minutes_ago(step), session_id=session)
            source.view(tenant, session, "q1", minutes_ago(58))
            source.view(tenant, session, "q2", minutes_ago(5))
        else:
            booking = source.booking(tenant, None, minutes_ago(step)) if session == "booked" else None
            source.step(
                tenant, visit, "booking" if booking else "search", minutes_ago(step), booking_id=booking
            )
    pipeline.ingest.run()
    key: Key = (tenant, JOURNEY, these_days())

    def ends(name: str = "all") -> dict[str, tuple[int, int, int]]:
        """Last steps of visits, final or not: visits, ended, still active."""
        content = orjson.loads(pipeline.figures.count(key).body + b"}")
        return {
            step["questionId"] or step["step"]: (step["visits"], step["dropped"], step["stillActive"])
            for step in content[name]["steps"]
            if step["dropped"] or step["stillActive"]
        }

    assert ends() == {"search": (2, 1, 1), "q2": (1, 0, 1)}
    assert ends("withQuiz") == {"q2": (1, 0, 1)}
    first = pipeline.figures.count(key)
    now = pipeline.progress.data_through
    assert now is not None
    pipeline.progress.data_through = now + timedelta(minutes=21)
    assert ends() == {"search": (2, 2, 0), "q2": (1, 0, 1)}
    assert pipeline.figures.count(key).tag != first.tag
    # With new rows the counts are refreshed.
    pipeline.progress.data_through = now
    source.view(tenant, "quiz", "q3", minutes_ago(1))
    pipeline.ingest.run()
    assert ends() == {"search": (2, 1, 1), "q3": (1, 0, 1)}
