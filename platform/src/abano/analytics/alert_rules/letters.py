"""Sentences of alert rules. Pure."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import cast

from babel.dates import format_date, format_interval

from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.analytics.alert_rules.rules import RATES, Condition, Metric, Question
from abano.core.languages.texts import Texts, format_money, format_number, format_percent

MONEY = frozenset({"booked_value", "value_per_session", "cost", "cost_without_bookings", "cost_per_booking"})


def metric_name(metric: str, texts: Texts) -> str:
    return {
        "visits": texts.gettext("Visits"),
        "sessions": texts.gettext("Sessions"),
        "completion": texts.gettext("Completion"),
        "conversion": texts.gettext("Conversion"),
        "bookings": texts.gettext("Sessions that booked"),
        "booked_value": texts.gettext("Booked value"),
        "value_per_session": texts.gettext("Value per session"),
        "cost": texts.gettext("Cost"),
        "cost_without_bookings": texts.gettext("Cost without bookings"),
        "cost_per_booking": texts.gettext("Cost per booking"),
        "return_on_spend": texts.gettext("Return on ad spend"),
    }[metric]


def firing_sentence(rule: AlertRule, firing: AlertFiring, texts: Texts, currency: str) -> str:
    """Such as: autumn: Conversion, 9 – 11 Nov 2026: 0% of 54 sessions, 18% before. Unlikely to be chance."""
    fact = Fact(
        firing.first_day, firing.last_day, firing.value, firing.before, firing.sessions, firing.part_name
    )
    question = Question(
        cast(Metric, rule.metric),
        cast(Condition, rule.condition),
        rule.window_days,
        rule.limit_value,
        hours=rule.hours,
    )
    return fact_sentence(question, fact, texts, currency)


@dataclass(frozen=True, slots=True)
class Fact:
    """What a rule noticed. ``part``: the name of the campaign or source."""

    first_day: date
    last_day: date
    value: float
    before: float | None
    sessions: int
    part: str = ""


def fact_sentence(asked: Question, firing: Fact, texts: Texts, currency: str) -> str:
    sentence = _sentence(asked, firing, texts, currency)
    return f"{firing.part}: {sentence}" if firing.part else sentence


def _sentence(asked: Question, firing: Fact, texts: Texts, currency: str) -> str:
    if asked.condition == "missing":
        return _missing_sentence(asked, firing, texts)
    values = {
        "metric": metric_name(asked.metric, texts),
        "period": _period(firing, texts),
        "value": _value(asked.metric, firing.value, texts, currency),
        "sessions": _counted(asked.metric, firing.sessions, texts),
        "limit": _value(asked.metric, asked.limit, texts, currency),
    }
    if firing.before is not None:
        before = _value(asked.metric, firing.before, texts, currency)
        return texts.gettext(
            "{metric}, {period}: {value} ({sessions}). Expected from the four weeks before: {before}. Unlikely to be"
            " chance.",
            **values | {"before": before},
        )
    if asked.condition == "above":
        return texts.gettext(
            "{metric}, {period}: {value} ({sessions}). That is above your limit of {limit}.", **values
        )
    return texts.gettext(
        "{metric}, {period}: {value} ({sessions}). That is below your limit of {limit}.", **values
    )


def _counted(metric: str, count: int, texts: Texts) -> str:
    number = format_number(count, texts.locale)
    if metric == "visits":
        return texts.ngettext("{number} visit", "{number} visits", count, number=number)
    return texts.ngettext("{number} session", "{number} sessions", count, number=number)


def _missing_sentence(asked: Question, firing: Fact, texts: Texts) -> str:
    what = {
        "visits": texts.gettext("No visits"),
        "sessions": texts.gettext("No quiz sessions"),
        "bookings": texts.gettext("No bookings"),
    }[asked.metric]
    hours = texts.ngettext(
        "{number} hour", "{number} hours", asked.hours, number=format_number(asked.hours, texts.locale)
    )
    return texts.gettext(
        "{what} for {hours}, up to {day}. Expected from the four weeks before: {before}. Unlikely to be chance.",
        what=what,
        hours=hours,
        day=format_date(firing.last_day, "d MMM yyyy", texts.locale),
        before=format_number(round(firing.before or 0), texts.locale),
    )


def _period(firing: Fact, texts: Texts) -> str:
    if firing.last_day - firing.first_day < timedelta(days=1):
        return format_date(firing.last_day, "d MMM yyyy", texts.locale)
    return str(format_interval(firing.first_day, firing.last_day, "yMMMd", locale=texts.locale))


def _value(metric: str, value: float, texts: Texts, currency: str) -> str:
    if metric in RATES:
        return format_percent(round(value * 10) * 10, texts.locale)
    if metric in MONEY:
        return format_money(round(value * 100), currency, texts.locale)
    if metric == "return_on_spend":
        return f"{format_number(Decimal(round(value * 10)) / 10, texts.locale)} ×"
    return format_number(round(value), texts.locale)
