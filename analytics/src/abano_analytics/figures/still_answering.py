"""Visitors who are still answering: their sessions are not over, so they have not dropped out yet.

Whether a session is over changes with time, without any new row, so it is not part of the kept counts. For
each response, it is determined for the few sessions with a recent answer or view.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import polars as pl

from abano_analytics.figures.counts import BEFORE_START, BEGINNING, SESSION_OVER_AFTER, Scope
from abano_analytics.figures.recount import SEVERAL_VERSIONS
from abano_analytics.figures.statements import CHANGED, EVERYTHING, NOTHING, QUERIES, Statements, bounds_of

_SCHEMA = {"question_id": pl.String, "still_answering": pl.Int64}
_VERSIONS = replace(SEVERAL_VERSIONS.for_figures(["funnel"]), changed=CHANGED)


@dataclass(frozen=True, slots=True)
class StillAnswering:
    """``counts``: question_id and still_answering, the number of sessions that reached it last.

    ``until``: when the first of them is over, unless it continues; None without any.
    """

    counts: pl.DataFrame
    until: datetime | None


NO_ONE = StillAnswering(pl.DataFrame(schema=_SCHEMA), None)


def find_still_answering(scope: Scope) -> StillAnswering:
    """Replaces the temporary tables ``changed_sessions`` and ``period_sessions``."""
    narrowed = scope.of_what_is_not_over()
    if narrowed is None:
        return NO_ONE
    given = {"tenant": scope.tenant_id, **scope.active_bounds}
    if scope.conn.execute(QUERIES["active_sessions"], given).fetchall() == [(0,)]:
        return NO_ONE
    Statements(narrowed).run("period_sessions", bounds_of(NOTHING, EVERYTHING), _VERSIONS)
    earliest = narrowed.query.since - BEFORE_START
    rows = scope.conn.execute(QUERIES["still_answering"], given | {"earliest": earliest}).fetchall()
    counts = pl.DataFrame([row[:2] for row in rows], schema=_SCHEMA, orient="row")
    last = min((row[2] for row in rows), default=None)
    until = None if last is None else BEGINNING + timedelta(microseconds=last) + SESSION_OVER_AFTER
    return StillAnswering(counts, until)
