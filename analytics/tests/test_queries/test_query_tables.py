"""The tables of one's own SQL: as documented, equal to the figures, of one company only."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid5

import orjson
import polars as pl
import pytest
from conftest import BOTH_STORES, NOW, Pipeline, Source, Traits
from periods import month

from abano_analytics.queries.service import Queries
from abano_shared.contract.queries import MAX_ROWS, TABLES, QueryFormat, QueryRequest

JUNE = month(2026, 6)
DECLARED = {
    "VARCHAR": pl.String,
    "BIGINT": pl.Int64,
    "DECIMAL(18,2)": pl.Decimal(18, 2),
    "BOOLEAN": pl.Boolean,
    "TIMESTAMP": pl.Datetime("us"),
}


class Analyst:
    """Who queries one company's tables."""

    def __init__(self, pipeline: Pipeline, folder: Path, tenant: UUID) -> None:
        self.pipeline, self.folder, self.tenant = pipeline, folder, tenant
        self.queries = Queries(pipeline.warehouse, pipeline.progress, folder)

    def content(self, sql: str, form: QueryFormat) -> bytes:
        answer = self.queries.run(self.tenant, QueryRequest(sql=sql), form)
        # Nothing is left on disk.
        assert list(self.folder.glob("query-*")) == []
        return answer.as_json() if form == "json" else answer.result.body

    def rows(self, sql: str) -> list[list[object]]:
        return list(orjson.loads(self.content(sql, "json"))["rows"])

    def figure(self, name: str) -> dict[str, object]:
        answer = self.pipeline.figures.count((self.tenant, name, JUNE))  # type: ignore[arg-type]
        return dict(orjson.loads(answer.body + b"}"))


@pytest.fixture
def analyst(source: Source, pipeline: Pipeline, tmp_path: Path) -> Analyst:
    tenant, other = source.tenant(), source.tenant("alps", "Europe/Vienna")
    traits = Traits("suv", "red", "/black", "ka", "GE", is_returning=True)
    for owner in (tenant, other):
        for number in range(3):
            completed = NOW + timedelta(minutes=3) if number else None
            started = NOW + timedelta(minutes=number)
            source.session(
                owner,
                f"s{number}",
                started,
                completed_at=completed,
                utm=("google", "cpc", "spring"),
                traits=traits,
            )
        source.answer(owner, "s1", "q1", "leisure")
        source.view(owner, "s1", "q1")
        source.booking(owner, "s1", total_minor=12345)
    # By the clock of Tbilisi it started in July.
    source.session(tenant, "july", datetime(2026, 6, 30, 21, 0, tzinfo=UTC))
    source.answer(tenant, "s2", "q1", "business", is_counted=False)
    source.booking(tenant, "s2", total_minor=99999, status="cancelled")
    source.booking(tenant, None, total_minor=5000)
    source.click(tenant)
    visit = uuid5(tenant, "visit")
    source.step(tenant, visit, "landing", utm=("google", "cpc", "spring"))
    source.step(tenant, visit, "quiz_start", NOW + timedelta(minutes=1), session_id="s1")
    pipeline.ingest.run()
    return Analyst(pipeline, tmp_path, tenant)


@pytest.mark.parametrize("store", BOTH_STORES)
def test_tables_are_as_documented(analyst: Analyst) -> None:
    for table in TABLES:
        frame = pl.read_parquet(io.BytesIO(analyst.content(f"from {table.name}", "parquet")))
        assert dict(frame.schema) == {column.name: DECLARED[column.type] for column in table.columns}
        assert len(frame) > 0
    shown = analyst.rows("select table_name from information_schema.tables where table_catalog = 'company'")
    assert sorted(str(name) for (name,) in shown) == sorted(table.name for table in TABLES)
    columns = {column.name for table in TABLES for column in table.columns}
    assert not columns & {"tenant_id", "row_xid", "gclid", "gbraid", "wbraid", "reference"}


def test_counts_equal_the_figures_of_the_page(analyst: Analyst) -> None:
    overview = analyst.figure("overview")["analytics"]
    in_june = "where started_at >= '2026-06-01' and started_at < '2026-07-01'"
    assert isinstance(overview, dict)
    counted = analyst.rows(
        "select count(*), count(*) filter (where is_completed), count(*) filter (where is_converted),"
        f" sum(bookings), sum(booked_value) from sessions {in_june}"
    )
    assert counted == [
        [overview["totalSessions"], overview["completedSessions"], overview["conversionCount"], 1, 123.45]
    ]
    answers = analyst.figure("answers")["answerDistribution"]
    assert isinstance(answers, list)
    given = [[each["questionId"], each["totalResponses"]] for each in answers if each["totalResponses"]]
    assert analyst.rows("select question_id, count(*) from answers group by all") == given
    assert analyst.rows("select count(*), sum(total) from bookings where status <> 'cancelled'") == [
        [2, 173.45]
    ]


