"""Use cases of alert rules in the console."""

from collections import defaultdict
from datetime import date, datetime, timedelta
from typing import Any, cast
from uuid import UUID

from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.analytics.alert_rules.letters import firing_sentence
from abano.analytics.alert_rules.missing import HOUR
from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.analytics.alert_rules.reading import Asked
from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.rules import (
    CHANGES,
    COUNTS,
    RATES,
    Condition,
    Metric,
    Question,
)
from abano.analytics.alert_rules.schemas import (
    AlertFiringOut,
    AlertQuestion,
    AlertRuleOut,
    AlertRuleRequest,
    AlertRulesResponse,
    OpenAlertOut,
    OpenAlertsResponse,
)
from abano.analytics.email_reports.figures import figure_query, kept_query
from abano.analytics.email_reports.letters import filters_text
from abano.analytics.email_reports.repository import InsightRepository
from abano.analytics.email_reports.schemas import ReaderOut
from abano.analytics.figures.query import instants
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import Texts
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.filters import COMPARES, WIRE_NAMES
from abano_shared.contract.series import Split

MAX_RULES = 30
RECIPIENT_UNKNOWN = Message("alert_recipient_unknown", "Choose colleagues with access to analytics.")
NO_CHANGE_TEST = Message("alert_no_change_test", "Choose a limit: changes of this metric can't be tested.")
NOTHING_TO_MISS = Message("alert_nothing_to_miss", "Only visits, sessions and bookings can be missing.")
VISITS_UNFILTERED = Message(
    "alert_visits_unfiltered", "Visits can't be filtered by answers or a version of the quiz."
)
SNOOZE_DAY = Message("alert_snooze_day", "Choose a day after today, within a year.")
MAX_SNOOZE = timedelta(days=366)
# What says nothing of visits.
NOT_OF_VISITS = frozenset(
    {"answer"} | {WIRE_NAMES[name] for name, one in COMPARES.items() if one.visits is None}
)
# A booking counts for its session's day when it came so soon after midnight.
COMPLETE_AFTER = timedelta(hours=6)
RATE_OVER_100 = Message("alert_rate_over_100", "Enter a percentage of at most 100.")


class TooManyAlertRules(Conflict):
    """There are already 30 alerts. Delete one first."""


async def list_rules(
    uow: UnitOfWork, me: Admin | None, tenant: Tenant, texts: Texts, now: datetime
) -> AlertRulesResponse:
    repository = AlertRuleRepository(uow)
    rules = await repository.rules()
    of_rule: dict[UUID, list[AlertFiring]] = defaultdict(list)
    for firing in await repository.firings():
        of_rule[firing.rule_id].append(firing)
    return AlertRulesResponse(
        rules=[_shown(rule, of_rule[rule.id], texts, tenant, now) for rule in rules],
        readers=[
            ReaderOut(id=each.id, name=each.name or each.email, is_me=me is not None and each.id == me.id)
            for each in await InsightRepository(uow).readers()
        ],
    )


async def list_open(uow: UnitOfWork, tenant: Tenant, texts: Texts, now: datetime) -> OpenAlertsResponse:
    """What is to be looked at."""
    found = await AlertRuleRepository(uow).open_firings(now.astimezone(tenant.zone).date())
    return OpenAlertsResponse(
        alerts=[
            OpenAlertOut(
                id=firing.id,
                name=rule.name,
                part=firing.part_name,
                sentence=firing_sentence(rule, firing, texts, tenant.currency),
                link=firing.link,
                times=firing.times,
                opened_at=firing.opened_at,
            )
            for rule, firing in found
        ]
    )


