"""One rule, in Python and in SQL, decides which spellings of a source, medium or campaign are equal."""

from datetime import UTC, datetime, timedelta
from typing import Any

import duckdb
import orjson
import polars as pl
from conftest import Pipeline, Source

from abano_analytics.figures.query import FigureQuery, Filters
from abano_analytics.metrics.money import merge_spellings
from abano_shared.campaign_names import name_key, with_name_keys

JUNE = FigureQuery(datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC))


def test_sql_and_python_agree_on_every_letter() -> None:
    # DuckDB generates the letters itself: passing 129,000 of them takes twenty seconds.
    letters = (
        "select chr(code::int) as name from range(1, 131072) t(code) where code not between 55296 and 57343"
    )
    words = [
        "ΣΊΣΥΦΟΣ",
        " \t Brand-Tbilisi\u00a0\r\n",
        "\u2003x",
        "İstanbul",
        "STRASSE",
        "Straße",
        "",
    ]
    sql = with_name_keys(
        f"select name, name_key(name) from ({letters} union all select unnest($1::varchar[]))"
    )
    keys = dict(duckdb.connect().execute(sql, [words]).fetchall())
    assert keys.keys() >= {*words, *(chr(code) for code in range(1, 0x20000) if not 0xD800 <= code <= 0xDFFF)}
    assert [(name, key, name_key(name)) for name, key in keys.items() if key != name_key(name)] == []
    assert name_key(" \t Brand-Tbilisi\u00a0") == name_key("brand-tbilisi") == "brand-tbilisi"


def test_rows_are_put_together_under_their_most_frequent_spelling() -> None:
    rows = pl.DataFrame(
        {"name": ["brand", "Brand ", "BRAND", "other"], "sessions": [2, 3, 3, 1], "booked": [1, 1, 0, 1]}
    )
    merged = merge_spellings(rows, ["name"], by="sessions").sort("sessions")
    assert merged.rows() == [("other", 1, 1), ("BRAND", 8, 2)]


def test_every_figure_and_filter_takes_spellings_together(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    for number, utm in enumerate(
        [
            ("google", "cpc", "Brand-Tbilisi"),
            ("Google", "CPC", "brand-tbilisi"),
            ("google", "cpc", "Brand-Tbilisi "),
        ]
    ):
        source.session(tenant, f"s{number}", JUNE.since + timedelta(days=1), utm=utm)
    pipeline.ingest.run()

    def figure(name: str, filters: Filters = JUNE.filters) -> dict[str, Any]:
        query = FigureQuery(JUNE.since, JUNE.until, filters)
        answer = pipeline.figures.count((tenant, name, query))  # type: ignore[arg-type]  # each is a figure
        content: dict[str, Any] = orjson.loads(answer.body + b"}")
        return content

    (row,) = figure("campaigns")["campaigns"]
    assert (row["source"], row["medium"], row["campaign"], row["totalSessions"]) == (
        "google", "cpc", "Brand-Tbilisi", 3,
    )  # fmt: skip
    choices = figure("choices")["choices"]
    for name, label in (("utmSource", "google"), ("utmMedium", "cpc"), ("utmCampaign", "Brand-Tbilisi")):
        assert choices[name] == [{"value": label, "sessions": 3}]
    for filters in (
        Filters(utm_source="GOOGLE"),
        Filters(utm_medium="Cpc"),
        Filters(utm_campaign=" brand-TBILISI"),
    ):
        assert figure("overview", filters)["analytics"]["totalSessions"] == 3
        (money,) = figure("money-90-last", filters)["campaigns"]
        assert (money["campaign"], money["totalSessions"]) == ("Brand-Tbilisi", 3)
