"""Campaign reports of Google Ads as several people export them: languages, encodings, signs, titles and sums."""

from datetime import date
from decimal import Decimal

import pytest

from abano.analytics.ad_costs.ads_report import MAX_BYTES, MAX_LINES, CostLine, read_report
from abano.core.errors import InvalidInput, RefusedValue
from abano.core.written_values import amount_minor, parse_day

# As the console exports a report: two titles, sums of three kinds below.
ENGLISH = """Campaign performance report
"September 1, 2026 - September 2, 2026"
Day,Campaign status,Campaign,Currency code,Cost,Impr.,Clicks,CTR
2026-09-01,Enabled,autumn-4x4,EUR,"1,234.56","12,345",210,1.70%
2026-09-02,Enabled,autumn-4x4,EUR,98.7,900,18,2.00%
2026-09-01,Paused,"Brand, Georgia",EUR,0.00,0,0,--
Total: Campaigns, --, --,EUR,"1,333.26","13,245",228,1.72%
Total: Account, --, --,EUR,"1,333.26","13,245",228,1.72%
Total: Search, --, --,EUR,"1,333.26","13,245",228,1.72%
"""
# As "Excel .csv" comes: UTF-16 with its mark, tabs, and the language of the account.
GERMAN = (
    "Kampagnenbericht\r\n1. September 2026 – 30. September 2026\r\n"
    "Tag\tKampagne\tWährungscode\tKosten\tKlicks\tImpr.\r\n"
    "01.09.2026\therbst-4x4\tEUR\t1.234,56\t210\t12.345\r\n"
    "02.09.2026\therbst-4x4\tEUR\t98,7\t18\t900\r\n"
    "Gesamt: Kampagnen\t --\tEUR\t1.333,26\t228\t13.245\r\n"
)
RUSSIAN = (
    "Кампания;День;Стоимость;Код валюты;Клики;Показы\n"
    "осень-4x4;1 сент. 2026 г.;1\u00a0234,56;GEL;210;12\u00a0345\n"
)
GEORGIAN = "კამპანია\tდღე\tხარჯი\tვალუტის კოდი\nშემოდგომა\t2026-09-01\t₾75,5\tGEL\n"


def line(number: int, campaign: str, day: date, currency: str, minor: int, *counts: int | None) -> CostLine:
    clicks, impressions = counts or (None, None)
    return CostLine(number, campaign, day, day, currency, minor, clicks, impressions)


FIRST, SECOND = date(2026, 9, 1), date(2026, 9, 2)
# As Meta's Ads Manager exports a report broken down by day: its sum comes first and names no campaign.
META = """"Campaign name",Day,"Reporting starts","Reporting ends","Amount spent (EUR)",Impressions,"Link clicks"
"",,2026-09-01,2026-09-30,112.30,"14,000",250
"Autumn 4x4",2026-09-01,2026-09-01,2026-09-01,12.30,4000,50
"Autumn 4x4",2026-09-02,2026-09-02,2026-09-02,100,10000,200
"""
META_WITHOUT_DAYS = """"Campaign name","Reporting starts","Reporting ends","Amount spent (USD)"
"Autumn 4x4",2026-09-01,2026-09-30,112.30
"""
META_GERMAN = (
    "Kampagnenname;Tag;Ausgegebener Betrag (EUR);Impressionen;Link-Klicks\nHerbst;01.09.2026;12,30;4.000;50\n"
)
# As Microsoft Advertising exports it, in the United States.
MICROSOFT = """"Report Name: Campaign performance"
"Report Time: 9/1/2026,9/30/2026"
"Time period","Campaign name","Currency code",Impressions,Clicks,Spend
"9/1/2026","autumn-4x4",USD,4000,50,12.30
"9/30/2026","autumn-4x4",USD,10000,200,100.00
"©2026 Microsoft Corporation. All rights reserved."
"""


def test_an_english_report_without_its_titles_and_sums() -> None:
    report = read_report(ENGLISH.encode())
    assert report.lines == [
        line(4, "autumn-4x4", FIRST, "EUR", 123456, 210, 12345),
        line(5, "autumn-4x4", SECOND, "EUR", 9870, 18, 900),
        line(6, "Brand, Georgia", FIRST, "EUR", 0, 0, 0),
    ]
    assert (report.refused, report.sums) == ([], 3)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-8"])
