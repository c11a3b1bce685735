"""The figures of one tenant and view: counted when its data changed, remembered otherwise.

Figures that someone is looking at are counted as soon as new data is in, all of a company together, by a thread of
their own. Until that has come to them, who polls is given what was counted last: a poll of an open page never counts.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import inf
from threading import Lock
from typing import Any, Literal
from uuid import UUID

import duckdb
import orjson
import polars as pl

from abano_analytics.errors import StoreUnavailable, UnknownTenant, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.counting import Counting, Counts
from abano_analytics.figures.query import Filters, View
from abano_analytics.metrics.answers import answer_distribution
from abano_analytics.metrics.campaigns import campaigns
from abano_analytics.metrics.choices import choices
from abano_analytics.metrics.funnel import funnel, per_question
from abano_analytics.metrics.overview import overview
from abano_analytics.metrics.quiz_order import quiz_options
from abano_analytics.observability import prometheus
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_analytics.store.reader import Figure

MOST_REMEMBERED = 512
# What was counted is kept to be carried on, the oldest unused first to go.
MOST_COUNTS_BYTES = 64 * 1024 * 1024
# Asked for this lately, a figure counts as watched: a page polls every five seconds.
WATCHED_SECONDS = 12.0
# Behind the announced data by more than this, a watched figure is counted by who polls for it.
MOST_BEHIND_SECONDS = 15.0
# Part of every entity tag: raise it when the same data would give other figures or another shape.
FIGURES_VERSION = 2

QUESTION_COLUMNS = (
    "questionId",
    "questionText",
    "totalResponses",
    "totalConversions",
    "questionConversionRate",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """``body`` is JSON without its closing brace: the caller adds how fresh it is. ``tag`` names its content.

    ``data_through`` is a moment of Postgres's clock up to which everything is included; there may be more.
    """

    version: int
    tag: str
    body: bytes
    last_conversion_update: datetime | None
    data_through: datetime | None


Key = tuple[UUID, Figure, View]


class Figures:
    """Answers out of the warehouse; as many of the latest as fit a bound are remembered."""

    def __init__(
        self, warehouse: Store, progress: Progress, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._monotonic = monotonic
        self._remembered: OrderedDict[Key, Answer] = OrderedDict()
        self._counts = KeptCounts(MOST_COUNTS_BYTES)
        self._asked_at: dict[Key, float] = {}
        # Since when remembered answers have been behind what is announced.
        self._behind_since: dict[Key, float] = {}
        # Who waits for a count, by what for.
        self._wanted: Counter[Key] = Counter()
        self._lock = Lock()

    def remembered(self, key: Key) -> Answer | None:
        """The answer to ``key`` if it is current, or will be in a moment without anybody's asking."""
        now = self._monotonic()
        with self._lock:
            is_watched = now - self._asked_at.get(key, -inf) <= WATCHED_SECONDS
            self._asked_at[key] = now
            is_kept_up = is_watched and now - self._behind_since.get(key, now) <= MOST_BEHIND_SECONDS
            answer = self._known(key, is_behind_allowed=is_kept_up)
            if answer is not None:
                self._remembered.move_to_end(key)
                if self._known(key) is None:
                    # Counted while something new was announced: nobody has noticed yet that it is behind.
                    self._behind_since.setdefault(key, now)
            return answer

    def data_through(self, key: Key, answer: Answer) -> datetime | None:
        """Up to when everything is included in ``answer``."""
        # Read first: by the time it moves, everybody has been told of the versions it includes.
        through = self._progress.data_through
        return through if answer.version >= self._progress.versions.get(key[0], 0) else answer.data_through

    def count(self, key: Key) -> Answer:
        """Count afresh, and with it what else is asked for of that company just now: a page asks for all at once.

        Blocks. Raises WarehouseNotReady, UnknownTenant.
        """
        if not self._progress.is_complete:
            raise WarehouseNotReady
        with self._lock:
            self._wanted[key] += 1
        try:
            with self._warehouse.reading() as conn:
                with self._lock:
                    # Whoever held the turn before may have counted the same.
                    known = self._known(key)
                    together = [one for one in self._wanted if one[0] == key[0] and not self._known(one)]
                return known or self._count(conn, key[0], together)[key]
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        finally:
            with self._lock:
                self._wanted -= Counter([key])

    def notice(self) -> None:
        """See what is behind of what is announced now; of that, what is watched is due."""
        now = self._monotonic()
        with self._lock:
            for key in [key for key, asked in self._asked_at.items() if now - asked > WATCHED_SECONDS]:
                del self._asked_at[key]
            behind = [key for key in self._remembered if not self._known(key)]
            self._behind_since = {key: self._behind_since.get(key, now) for key in behind}

    def behind_seconds(self) -> float:
        """For how long the figure that has been due longest has waited; 0 when none is due."""
        now = self._monotonic()
        with self._lock:
            return max(
                (now - since for key, since in self._behind_since.items() if key in self._asked_at),
                default=0.0,
            )

    def count_due(self) -> bool:
        """Count what has been due longest, with all that is due of that company; False when nothing was.

        Raises WarehouseBroken, StoreUnavailable.
        """
        with self._lock:
            due = [key for key in self._behind_since if key in self._asked_at]
            if not due or not self._progress.is_complete:
                return False
            tenant_id = min(due, key=self._behind_since.__getitem__)[0]
        keys = [key for key in due if key[0] == tenant_id]
        try:
            with self._warehouse.reading() as conn:
                self._count(conn, tenant_id, keys)
        except UnknownTenant:
            with self._lock:
                for key in keys:
                    self._remembered.pop(key, None)
                    self._behind_since.pop(key, None)
        return True

    def _known(self, key: Key, *, is_behind_allowed: bool = False) -> Answer | None:
        answer = self._remembered.get(key)
        if answer is None or not self._progress.is_complete or not answer.tag.startswith(self._prefix()):
            return None
        # One that was counted just now may be newer than what was announced.
        if answer.version < self._progress.versions.get(key[0], 0) and not is_behind_allowed:
            return None
        return answer

    def _count(
        self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID, keys: Sequence[Key]
    ) -> dict[Key, Answer]:
        """Count figures of one company; those of one view share what they have in common."""
        data_through = self._progress.data_through
        tenant = reader.tenant_state(conn, tenant_id)
        options = QuizOptions(conn, tenant_id)
        answers = {}
        for view, alike in _by_view(keys).items():
            began = time.perf_counter()
            store = self._warehouse.store_id
            known = {figure: self._counts.get(store, those[0]) for figure, those in alike.items()}
            counted = Counting(conn, tenant_id, tenant, view).count(known)
            for figure, those in alike.items():
                counts = counted[figure]
                body = orjson.dumps(_content(figure, counts, options)).removesuffix(b"}")
                for key in those:
                    tag = f"{self._prefix()}{tenant.version}-{figure}-{key[2].name}"
                    newest = counts.totals.item(0, "last_conversion_update")
                    answers[key] = Answer(tenant.version, tag, body, newest, data_through)
                    self._counts.put(store, key, counts)
            label = next(iter(alike)) if len(alike) == 1 else "several"
            prometheus.COUNTING_SECONDS.labels(label).observe(time.perf_counter() - began)
        with self._lock:
            for key, answer in answers.items():
                self._remembered[key] = answer
                self._remembered.move_to_end(key)
                # What was announced while this was being counted is still to come.
                if self._known(key):
                    self._behind_since.pop(key, None)
            while len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return answers

    def _prefix(self) -> str:
        return f"{FIGURES_VERSION}-{self._warehouse.store_id[:8]}-"


