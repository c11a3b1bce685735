"""The content of reports and alerts. Pure, but for the pictures, which take processor time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_interval

from abano.analytics.email_reports.figures import MAX_CAMPAIGNS, Figures, ReportedAnswer
from abano.analytics.email_reports.models import InsightAlert
from abano.analytics.email_reports.pictures import DayWords, draw_answers, draw_days
from abano.analytics.email_reports.rules import Period, Span
from abano.core.languages.texts import Texts, format_moment, format_money, format_number, format_percent
from abano.messaging.outbox.layout import Button, Letter, Part, Picture, Tile
from abano_shared.contract.filters import HoursOfWeek, Match

# Sentences of alerts, and words of filters and periods. Pure.

# As analytics names sessions without one.
NONE = "(none)"
# How much is left, and what people call it.
THIRD, HALF, TWO_THIRDS = (0.62, 0.71), (0.45, 0.55), (0.29, 0.38)


def alert_sentence(alert: InsightAlert, texts: Texts, zone: ZoneInfo) -> str:
    """Such as: Conversion of “autumn-4x4” fell by half since Tue, 3 Nov 2026 …"""
    since = alert.since.astimezone(zone)
    if alert.measure == "silence":
        return texts.gettext(
            "No quiz sessions since {moment}. This is the longest gap so far.",
            moment=format_moment(since, texts.locale),
        )
    values = {
        "campaign": alert.campaign,
        "how": _how(alert, texts),
        "day": format_date(since.date(), "EEEE, d MMMM", texts.locale),
    }
    if alert.measure == "sessions":
        numbers = {"now": _number(alert.now, texts), "before": _number(alert.before, texts)}
        return _sessions_sentence(alert.campaign, texts, values | numbers)
    values |= {
        "now": _share(alert.now, texts),
        "before": _share(alert.before, texts),
        "sessions": format_number(alert.sessions, texts.locale),
    }
    if alert.measure == "completion":
        return texts.gettext(
            "Completion of the quiz fell {how} since {day}, from {before} to {now}: {sessions} sessions, unlikely to"
            " be chance.",
            **values,
        )
    return _conversion_sentence(alert.campaign, texts, values)


def _sessions_sentence(campaign: str, texts: Texts, values: Mapping[str, str]) -> str:
    if campaign == NONE:
        return texts.gettext(
            "Sessions without a campaign fell {how} since {day}: {now} a day instead of {before}, unlikely to be"
            " chance.",
            **values,
        )
    if campaign:
        return texts.gettext(
            "Sessions of “{campaign}” fell {how} since {day}: {now} a day instead of {before}, unlikely to be"
            " chance.",
            **values,
        )
    return texts.gettext(
        "Sessions of all campaigns together fell {how} since {day}: {now} a day instead of {before}, unlikely to be"
        " chance.",
        **values,
    )


def _conversion_sentence(campaign: str, texts: Texts, values: Mapping[str, str]) -> str:
    if campaign == NONE:
        return texts.gettext(
            "Conversion of sessions without a campaign fell {how} since {day}, from {before} to {now}: {sessions}"
            " sessions, unlikely to be chance.",
            **values,
        )
    if campaign:
        return texts.gettext(
            "Conversion of “{campaign}” fell {how} since {day}, from {before} to {now}: {sessions} sessions, unlikely"
            " to be chance.",
            **values,
        )
    return texts.gettext(
        "Conversion of all sessions together fell {how} since {day}, from {before} to {now}: {sessions} sessions,"
        " unlikely to be chance.",
        **values,
    )


def _how(alert: InsightAlert, texts: Texts) -> str:
    left = alert.now / alert.before if alert.before else 1.0
    if THIRD[0] <= left <= THIRD[1]:
        return texts.pgettext("it fell", "by a third")
    if HALF[0] <= left <= HALF[1]:
        return texts.pgettext("it fell", "by half")
    if TWO_THIRDS[0] <= left <= TWO_THIRDS[1]:
        return texts.pgettext("it fell", "by two thirds")
    percent = format_percent(round((1 - left) * 100) * 100, texts.locale)
    return texts.pgettext("it fell", "by {percent}", percent=percent)


def _number(value: float, texts: Texts) -> str:
    return format_number(round(value), texts.locale)


def _share(value: float, texts: Texts) -> str:
    return format_percent(round(value * 1000) * 10, texts.locale)


def rate_text(percent: float, texts: Texts) -> str:
    """A rate as figures have it: percent with one decimal."""
    return format_percent(round(percent * 100), texts.locale)


def period_text(span: Span, period: Period, texts: Texts) -> str:
    """Such as 9 – 15 Nov 2026, or November 2026."""
    if span == "month":
        return format_date(period.first, "LLLL yyyy", texts.locale)
    return str(format_interval(period.first, period.last, "yMMMd", locale=texts.locale))


def day_text(day: date, texts: Texts) -> str:
    return format_date(day, "d MMM", texts.locale)


def filters_text(filters: Iterable[tuple[str, str]], texts: Texts) -> str:
    """What the sessions are narrowed to; empty for all."""
    names = {
        "utmSource": texts.gettext("Source"),
        "utmCampaign": texts.gettext("Campaign"),
        "utmMedium": texts.gettext("Medium"),
        "utmTerm": texts.gettext("Search term"),
        "utmContent": texts.gettext("Ad"),
        "quizVersion": texts.gettext("Quiz version"),
        "device": texts.gettext("Device"),
        "landingPage": texts.gettext("First page"),
        "language": texts.gettext("Language"),
        "country": texts.gettext("Country"),
        "visitor": texts.gettext("Visitor"),
        "hourOfWeek": texts.gettext("Time of the week"),
        "answer": texts.gettext("Answer"),
    }
    return ", ".join(f"{names.get(name, name)}: {_value_text(name, value, texts)}" for name, value in filters)


def _value_text(name: str, value: str, texts: Texts) -> str:
    if name == "answer":
        return value
    return (
        hours_text(HoursOfWeek.of(value), texts)
        if name == "hourOfWeek"
        else match_text(Match.of(value), texts)
    )


# The first of it is a Monday.
_WEEK = date(2024, 1, 1)


def hours_text(span: HoursOfWeek, texts: Texts) -> str:
    """Such as Fri 14:00 – 15:00, or Mon – Fri 9:00 – 17:00."""
    days = " – ".join(
        format_date(_WEEK + timedelta(days=day - 1), "EEE", texts.locale)
        for day in dict.fromkeys((span.first_day, span.last_day))
    )
    return f"{days} {span.first_hour}:00 – {span.end_hour}:00"


def match_text(match: Match, texts: Texts) -> str:
    """Such as "google / bing" or "not google"."""
    values = " / ".join(match.values)
    match match.operator:
        case "not":
            return texts.gettext("not {values}", values=values)
        case "contains":
            return texts.gettext("contains {values}", values=values)
        case "lacks":
            return texts.gettext("does not contain {values}", values=values)
        case _:
            return values


DAYS, ANSWERS = "days", "answers"


def report_letter(
    figures: Figures,
    texts: Texts,
    *,
    title: str,
    filters: str,
    span: Span,
    url: str,
    pictures: Sequence[Picture],
) -> Letter:
    """``title``: the period; ``filters``: what the sessions are narrowed to, empty for all."""
    heading = texts.gettext("Quiz, {period}", period=title)
    paragraphs = [texts.gettext("Sessions with {filters}.", filters=filters)] if filters else []
    if not figures.now.total_sessions:
        paragraphs.append(texts.gettext("No one started the quiz in this period."))
    return Letter(
        heading,
        paragraphs,
        _tiles(figures, texts, span),
        pictures,
        [part for part in (_campaigns(figures, texts), *_answers(figures, texts)) if part.rows],
        Button(texts.gettext("Open analytics"), url),
    )


def alert_letter(sentences: Sequence[str], texts: Texts, url: str) -> Letter:
    heading = texts.ngettext("{count} thing to look at", "{count} things to look at", len(sentences))
    return Letter(heading, sentences, button=Button(texts.gettext("Open analytics"), url))


def report_pictures(figures: Figures, period: Period, texts: Texts, color: str) -> tuple[Picture, ...]:
    """Sessions by day, and answers with evidence where there are some."""
    if not figures.now.total_sessions:
        return ()
    words = DayWords(
        texts.gettext("Sessions"),
        texts.gettext("of which booked"),
        texts.gettext("previous period"),
        day_text(period.first, texts),
        day_text(period.last, texts),
    )
    text = texts.gettext(
        "Sessions by day: {sessions} in all, {conversions} of them booked.",
        sessions=format_number(figures.now.total_sessions, texts.locale),
        conversions=format_number(figures.now.conversion_count, texts.locale),
    )
    days = Picture(DAYS, text, draw_days(figures.days, figures.past_days, words, color))
    answers = (*figures.above, *figures.below)
    if not answers:
        return (days,)
    alt = texts.gettext("How often sessions with each answer book, with the interval of 95 %.")
    rates = [rate_text(each.figures.conversion_rate, texts) for each in answers]
    return days, Picture(ANSWERS, alt, draw_answers(answers, rates, color))


def _tiles(figures: Figures, texts: Texts, span: Span) -> list[Tile]:
    now, past = figures.now, figures.past
    counts = (
        (texts.gettext("Sessions"), now.total_sessions, past.total_sessions),
        (texts.gettext("Sessions that booked"), now.conversion_count, past.conversion_count),
    )
    rates = (
        (texts.gettext("Conversion"), now.conversion_rate, past.conversion_rate),
        (texts.gettext("Completion"), now.completion_rate, past.completion_rate),
    )
    tiles = [
        Tile(label, format_number(value, texts.locale), *_change(value, before, texts, span))
        for label, value, before in counts
    ]
    tiles += [
        Tile(label, rate_text(value, texts), *_points(value, before, texts, span, past.total_sessions))
        for label, value, before in rates
    ]
    booked = format_money(figures.booked_minor, figures.currency, texts.locale)
    change = _change(figures.booked_minor, figures.past_booked_minor, texts, span)
    return [*tiles, Tile(texts.gettext("Booked value, not cancelled"), booked, *change)]


def _change(value: int, before: int, texts: Texts, span: Span) -> tuple[str, bool | None]:
    if not before:
        return "", None
    share = format_percent(abs(round((value - before) / before * 100)) * 100, texts.locale)
    return _compared(value - before, share, texts, span)


def _points(
    value: float, before: float, texts: Texts, span: Span, sessions_before: int
) -> tuple[str, bool | None]:
    if not sessions_before:
        return "", None
    return _compared(round(value - before, 1), rate_text(before, texts), texts, span, is_value=True)


def _compared(
    gap: float, text: str, texts: Texts, span: Span, *, is_value: bool = False
) -> tuple[str, bool | None]:
    """``text``: the difference, or with ``is_value`` the previous value."""
    if is_value:
        text = (
            texts.gettext("{value} the week before", value=text)
            if span == "week"
            else texts.gettext("{value} the month before", value=text)
        )
        return text, None
    if not gap:
        return texts.gettext("no change"), None
    signed = f"+{text}" if gap > 0 else f"−{text}"
    text = (
        texts.gettext("{change} vs. the previous week", change=signed)
        if span == "week"
        else texts.gettext("{change} vs. the previous month", change=signed)
    )
    return text, gap > 0


def _campaigns(figures: Figures, texts: Texts) -> Part:
    rows = []
    for each in figures.campaigns[:MAX_CAMPAIGNS]:
        name = each.campaign or each.source or texts.gettext("no campaign")
        sessions = texts.ngettext(
            "{number} session",
            "{number} sessions",
            each.total_sessions,
            number=format_number(each.total_sessions, texts.locale),
        )
        booked = texts.gettext(
            "{count} booked ({rate}), {value}",
            count=format_number(each.conversion_count, texts.locale),
            rate=rate_text(each.conversion_rate, texts),
            value=format_money(round(each.booked_value * 100), figures.currency, texts.locale),
        )
        rows.append((name, f"{sessions}, {booked}"))
    return Part(texts.gettext("Top campaigns by sessions"), rows)


def _answers(figures: Figures, texts: Texts) -> tuple[Part, Part]:
    return (
        Part(
            texts.gettext("Answers with a higher conversion rate (significant)"),
            [_answer(answer, texts) for answer in figures.above],
        ),
        Part(
            texts.gettext("Answers with a lower conversion rate (significant)"),
            [_answer(answer, texts) for answer in figures.below],
        ),
    )


def _answer(answer: ReportedAnswer, texts: Texts) -> tuple[str, str]:
    figures = answer.figures
    text = texts.gettext(
        "{answer}: {rate} of {count} book ({low} to {high})",
        answer=figures.text,
        rate=rate_text(figures.conversion_rate, texts),
        count=format_number(figures.count, texts.locale),
        low=rate_text(figures.low, texts),
        high=rate_text(figures.high, texts),
    )
    return answer.question, text