def test_a_german_one_in_any_encoding(encoding: str) -> None:
    assert read_report(GERMAN.encode(encoding)).lines == [
        line(4, "herbst-4x4", FIRST, "EUR", 123456, 210, 12345),
        line(5, "herbst-4x4", SECOND, "EUR", 9870, 18, 900),
    ]


def test_russian_and_georgian_ones() -> None:
    assert read_report(RUSSIAN.encode()).lines == [line(2, "осень-4x4", FIRST, "GEL", 123456, 210, 12345)]
    assert read_report(GEORGIAN.encode()).lines == [line(2, "შემოდგომა", FIRST, "GEL", 7550)]


def test_one_without_days_is_of_the_days_in_its_title() -> None:
    for title in (
        '"September 1, 2026 - September 30, 2026"',
        "1 Sep 2026 - 30 Sep 2026",
        "2026-09-01 - 2026-09-30",
    ):
        [read] = read_report(f"Report\n{title}\nCampaign,Cost\nspring,12.5\n".encode()).lines
        assert (read.first_day, read.last_day, read.amount_minor) == (FIRST, date(2026, 9, 30), 1250)


def test_lines_of_the_same_campaign_and_day_are_added_up() -> None:
    """As with a segment by device or network."""
    [read] = read_report(
        b"Campaign,Day,Cost,Clicks\nSpring,2026-09-01,1.10,3\nspring ,2026-09-01,2.20,4\n"
    ).lines
    assert (read.amount_minor, read.clicks, read.line) == (330, 7, 2)


@pytest.mark.parametrize(
    ("content", "conversions"),
    [
        (
            "Day,Campaign,Cost,Conversions\n2026-09-01,spring,1,2.50\n2026-09-01,Spring,1,0.333333\n",
            "2.833333",
        ),
        ("Day,Campaign,Cost,Conv.\n2026-09-01,spring,1,--\n", None),
        ("Tag\tKampagne\tKosten\tConversions\n01.09.2026\therbst\t1,00\t1.234,5\n", "1234.5"),
        ("День;Кампания;Стоимость;Конверсии\n1 сент. 2026 г.;осень;1,00;3,00\n", "3"),
        (
            "Campaign name,Day,Amount spent (USD),Results\nAutumn 4x4,2026-09-01,112.30,7\n",
            "7",
        ),
        ('"Time period","Campaign name",Spend,Conversions\n"9/30/2026",autumn,1.00,4\n', "4"),
    ],
    ids=["Google", "none", "German", "Russian", "Meta", "Microsoft"],
)
def test_conversions_as_the_program_counts_them(content: str, conversions: str | None) -> None:
    report = read_report(content.encode())
    assert report.refused == []
    [read] = report.lines
    assert read.conversions == (None if conversions is None else Decimal(conversions))


def test_what_is_not_understood_names_its_line_and_column() -> None:
    report = read_report(
        b"Day,Campaign,Cost,Clicks,Currency code\n"
        b"6/7/2026,spring,1.00,1,EUR\n"
        b"2026-09-01,spring,12.345.6,1,EUR\n"
        b"2026-09-01,spring,1.2345,1,EUR\n"
        b"2026-09-01,,1.00,1,EUR\n"
        b"2026-09-01,spring,1.00,one,EUR\n"
        b"2026-09-01,spring,1.00,1,EURO\n"
        b"2026-09-31,Total,1.00,1,EUR\n"
        b"2026-09-30,Total,1.00,1,EUR\n"
    )
    assert [(one.line, one.column, one.sentence.code) for one in report.refused] == [
        (2, "Day", "cost_day_unreadable"),
        (3, "Cost", "cost_number_unreadable"),
        (4, "Cost", "cost_parts_of_cents"),
        (5, "Campaign", "cost_campaign_missing"),
        (6, "Clicks", "cost_number_unreadable"),
        (7, "Currency code", "cost_currency_unknown"),
    ]
    # A campaign may be called so; only a line of no day adds others up.
    assert ([one.campaign for one in report.lines], report.sums) == (["Total"], 1)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "cost_columns_missing"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "cost_file_unreadable"),
        (b"Name,Price\nA,1\n", "cost_columns_missing"),
        (b"Campaign,Cost\nspring,1\n", "cost_day_missing"),
        (b"Campaign,Day,Cost\nTotal: Campaigns,--,0\n", "cost_empty_file"),
        (b"x" * (MAX_BYTES + 1), "cost_file_too_large"),
        (b"Campaign,Day,Cost\n" + b"a,2026-09-01,1\n" * (MAX_LINES + 1), "cost_file_too_large"),
        (b'Campaign,Day,Cost\n"' + b"a" * 200_000, "cost_file_unreadable"),
    ],
)
def test_what_is_no_report_is_refused_as_a_whole(content: bytes, code: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_report(content)
    assert [(field.field, field.sentence.code) for field in refusal.value.fields] == [("file", code)]


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("0", 0), ("12", 1200), ("12.5", 1250), ("12,50", 1250), ("1,234", 123400), ("1.234", 123400),
        ("1.234.567,8", 123456780), ("1,23,456.78", 12345678), ("1'234.50", 123450), ("€ 12.30", 1230),
        ("1 234", 123400), ("0.5", 50), ("1234.5", 123450), ("2.500", 250000), ("12.500000", 1250),
    ],
)  # fmt: skip
def test_amounts_are_read_to_the_cent(text: str, minor: int) -> None:
    assert amount_minor(text) == minor