def test_times_are_local(analyst: Analyst) -> None:
    assert analyst.rows("select started_at from sessions where session_id = 'july'") == [
        ["2026-07-01 01:00:00"]
    ]
    answer = orjson.loads(
        analyst.content("select now() = now() as same, current_setting('TimeZone')", "json")
    )
    assert answer["rows"] == [[True, "Asia/Tbilisi"]]
    assert answer["timezone"] == "Asia/Tbilisi"


def test_a_session_links_its_answers_bookings_and_visit(analyst: Analyst) -> None:
    found = analyst.rows(
        "select visits.utm_campaign, answers.value, bookings.total from visits"
        " join answers using (session_id) join bookings using (session_id)"
    )
    assert found == [["spring", "leisure", 123.45]]


def test_results_as_json(analyst: Analyst) -> None:
    answer = orjson.loads(
        analyst.content(
            "select 1 as a, 2 as a, 9007199254740993 as large, 1.5::decimal(4, 1) as amount, 'nan'::double as none,"
            " date '2026-02-03' as day, timestamp '2026-02-03 04:05:06.5' as at, [1, 2] as list, {'x': 1} as struct,"
            " sum(1) as total, 'ä\U0001f697' as text, '\\x00'::blob as bytes, interval 1 day as span,"
            " null as nothing",
            "json",
        )
    )
    assert answer["columns"][:3] == [
        {"name": "a", "type": "INTEGER"}, {"name": "a_2", "type": "INTEGER"}, {"name": "large", "type": "BIGINT"},
    ]  # fmt: skip
    assert answer["rows"] == [
        [1, 2, "9007199254740993", 1.5, None, "2026-02-03", "2026-02-03 04:05:06.500", "[1, 2]", "{'x': 1}", 1,
         "ä\U0001f697", "\\x00", "1 day", None]
    ]  # fmt: skip
    assert (answer["rowCount"], answer["truncated"]) == (1, False)
    assert answer["dataThrough"]


def test_results_as_csv_hold_no_formulas(analyst: Analyst) -> None:
    content = analyst.content(
        "select '=HYPERLINK(1)' as text, timestamp '2026-02-03 04:05:06' as at, -1 as n", "csv"
    )
    assert content.decode("utf-8-sig") == "text,at,n\n'=HYPERLINK(1),2026-02-03 04:05:06,-1\n"


def test_more_rows_than_the_limit_are_cut_off_in_order(analyst: Analyst) -> None:
    answer = orjson.loads(analyst.content("select range as n from range(20000) order by n desc", "json"))
    assert (answer["rowCount"], answer["truncated"]) == (MAX_ROWS, True)
    assert answer["rows"][0] == [19999]
    assert len(answer["rows"]) == MAX_ROWS


def test_without_rows(analyst: Analyst) -> None:
    assert analyst.rows("select * from sessions where false") == []
    assert analyst.content("select 1 as a where false", "csv").decode("utf-8-sig") == "a\n"


def test_new_data_is_there_after_a_moment(analyst: Analyst, source: Source) -> None:
    count = "select count(*) from sessions"
    assert analyst.rows(count) == [[4]]
    source.session(analyst.tenant, "s9")
    analyst.pipeline.ingest.run()
    analyst.queries.sweep()
    assert analyst.rows(count) == [[5]]


def test_rows_are_copied_once_while_nothing_changes(
    analyst: Analyst, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert analyst.rows("select count(*) from sessions") == [[4]]
    monkeypatch.setattr("abano_analytics.queries.copies.load_tables", None)
    analyst.queries.sweep()
    assert analyst.rows("select count(*) from sessions") == [[4]]


def test_copies_end_with_the_service(analyst: Analyst, tmp_path: Path) -> None:
    (tmp_path / "query-left").mkdir()
    (tmp_path / "query-left" / "sessions.parquet").write_bytes(b"of a killed process")
    analyst.queries.start()
    analyst.rows("select 1")
    analyst.queries.close()
    assert list(tmp_path.glob("query-*")) == []


def test_the_guide_lists_each_table_and_column() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "queries.md").read_text("utf-8")
    for table in TABLES:
        part = guide.partition(f"\n### {table.name}\n")[2].partition("\n### ")[0]
        listed = [line for line in part.splitlines() if line.startswith("| `")]
        assert listed == [
            f"| `{column.name}` | {column.type} | {column.description} |" for column in table.columns
        ]
    assert guide.count("\n### ") == len(TABLES)
