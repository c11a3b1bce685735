"""Use cases of alert rules: the console's, and what a day's figures make of a rule."""

from collections import defaultdict
from datetime import date, datetime, timedelta
from typing import Any, cast
from uuid import UUID

from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.analytics.alert_rules.letters import firing_sentence
from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.rules import (
    CHANGES,
    COUNTS,
    RATES,
    RESOLVED_AFTER_DAYS,
    Condition,
    Metric,
    Question,
    Verdict,
)
from abano.analytics.alert_rules.schemas import (
    AlertFiringOut,
    AlertRuleOut,
    AlertRuleRequest,
    AlertRulesResponse,
)
from abano.analytics.email_reports.figures import figure_query, kept_query
from abano.analytics.email_reports.letters import filters_text
from abano.analytics.email_reports.repository import InsightRepository
from abano.analytics.email_reports.schemas import ReaderOut
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import Texts
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.kinds import InsightRuleFired
from abano.messaging.outbox.outbox import enqueue
from abano.tenancy.directory.tenant import Tenant

MAX_RULES = 30
RECIPIENT_UNKNOWN = Message("alert_recipient_unknown", "Choose colleagues with access to analytics.")
NO_CHANGE_TEST = Message("alert_no_change_test", "Choose a limit: changes of this metric can't be tested.")
RATE_OVER_100 = Message("alert_rate_over_100", "Enter a percentage of at most 100.")


class TooManyAlertRules(Conflict):
    """There are already 30 alerts. Delete one first."""


async def list_rules(uow: UnitOfWork, me: Admin | None, tenant: Tenant, texts: Texts) -> AlertRulesResponse:
    repository = AlertRuleRepository(uow)
    rules = await repository.rules()
    of_rule: dict[UUID, list[AlertFiring]] = defaultdict(list)
    for firing in await repository.firings():
        of_rule[firing.rule_id].append(firing)
    return AlertRulesResponse(
        rules=[_shown(rule, of_rule[rule.id], texts, tenant.currency) for rule in rules],
        readers=[
            ReaderOut(id=each.id, name=each.name or each.email, is_me=me is not None and each.id == me.id)
            for each in await InsightRepository(uow).readers()
        ],
    )


def _shown(rule: AlertRule, firings: list[AlertFiring], texts: Texts, currency: str) -> AlertRuleOut:
    return AlertRuleOut(
        id=rule.id,
        name=rule.name,
        metric=cast(Metric, rule.metric),
        query=rule.query,
        filters=filters_text(figure_query(rule.query).given(), texts),
        window_days=rule.window_days,
        condition=cast(Condition, rule.condition),
        limit=rule.limit_value,
        min_sessions=rule.min_sessions,
        recipients=rule.recipients,
        is_on=rule.is_on,
        looked_at_day=rule.looked_at_day,
        firings=[
            AlertFiringOut(
                id=each.id,
                first_day=each.first_day,
                last_day=each.last_day,
                value=each.value,
                before=each.before,
                sessions=each.sessions,
                sentence=firing_sentence(rule, each, texts, currency),
                created_at=each.created_at,
                resolved_at=each.resolved_at,
            )
            for each in firings
        ],
    )


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
    was_asked = question_of(rule), rule.query, rule.is_on
    for name, value in values.items():
        setattr(rule, name, value)
    rule.updated_at = now
    if (question_of(rule), rule.query, rule.is_on) != was_asked:
        rule.looked_at_day = None
        await repository.resolve(rule_id, now)
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


async def _values(uow: UnitOfWork, asked: AlertRuleRequest) -> dict[str, Any]:
    """The columns of a rule. Raises InvalidInput."""
    if asked.condition in CHANGES and asked.metric not in COUNTS | RATES:
        raise InvalidInput.of("condition", NO_CHANGE_TEST())
    if asked.metric in RATES and asked.limit > 100:
        raise InvalidInput.of("limit", RATE_OVER_100())
    readers = {each.id for each in await InsightRepository(uow).readers()}
    recipients = list(dict.fromkeys(asked.recipients))
    if not readers.issuperset(recipients):
        raise InvalidInput.of("recipients", RECIPIENT_UNKNOWN())
    return {
        "name": asked.name,
        "metric": asked.metric,
        "query": kept_query(asked.query),
        "window_days": asked.window_days,
        "condition": asked.condition,
        "limit_value": 0.0 if asked.condition in CHANGES else asked.limit,
        "min_sessions": asked.min_sessions,
        "recipients": recipients,
        "is_on": asked.is_on,
    }


def question_of(rule: AlertRule) -> Question:
    return Question(
        cast(Metric, rule.metric),
        cast(Condition, rule.condition),
        rule.window_days,
        rule.limit_value,
        rule.min_sessions,
    )


async def keep_verdict(
    uow: UnitOfWork, read: AlertRule, last: date, verdict: Verdict, now: datetime
) -> AlertFiring | None:
    """Note the verdict on the days up to ``last``, and write to the recipients when the rule begins to fire.

    Idempotent: the rule is locked, and a day is judged once. ``read``: the rule as it was judged.
    """
    repository = AlertRuleRepository(uow)
    rule = await repository.find(read.id)
    if rule is None or not rule.is_on or rule.updated_at != read.updated_at:
        return None
    if rule.looked_at_day is not None and rule.looked_at_day >= last:
        return None
    rule.looked_at_day = last
    firing = await repository.open_firing(rule.id)
    if firing is not None:
        if verdict.state == "met":
            firing.last_met_on = last
        elif verdict.state == "not_met" and last - firing.last_met_on >= timedelta(days=RESOLVED_AFTER_DAYS):
            firing.resolved_at = now
        return None
    if verdict.state != "met":
        return None
    firing = AlertFiring(
        tenant_id=uow.tenant_id,
        id=new_id(),
        rule_id=rule.id,
        first_day=last - timedelta(days=rule.window_days - 1),
        last_day=last,
        value=verdict.value,
        before=verdict.before,
        sessions=verdict.sessions,
        last_met_on=last,
        created_at=now,
    )
    await repository.add(firing)
    for admin_id in rule.recipients:
        await enqueue(uow, InsightRuleFired(admin_id=admin_id, firing_id=firing.id), now)
    return firing


def _snapshot(rule: AlertRule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "metric": rule.metric,
        "condition": rule.condition,
        "limit": rule.limit_value,
        "days": rule.window_days,
        "minSessions": rule.min_sessions,
        "filters": rule.query,
        "on": rule.is_on,
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