@pytest.mark.parametrize(
    "text", ["", "--", "-5", "1.2.3", "12,34,5", "1e5", "0.123", "1.23.456,7.8", "9" * 30]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(RefusedValue):
        amount_minor(text)


def test_days_are_read_where_they_mean_one_day_only() -> None:
    written = [
        "2026-9-1",
        "01.09.2026",
        "1 September 2026",
        "Sep 1, 2026",
        "1. Sept. 2026",
        "1 сентября 2026 г.",
    ]
    assert {parse_day(text) for text in written} == {FIRST}
    for text in ("9/1/2026", "1 Foo 2026", "31.02.2026", ""):
        with pytest.raises(RefusedValue):
            parse_day(text)


def test_a_report_of_meta() -> None:
    report = read_report(META.encode())
    assert report.lines == [
        line(3, "Autumn 4x4", FIRST, "EUR", 1230, 50, 4000),
        line(4, "Autumn 4x4", SECOND, "EUR", 10000, 200, 10000),
    ]
    assert (report.refused, report.sums, report.program) == ([], 1, "meta")
    [whole] = read_report(META_WITHOUT_DAYS.encode()).lines
    assert (whole.first_day, whole.last_day, whole.currency) == (FIRST, date(2026, 9, 30), "USD")
    german = read_report(META_GERMAN.encode())
    assert (german.lines, german.program) == ([line(2, "Herbst", FIRST, "EUR", 1230, 50, 4000)], "meta")


def test_a_report_of_microsoft() -> None:
    report = read_report(MICROSOFT.encode("utf-8-sig"))
    assert report.lines == [
        line(4, "autumn-4x4", FIRST, "USD", 1230, 50, 4000),
        line(5, "autumn-4x4", date(2026, 9, 30), "USD", 10000, 200, 10000),
    ]
    assert (report.refused, report.sums, report.program) == ([], 1, "microsoft")


def test_days_with_slashes_are_read_where_another_line_tells_their_order() -> None:
    def days(*texts: str) -> list[date | str]:
        rows = "".join(f"{text},spring,1\n" for text in texts)
        report = read_report(f"Day,Campaign,Cost\n{rows}".encode())
        return sorted(one.first_day for one in report.lines) or [one.sentence.code for one in report.refused]

    assert days("6/7/2026", "6/30/2026") == [date(2026, 6, 7), date(2026, 6, 30)]
    assert days("7/6/2026", "30/6/2026") == [date(2026, 6, 7), date(2026, 6, 30)]
    # Nothing tells it, or both do.
    assert days("6/7/2026") == ["cost_day_unreadable"]
    assert days("6/30/2026", "30/6/2026") == ["cost_day_unreadable", "cost_day_unreadable"]


def test_a_last_day_before_the_first_is_refused() -> None:
    report = read_report(
        b"Campaign name,Reporting starts,Reporting ends,Amount spent (EUR)\nspring,2026-09-02,2026-09-01,1\n"
    )
    assert [(one.column, one.sentence.code) for one in report.refused] == [
        ("Reporting ends", "cost_days_reversed")
    ]