def _by_view(keys: Sequence[Key]) -> dict[View, dict[Figure, list[Key]]]:
    """The keys by what is counted over and by figure; several may ask for the same."""
    found: dict[View, dict[Figure, list[Key]]] = {}
    for key in keys:
        _, figure, view = key
        # What one can filter by does not hang on what is filtered now.
        chosen = View(view.period, Filters()) if figure == "choices" else view
        found.setdefault(chosen, {}).setdefault(figure, []).append(key)
    return found


class QuizOptions:
    """The answers that a company's quiz offers, read when first asked for."""

    def __init__(self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> None:
        self._conn = conn
        self._tenant_id = tenant_id

    @cached_property
    def frame(self) -> pl.DataFrame:
        return quiz_options(reader.definitions(self._conn, self._tenant_id))


def _content(figure: Figure, counts: Counts, options: QuizOptions) -> dict[str, Any]:
    content: dict[str, Any] = {"success": True}
    if figure == "choices":
        content["choices"] = choices(counts.frame)
        return content
    rows = figure_rows(figure, counts, options)
    if figure == "overview":
        content["analytics"] = rows.row(0, named=True)
    elif figure == "answers":
        content["answerDistribution"] = nested(rows)
    else:
        content[figure] = rows.to_dicts()
        if figure == "campaigns":
            content["currency"] = counts.tenant.currency
    return content


def figure_rows(
    figure: Literal["overview", "answers", "funnel", "campaigns"], counts: Counts, options: QuizOptions
) -> pl.DataFrame:
    """The rows of a figure out of its counts, named as the API names them."""
    if figure == "overview":
        return overview(counts.totals)
    if figure == "campaigns":
        return campaigns(counts.frame)
    if figure == "funnel":
        return funnel(per_question(counts.frame), options.frame)
    return answer_distribution(counts.frame, options.frame)


class KeptCounts:
    """What was counted, to be carried on; bounded by its size. For use by one thread at a time."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, tuple[str, Counts]] = OrderedDict()
        self._bytes = 0

    def get(self, store_id: str, key: Key) -> Counts | None:
        """What was counted last, unless out of another store."""
        store, counts = self._kept.get(key, ("", None))
        return counts if store == store_id else None

    def put(self, store_id: str, key: Key, counts: Counts) -> None:
        if before := self._kept.pop(key, None):
            self._bytes -= before[1].size_bytes
        self._kept[key] = (store_id, counts)
        self._bytes += counts.size_bytes
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1][1].size_bytes


def nested(spread: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows of question and answer as a list of questions, each with its answers; the order is kept."""
    questions: dict[str, dict[str, Any]] = {}
    for row in spread.iter_rows(named=True):
        head = {name: row.pop(name) for name in QUESTION_COLUMNS}
        question = questions.setdefault(head["questionId"], {**head, "answers": []})
        question["answers"].append(row)
    return list(questions.values())
