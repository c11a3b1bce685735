"""Sentences of alerts, and words of filters and periods. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_interval

from abano.insight.rules import Period, Span
from abano.languages.formats import format_moment, format_number, format_percent
from abano.languages.texts import Texts
from abano.models.insight import InsightAlert

# As analytics names sessions without one.
NONE = "(none)"
# How much is left, and what people call it.
THIRD, HALF, TWO_THIRDS = (0.62, 0.71), (0.45, 0.55), (0.29, 0.38)


def alert_sentence(alert: InsightAlert, texts: Texts, zone: ZoneInfo) -> str:
    """Such as: Conversion of “autumn-4x4” fell by half since Tue, 3 Nov 2026 …"""
    since = alert.since.astimezone(zone)
    if alert.measure == "silence":
        return texts.gettext(
            "No sessions since {moment}. The quiz was never silent for so long before.",
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
        "utmContent": texts.gettext("Advertisement"),
        "quizVersion": texts.gettext("Version of the quiz"),
        "device": texts.gettext("Device"),
        "landingPage": texts.gettext("First page"),
        "language": texts.gettext("Language"),
        "country": texts.gettext("Country"),
        "visitor": texts.gettext("Visitor"),
        "answer": texts.gettext("Answer"),
    }
    return ", ".join(f"{names.get(name, name)}: {value}" for name, value in filters)
