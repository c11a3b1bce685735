"""The sessions of a bar: as many as the bar counts after any change; one company's only, without ids."""

import csv
import io
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from conftest import NOW, Pipeline, Source
from periods import month

from abano_analytics.figures.exports import Exports
from abano_analytics.figures.query import FigureQuery, Filters
from abano_analytics.figures.recount import Bar
from abano_analytics.figures.sessions import PAGE, Place, Sessions

JUNE = month(2026, 6)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def page(
    pipeline: Pipeline,
    tenant: UUID,
    query: FigureQuery = JUNE,
    bar: Bar | None = None,
    place: Place | None = None,
) -> dict[str, Any]:
    sessions = Sessions(pipeline.warehouse, pipeline.progress)
    return dict(orjson.loads(sessions.page(tenant, query, bar, place or Place())))


def figure(pipeline: Pipeline, tenant: UUID, name: str) -> dict[str, Any]:
    answer = pipeline.figures.count((tenant, name, JUNE))  # type: ignore[arg-type]
    return dict(orjson.loads(answer.body + b"}"))


@pytest.fixture
def tenant(source: Source, pipeline: Pipeline) -> UUID:
    tenant, other = source.tenant(), source.tenant("alps", "Europe/Vienna")
    for owner in (tenant, other):
        source.session(owner, "done", completed_at=NOW + minutes(3), utm=("google", "cpc", "spring"))
        source.session(owner, "left", NOW + minutes(1))
        source.session(owner, "silent", NOW + minutes(2))
    for session, at in (("done", 0), ("left", 1)):
        source.view(tenant, session, "q1", NOW + minutes(at))
        source.answer(tenant, session, "q1", "leisure", NOW + minutes(at + 0.5))
        source.view(tenant, session, "q4", NOW + minutes(at + 1))
    source.answer(tenant, "done", "q4", "couple", NOW + minutes(2))
    source.booking(tenant, "done", total_minor=12345)
    pipeline.ingest.run()
    # An ingested answer is changed: the newest version applies, and may no longer count.
    source.run(
        "update quiz_answers set value = 'business' where tenant_id = %s and session_id = 'left'", tenant
    )
    source.answer(tenant, "silent", "q1", "leisure", NOW + minutes(3), is_counted=False)
    pipeline.ingest.run()
    return tenant


def bars(pipeline: Pipeline, tenant: UUID) -> Iterator[tuple[Bar, int]]:
    """Every bar of the page with its count."""
    for question in figure(pipeline, tenant, "answers")["answerDistribution"]:
        for answer in question["answers"]:
            yield Bar("answer", question["questionId"], answer["value"]), answer["count"]
    for step in figure(pipeline, tenant, "funnel")["funnel"]:
        yield Bar("dropped", step["questionId"]), step["dropped"]
        yield Bar("reached", step["questionId"]), step["seen"]


def test_the_sessions_of_a_bar_add_up_to_it(pipeline: Pipeline, tenant: UUID) -> None:
    counted = dict(bars(pipeline, tenant))
    assert len(counted) == 7
    for bar, count in counted.items():
        behind = page(pipeline, tenant, bar=bar)
        assert (behind["total"], len(behind["sessions"])) == (count, count), bar
    assert counted[Bar("answer", "q1", "leisure")] == 1
    assert counted[Bar("dropped", "q4")] == 1


def test_a_session_shows_its_path_and_no_id(pipeline: Pipeline, tenant: UUID) -> None:
    behind = page(pipeline, tenant, bar=Bar("answer", "q4", "couple"))
    assert (behind["completed"], behind["converted"], behind["bookedValue"]) == (1, 1, 123.45)
    session = behind["sessions"][0]
    steps = session.pop("steps")
    assert session.pop("name") not in {"done", ""}
    assert session == {
        "startedAt": "2026-06-10T09:00:00Z",
        "completedAt": "2026-06-10T09:03:00Z",
        "device": "phone",
        "quizVersion": "v1",
        "source": "google",
        "medium": "cpc",
        "campaign": "spring",
        "language": "",
        "country": "",
        "isReturning": None,
        "bookings": 1,
        "bookedValue": 123.45,
        "stoppedAt": None,
    }
    assert [(step["questionId"], step["value"], step["seconds"]) for step in steps] == [
        ("q1", "leisure", 30.0),
        ("q4", "couple", 60.0),
    ]
    left = page(pipeline, tenant, bar=Bar("dropped", "q4"))["sessions"][0]
    assert left["stoppedAt"] == "q4"
    assert left["steps"][1]["value"] is None
    assert b"done" not in orjson.dumps(behind)


def test_filters_and_days_hold(pipeline: Pipeline, tenant: UUID) -> None:
    google = month(2026, 6, filters=Filters(utm_source="google"))
    assert page(pipeline, tenant, google)["total"] == 1
    assert page(pipeline, tenant, google, Bar("dropped", "q4"))["total"] == 0
    assert page(pipeline, tenant, month(2026, 7))["sessions"] == []


def test_pages_neither_skip_nor_repeat(pipeline: Pipeline, source: Source) -> None:
    tenant = source.tenant()
    # More sessions of one moment than fit on a page.
    source.run(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " select %s, 'many_' || n, 'v1', %s + (n %% 2) * interval '1 second', now() from generate_series(1, 130) n",
        tenant,
        NOW,
    )
    pipeline.ingest.run()
    names: list[str] = []
    after: Place | None = Place()
    while after is not None:
        found = page(pipeline, tenant, place=after)
        assert len(found["sessions"]) <= PAGE
        names += [session["name"] for session in found["sessions"]]
        after = Place(*map(int, found["next"].split("."))) if found["next"] else None
    assert (len(names), len(set(names))) == (130, 130)


def test_the_file_of_a_bar_has_its_sessions(pipeline: Pipeline, tenant: UUID, tmp_path: Path) -> None:
    exports = Exports(pipeline.warehouse, pipeline.progress, tmp_path)
    for table, rows in (("sessions", 1), ("responses", 2)):
        made = exports.write(tenant, table, JUNE, "csv", Bar("answer", "q4", "couple"))  # type: ignore[arg-type]
        text = b"".join(made.pieces()).decode("utf-8-sig")
        assert [row["sessionId"] for row in csv.DictReader(io.StringIO(text))] == ["done"] * rows