def _shown(
    rule: AlertRule, firings: list[AlertFiring], texts: Texts, tenant: Tenant, now: datetime
) -> AlertRuleOut:
    return AlertRuleOut(
        id=rule.id,
        name=rule.name,
        metric=cast(Metric, rule.metric),
        query=rule.query,
        filters=filters_text(figure_query(rule.query).given(), texts),
        split=cast(Split, rule.split),
        window_days=rule.window_days,
        hours=rule.hours,
        condition=cast(Condition, rule.condition),
        limit=rule.limit_value,
        min_sessions=rule.min_sessions,
        recipients=rule.recipients,
        is_on=rule.is_on,
        snoozed_until=rule.snoozed_until if is_snoozed(rule, tenant, now) else None,
        checked_through=rule.checked_through,
        last_value=rule.last_value,
        next_check_at=_next_check(rule, tenant, now),
        firings=[
            AlertFiringOut(
                id=each.id,
                part=each.part_name,
                first_day=each.first_day,
                last_day=each.last_day,
                value=each.value,
                before=each.before,
                sessions=each.sessions,
                times=each.times,
                sentence=firing_sentence(rule, each, texts, tenant.currency),
                link=each.link,
                created_at=each.created_at,
                opened_at=each.opened_at,
                acknowledged_at=each.acknowledged_at,
                resolved_at=each.resolved_at,
            )
            for each in firings
        ],
    )


def is_snoozed(rule: AlertRule, tenant: Tenant, now: datetime) -> bool:
    return rule.snoozed_until is not None and rule.snoozed_until > now.astimezone(tenant.zone).date()


def _next_check(rule: AlertRule, tenant: Tenant, now: datetime) -> datetime | None:
    """When the next day is complete, or the next hour; the present where a check is due."""
    if not rule.is_on:
        return None
    snoozed = rule.snoozed_until if is_snoozed(rule, tenant, now) else None
    if rule.condition == "missing":
        due = rule.checked_through + HOUR if rule.checked_through else now
        return max(now, due, instants(snoozed, snoozed, tenant.zone)[0] if snoozed else now)
    last = now.astimezone(tenant.zone).date() - timedelta(days=1)
    until = instants(last, last, tenant.zone)[1]
    if rule.checked_through is not None and rule.checked_through >= until:
        until = instants(last + timedelta(days=1), last + timedelta(days=1), tenant.zone)[1]
    if snoozed:
        until = max(until, instants(snoozed, snoozed, tenant.zone)[0])
    return max(now, until + COMPLETE_AFTER)


async def add_rule(uow: UnitOfWork, actor: Actor, asked: AlertRuleRequest, now: datetime) -> None:
    """Raises InvalidInput, TooManyAlertRules."""
    values = await _values(uow, asked)
    repository = AlertRuleRepository(uow)
    await repository.lock()
    if await repository.count() >= MAX_RULES:
        raise TooManyAlertRules
    author = cast(UUID, actor.admin_id)
    days = {"created_by": author, "created_at": now, "updated_at": now}
    rule = AlertRule(tenant_id=uow.tenant_id, id=new_id(), **values, **days)
    await repository.add(rule)
    await _record(uow, actor, "insight.rule_added", {}, _snapshot(rule), now)


async def change_rule(
    uow: UnitOfWork, actor: Actor, rule_id: UUID, asked: AlertRuleRequest, now: datetime
) -> None:
    """What is open of the old rule ends; the new one is judged soon. Raises InvalidInput, NotFound."""
    repository = AlertRuleRepository(uow)
    rule = await repository.find(rule_id)
    if rule is None:
        raise NotFound
    values = await _values(uow, asked)
    before = _snapshot(rule)
    was_asked = asked_of(rule), rule.is_on
    for name, value in values.items():
        setattr(rule, name, value)
    rule.updated_at = now
    if (asked_of(rule), rule.is_on) != was_asked:
        rule.checked_through = rule.last_value = None
        await repository.resolve(rule_id, now)
    if asked_of(rule) != was_asked[0]:
        # What answered another question.
        await repository.delete_firings(rule_id)
    await _record(uow, actor, "insight.rule_changed", before, _snapshot(rule), now)


async def remove_rule(uow: UnitOfWork, actor: Actor, rule_id: UUID, now: datetime) -> None:
    """With what it noticed. Raises NotFound."""
    repository = AlertRuleRepository(uow)
    rule = await repository.find(rule_id)
    if rule is None:
        raise NotFound
    before = _snapshot(rule)
    await repository.delete(rule_id)
    await _record(uow, actor, "insight.rule_deleted", before, {}, now)


