"""When a report is due and of which days it is, and which links end a subscription."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from abano.analytics.email_reports.figures import kept_query
from abano.analytics.email_reports.letters import alert_sentence, filters_text
from abano.analytics.email_reports.models import InsightAlert
from abano.analytics.email_reports.rules import Period, before, due_period, last_period, period_of
from abano.analytics.email_reports.service import read_key, unsubscribe_key
from abano.core.errors import InvalidInput
from abano.core.languages.texts import texts_in
from abano_shared.contract.filters import WIRE_NAMES

TBILISI, BERLIN = ZoneInfo("Asia/Tbilisi"), ZoneInfo("Europe/Berlin")
WEEK = Period(date(2025, 3, 10), date(2025, 3, 16))
MARCH = Period(date(2025, 3, 1), date(2025, 3, 31))


def test_a_week_is_due_on_monday_at_eight_of_the_company_and_for_two_days() -> None:
    monday = datetime(2025, 3, 17, 4, tzinfo=UTC)
    assert due_period("week", monday, TBILISI) == (WEEK, monday)
    assert due_period("week", monday - timedelta(seconds=1), TBILISI) is None
    assert due_period("week", monday + timedelta(days=2), TBILISI) == (WEEK, monday)
    assert due_period("week", monday + timedelta(days=2, seconds=1), TBILISI) is None


def test_a_month_is_due_on_its_first_day_also_when_clocks_have_changed() -> None:
    # Summer time began two days before.
    due = datetime(2025, 4, 1, 6, tzinfo=UTC)
    assert due_period("month", due, BERLIN) == (MARCH, due)
    assert due_period("month", due - timedelta(minutes=1), BERLIN) is None


def test_periods_and_those_before() -> None:
    assert last_period("month", date(2025, 1, 31)) == Period(date(2024, 12, 1), date(2024, 12, 31))
    assert last_period("week", date(2025, 3, 23)) == WEEK
    assert before("week", WEEK) == Period(date(2025, 3, 3), date(2025, 3, 9))
    assert before("month", MARCH) == Period(date(2025, 2, 1), date(2025, 2, 28))
    assert period_of("month", date(2025, 3, 1)) == MARCH


def test_a_link_is_of_one_subscription_of_one_company() -> None:
    ours, theirs, one = UUID(int=1), UUID(int=2), UUID(int=3)
    key = unsubscribe_key("secret", ours, one)
    assert read_key("secret", ours, key) == one
    assert read_key("secret", theirs, key) is None
    assert read_key("another", ours, key) is None
    for broken in ("", "A" * len(key), key[:-1], "ü" * len(key), "!" * len(key)):
        assert read_key("secret", ours, broken) is None


def test_filters_are_kept_without_their_period_and_bad_ones_are_named() -> None:
    assert (
        kept_query("from=2025-01-01&year=2025&device=phone&utmCampaign=a%26b")
        == "device=phone&utmCampaign=a%26b"
    )
    assert kept_query("answer=q1%3Ano&answer=q2%3Ayes&lang=ka") == "answer=q1%3Ano&answer=q2%3Ayes"
    for bad in ("device=fridge", "utmSource=a%00b", "&".join(f"x{number}=1" for number in range(40))):
        with pytest.raises(InvalidInput):
            kept_query(bad)


def test_every_filter_has_a_name_in_emails() -> None:
    for name in (*WIRE_NAMES.values(), "answer"):
        value = "5:14" if name == "hourOfWeek" else "x"
        assert not filters_text([(name, value)], texts_in("en")).startswith(f"{name}:")


@pytest.mark.parametrize(
    ("measure", "campaign", "before", "now", "stated"),
    [
        (
            "conversion", "autumn-4x4", 0.062, 0.031,
            "Conversion of “autumn-4x4” fell by half since Tuesday, 11 March, from 6.2% to 3.1%: 214 sessions,",
        ),
        (
            "completion", "", 0.7, 0.3,
            "Completion of the quiz fell by 57% since Tuesday, 11 March, from 70% to 30%: 214 sessions,",
        ),
        (
            "sessions", "", 90.4, 30.1,
            "Sessions of all campaigns together fell by two thirds since Tuesday, 11 March: 30 a day instead of 90,",
        ),
        (
            "sessions", "(none)", 90, 45,
            "Sessions without a campaign fell by half since Tuesday, 11 March: 45 a day instead of 90,",
        ),
        (
            "conversion", "", 0.06, 0.03,
            "Conversion of all sessions together fell by half since Tuesday, 11 March, from 6% to 3%: 214 sessions,",
        ),
        (
            "conversion", "(none)", 0.06, 0.03,
            (
                "Conversion of sessions without a campaign fell by half since Tuesday, 11 March, from 6% to 3%:"
                " 214 sessions,"
            ),
        ),
        ("silence", "", 0, 0, "No quiz sessions since Tue, 11 Mar 2025, 00:00."),
    ],
)  # fmt: skip
def test_alerts_are_plain_sentences(
    measure: str, campaign: str, before: float, now: float, stated: str
) -> None:
    since = datetime(2025, 3, 10, 20, tzinfo=UTC)
    alert = InsightAlert(
        measure=measure, campaign=campaign, before=before, now=now, since=since, sessions=214
    )
    end = "This is the longest gap so far." if measure == "silence" else "unlikely to be chance."
    assert alert_sentence(alert, texts_in("en"), TBILISI) == f"{stated} {end}"


@pytest.mark.parametrize(
    ("hours", "language", "text"),
    [
        ("5:14", "en", "Time of the week: Fri 14:00 – 15:00"),
        ("1-5:9-17", "en", "Time of the week: Mon – Fri 9:00 – 17:00"),
        ("7:0-24", "de", "Zeit der Woche: So. 0:00 – 24:00"),
    ],
)
def test_hours_of_the_week_are_written_in_words(hours: str, language: str, text: str) -> None:
    assert filters_text([("hourOfWeek", hours)], texts_in(language)) == text
