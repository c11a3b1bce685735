"""Exports of filtered data: the figures' rows, safe in a spreadsheet, limited, of one company only."""

import csv
import io
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid5

import orjson
import polars as pl
import pytest
from conftest import NOW, Pipeline, Source, Traits
from periods import days, month, whole_year

from abano_analytics.figures.exports import Exports
from abano_analytics.figures.query import FigureQuery, Filters
from abano_shared.contract.figures import Figure, FileFormat, Table

JUNE = month(2026, 6)


class Company:
    """Exports of one company."""

    def __init__(self, pipeline: Pipeline, folder: Path, tenant: UUID) -> None:
        self.pipeline, self.folder, self.tenant = pipeline, folder, tenant
        self.exports = Exports(pipeline.warehouse, pipeline.progress, folder)

    def file(self, table: Table, form: FileFormat, query: FigureQuery = JUNE) -> bytes:
        export = self.exports.write(self.tenant, table, query, form)
        content = b"".join(export.pieces())
        assert len(content) == export.size_bytes
        # No files are left on disk.
        assert list(self.folder.glob("export-*")) == []
        return content

    def csv(self, table: Table, query: FigureQuery = JUNE) -> list[dict[str, str]]:
        text = self.file(table, "csv", query).decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def parquet(self, table: Table, query: FigureQuery = JUNE) -> pl.DataFrame:
        return pl.read_parquet(io.BytesIO(self.file(table, "parquet", query)))

    def figure(self, figure: Figure, name: str) -> list[dict[str, object]]:
        answer = self.pipeline.figures.count((self.tenant, figure, JUNE))
        return list(orjson.loads(answer.body + b"}")[name])


@pytest.fixture
def company(source: Source, pipeline: Pipeline, tmp_path: Path) -> Company:
    tenant, other = source.tenant(), source.tenant("alps", "Europe/Vienna")
    traits = Traits("suv", "red", "/black", "ka", "GE", is_returning=True)
    for owner in (tenant, other):
        completed = NOW + timedelta(minutes=3)
        source.session(owner, "s1", completed_at=completed, utm=("google", "cpc", "spring"), traits=traits)
    source.answer(tenant, "s1", "q1", "leisure", NOW + timedelta(minutes=1))
    source.answer(tenant, "s1", "q4", "couple", NOW + timedelta(minutes=2))
    source.booking(tenant, "s1", total_minor=12345)
    source.booking(tenant, "s1", total_minor=99999, status="cancelled")
    source.session(tenant, "s2", NOW + timedelta(hours=11), utm=("=HYPERLINK(1)", "@cpc", "-1+1"))
    source.answer(tenant, "s2", "q1", "business", NOW + timedelta(hours=11), is_counted=False)
    source.step(tenant, uuid5(tenant, "visit"), "landing", utm=("google", "cpc", "spring"))
    source.step(tenant, uuid5(tenant, "visit"), "search", NOW + timedelta(minutes=1))
    pipeline.ingest.run()
    return Company(pipeline, tmp_path, tenant)


def test_sessions(company: Company) -> None:
    first, second = company.csv("sessions")
    assert first == {
        "sessionId": "s1",
        "startedAt (Asia/Tbilisi)": "2026-06-10 13:00:00",
        "completedAt (Asia/Tbilisi)": "2026-06-10 13:03:00",
        "quizVersion": "v1",
        "device": "phone",
        "utmSource": "google",
        "utmMedium": "cpc",
        "utmCampaign": "spring",
        "utmTerm": "suv",
        "utmContent": "red",
        "landingPage": "/black",
        "language": "ka",
        "country": "GE",
        "visitor": "returning",
        "bookings": "1",
        "bookedValue": "123.45",
        "currency": "EUR",
    }
    assert second["startedAt (Asia/Tbilisi)"] == "2026-06-11 00:00:00"
    frame = company.parquet("sessions")
    assert frame["startedAt"].to_list() == [NOW, NOW + timedelta(hours=11)]
    assert [float(value) for value in frame["bookedValue"]] == [123.45, 0.0]


def test_responses_are_the_answers_that_count(company: Company) -> None:
    rows = company.csv("responses")
    assert [(row["sessionId"], row["questionId"], row["value"], row["converted"]) for row in rows] == [
        ("s1", "q1", "leisure", "true"),
        ("s1", "q4", "couple", "true"),
    ]
    assert company.parquet("responses")["text"].to_list() == ["Leisure", "Couple"]


