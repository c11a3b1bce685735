"""Sentences of alert rules. Pure."""

from datetime import timedelta
from decimal import Decimal

from babel.dates import format_date, format_interval

from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.analytics.alert_rules.rules import RATES
from abano.core.languages.texts import Texts, format_money, format_number, format_percent

MONEY = frozenset({"booked_value", "value_per_session", "cost", "cost_without_bookings", "cost_per_booking"})


def metric_name(metric: str, texts: Texts) -> str:
    return {
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
    """Such as: Conversion, 9 – 11 Nov 2026: 0% of 54 sessions, 18% before. Unlikely to be chance."""
    values = {
        "metric": metric_name(rule.metric, texts),
        "period": _period(firing, texts),
        "value": _value(rule.metric, firing.value, texts, currency),
        "sessions": texts.ngettext(
            "{number} session",
            "{number} sessions",
            firing.sessions,
            number=format_number(firing.sessions, texts.locale),
        ),
        "limit": _value(rule.metric, rule.limit_value, texts, currency),
    }
    if firing.before is not None:
        before = _value(rule.metric, firing.before, texts, currency)
        return texts.gettext(
            "{metric}, {period}: {value} ({sessions}). Expected from the four weeks before: {before}. Unlikely to be"
            " chance.",
            **values | {"before": before},
        )
    if rule.condition == "above":
        return texts.gettext(
            "{metric}, {period}: {value} ({sessions}). That is above your limit of {limit}.", **values
        )
    return texts.gettext(
        "{metric}, {period}: {value} ({sessions}). That is below your limit of {limit}.", **values
    )


def _period(firing: AlertFiring, texts: Texts) -> str:
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