async def snooze_rule(
    uow: UnitOfWork, actor: Actor, tenant: Tenant, rule_id: UUID, until: date | None, now: datetime
) -> None:
    """Stop checking until that day, or go on. Raises InvalidInput, NotFound."""
    today = now.astimezone(tenant.zone).date()
    if until is not None and not today < until <= today + MAX_SNOOZE:
        raise InvalidInput.of("until", SNOOZE_DAY())
    rule = await AlertRuleRepository(uow).find(rule_id)
    if rule is None:
        raise NotFound
    before = _snapshot(rule)
    rule.snoozed_until = until
    # A check that is under way is not kept.
    rule.updated_at = now
    await _record(uow, actor, "insight.rule_changed", before, _snapshot(rule), now)


async def acknowledge(uow: UnitOfWork, actor: Actor, firing_id: UUID, now: datetime) -> None:
    """Someone looks into it: it is no task any more, until it fires again. Raises NotFound."""
    found = await AlertRuleRepository(uow).find_firings([firing_id])
    if not found:
        raise NotFound
    rule, firing = found[0]
    if firing.acknowledged_at is None:
        firing.acknowledged_at, firing.acknowledged_by = now, actor.admin_id
        after = {"name": rule.name, "part": firing.part_name}
        await _record(uow, actor, "insight.rule_acknowledged", {}, after, now)


def check_question(asked: AlertQuestion) -> Asked:
    """What is asked, with filters in one form. Raises InvalidInput."""
    if asked.condition in CHANGES and asked.metric not in COUNTS | RATES:
        raise InvalidInput.of("condition", NO_CHANGE_TEST())
    if asked.condition == "missing" and asked.metric not in COUNTS:
        raise InvalidInput.of("condition", NOTHING_TO_MISS())
    if asked.metric in RATES and asked.limit > 100:
        raise InvalidInput.of("limit", RATE_OVER_100())
    query = kept_query(asked.query)
    if asked.metric == "visits" and NOT_OF_VISITS & {name for name, _ in figure_query(query).given()}:
        raise InvalidInput.of("query", VISITS_UNFILTERED())
    is_missing = asked.condition == "missing"
    question = Question(
        asked.metric,
        asked.condition,
        asked.window_days,
        asked.limit if asked.condition in {"above", "below"} else 0.0,
        0 if is_missing else asked.min_sessions,
        asked.hours if is_missing else 0,
    )
    return Asked(question, query, asked.split)


async def _values(uow: UnitOfWork, asked: AlertRuleRequest) -> dict[str, Any]:
    """The columns of a rule. Raises InvalidInput."""
    checked = check_question(asked)
    readers = {each.id for each in await InsightRepository(uow).readers()}
    recipients = list(dict.fromkeys(asked.recipients))
    if not readers.issuperset(recipients):
        raise InvalidInput.of("recipients", RECIPIENT_UNKNOWN())
    question = checked.question
    return {
        "name": asked.name,
        "metric": question.metric,
        "query": checked.query,
        "split": checked.split,
        "window_days": question.window,
        "hours": question.hours,
        "condition": question.condition,
        "limit_value": question.limit,
        "min_sessions": question.min_sessions,
        "recipients": recipients,
        "is_on": asked.is_on,
    }


def asked_of(rule: AlertRule) -> Asked:
    question = Question(
        cast(Metric, rule.metric),
        cast(Condition, rule.condition),
        rule.window_days,
        rule.limit_value,
        rule.min_sessions,
        rule.hours,
    )
    return Asked(question, rule.query, cast(Split, rule.split))


def _snapshot(rule: AlertRule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "metric": rule.metric,
        "condition": rule.condition,
        "limit": rule.limit_value,
        "days": rule.window_days,
        "minSessions": rule.min_sessions,
        "filters": rule.query,
        "each": rule.split,
        "hours": rule.hours,
        "on": rule.is_on,
        "snoozedUntil": rule.snoozed_until,
    }


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: Any,
    before: dict[str, Any],
    after: dict[str, Any],
    now: datetime,
) -> None:
    await record(uow, actor, action, subject=("insight", "alerts"), before=before, after=after, now=now)