def test_figures_are_those_of_the_page(company: Company) -> None:
    tables: tuple[tuple[Figure, Table, str], ...] = (
        ("campaigns", "campaigns", "campaigns"),
        ("funnel", "funnel", "funnel"),
        ("timeline-day", "timeline-day", "timeline"),
        ("weekhours", "weekhours", "weekhours"),
    )
    for figure, table, name in tables:
        shown = company.figure(figure, name)
        assert company.parquet(table).to_dicts() == shown
        assert [list(row) for row in company.csv(table)] == [list(row) for row in shown]
    answers = company.parquet("answers")
    assert answers["count"].to_list() == [1, 1]
    assert answers["evidence"].to_list() == ["too_few", "too_few"]
    assert company.parquet("landings").to_dicts() == company.figure("journey", "campaigns")
    steps = company.parquet("journey")
    assert steps.columns == [
        "visitsOf", "step", "questionId", "questionText", "visits", "share", "low", "high", "dropped", "dropRate",
        "stillActive",
    ]  # fmt: skip
    of_all = steps.filter(pl.col("visitsOf") == "all")
    assert of_all.select("step", "visits", "dropped").rows() == [("landing", 1, 0), ("search", 1, 1)]
    assert [row["visitsOf"] for row in company.csv("journey")] == ["all", "all", "withoutQuiz", "withoutQuiz"]


def test_a_spreadsheet_runs_nothing(company: Company) -> None:
    content = company.file("sessions", "csv")
    assert content.startswith(b"\xef\xbb\xbf")
    row = company.csv("sessions")[1]
    assert (row["utmSource"], row["utmMedium"], row["utmCampaign"]) == ("'=HYPERLINK(1)", "'@cpc", "'-1+1")
    # Parquet is read by programs: values are not escaped.
    assert company.parquet("sessions")["utmSource"].to_list()[1] == "=HYPERLINK(1)"


STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
TABLES: tuple[Table, ...] = ("answers", "funnel", "campaigns", "sessions", "responses", "landings")


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_no_text_of_any_file_runs(company: Company, source: Source, start: str) -> None:
    """All texts written by a visitor, or by a company in its quiz."""
    planted = f'{start}cmd|"A0", 1;2'
    traits = Traits(planted, planted, planted, planted)
    source.session(
        company.tenant, planted, utm=(planted, planted, planted), quiz_version=planted, traits=traits
    )
    source.answer(company.tenant, planted, planted, planted)
    source.view(company.tenant, planted, planted)
    source.step(company.tenant, uuid5(company.tenant, planted), "landing", utm=(planted, planted, planted))
    company.pipeline.ingest.run()
    found = set()
    for table in TABLES:
        text = company.file(table, "csv").decode("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert [cell for cell in cells if cell.startswith(STARTS) and not is_number(cell)] == [], table
        # Campaigns are listed without surrounding spaces.
        found |= {table for cell in cells if cell.removeprefix("'").strip() == planted.strip()}
    assert found == set(TABLES)


def is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdigit()


def test_exports_what_is_filtered(company: Company) -> None:
    day = (NOW + timedelta(hours=11)).date()
    # 20:00 UTC is the next day in Tbilisi.
    assert company.csv("sessions", days(day, day))[0]["sessionId"] == "s1"
    assert len(company.csv("sessions", month(2026, 6, filters=Filters(utm_source="google")))) == 1
    assert company.csv("sessions", whole_year(2025)) == []
    assert company.parquet("campaigns", whole_year(2025)).is_empty()
    assert company.parquet("answers", whole_year(2025)).is_empty()


def test_large_ones_leave_in_pieces_and_in_order(company: Company, source: Source) -> None:
    source.run(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " select %s, 'many_' || n, 'v1', %s + n * interval '1 second', now() from generate_series(1, 60000) n",
        company.tenant,
        NOW,
    )
    company.pipeline.ingest.run()
    pieces = list(company.exports.write(company.tenant, "sessions", JUNE, "csv").pieces())
    assert len(pieces) > 5
    assert max(map(len, pieces)) <= 256 * 1024
    moments = [row["startedAt (Asia/Tbilisi)"] for row in company.csv("sessions")]
    assert len(moments) == 60002
    assert moments == sorted(moments)
