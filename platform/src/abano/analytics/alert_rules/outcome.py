"""What verdicts make of a rule: alerts that open, end or open again, and the emails about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from abano.analytics.alert_rules.course import Course, Step, next_step
from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.analytics.alert_rules.reading import WHOLE
from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.rules import UNKNOWN, Verdict
from abano.analytics.email_reports.compose import page_url
from abano.analytics.email_reports.figures import figure_query
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.kinds import InsightRuleFired
from abano.messaging.outbox.outbox import enqueue
from abano_shared.contract.filters import Match

FILTER_OF_PART = {"campaign": "utmCampaign", "source": "utmSource"}


@dataclass(frozen=True, slots=True)
class Look:
    """``day``: the last day that was judged, or that of the last hour; ``until``: where it ends."""

    day: date
    until: datetime
    now: datetime
    zone: ZoneInfo


async def keep_verdicts(
    uow: UnitOfWork, read: AlertRule, look: Look, verdicts: Mapping[str, Verdict], names: Mapping[str, str]
) -> None:
    """Note the verdicts by part, and write to the recipients about what opened, once a day at most.

    Idempotent: the rule is locked, and each day or hour is judged once. ``read``: the rule as it was judged.
    """
    repository = AlertRuleRepository(uow)
    rule = await repository.find(read.id)
    if rule is None or not rule.is_on or rule.updated_at != read.updated_at:
        return
    if rule.checked_through is not None and rule.checked_through >= look.until:
        return
    rule.checked_through = look.until
    whole = verdicts.get(WHOLE, UNKNOWN)
    rule.last_value = None if rule.split or whole == UNKNOWN else whole.value
    known = await repository.newest_firings(rule.id)
    is_missing = rule.condition == "missing"
    for part in {**known, **verdicts}:
        verdict, firing = verdicts.get(part, UNKNOWN), known.get(part)
        course = _course(firing, look.zone) if firing else None
        step = next_step(course, verdict.state, look.day, is_missing=is_missing)
        kept = _take(rule, firing, part, step, verdict, look, names)
        if kept is not None and kept is not firing:
            await repository.add(kept)
            known[part] = kept
    await _write(uow, rule, list(known.values()), look)


def _course(firing: AlertFiring, zone: ZoneInfo) -> Course:
    ended = firing.resolved_at
    return Course(firing.last_met_on, ended.astimezone(zone).date() if ended else None)


def _take(
    rule: AlertRule,
    firing: AlertFiring | None,
    part: str,
    step: Step,
    verdict: Verdict,
    look: Look,
    names: Mapping[str, str],
) -> AlertFiring | None:
    """The firing after the step; a new one where it opens."""
    if firing is not None and step == "stay":
        firing.last_met_on = look.day
    elif firing is not None and step == "end":
        firing.resolved_at = look.now
    elif step == "open" or (step == "reopen" and firing is not None):
        shown = _shown(rule, part, verdict, look, names.get(part, part))
        if step == "open" or firing is None:
            return AlertFiring(
                tenant_id=rule.tenant_id,
                id=new_id(),
                rule_id=rule.id,
                part=part,
                times=1,
                created_at=look.now,
                **shown,
            )
        for name, value in shown.items():
            setattr(firing, name, value)
        firing.times += 1
        firing.resolved_at = firing.acknowledged_at = firing.acknowledged_by = firing.notified_at = None
    return firing


def _shown(rule: AlertRule, part: str, verdict: Verdict, look: Look, name: str) -> dict[str, object]:
    if rule.condition == "missing":
        first = (look.until - timedelta(hours=rule.hours)).astimezone(look.zone).date()
    else:
        first = look.day - timedelta(days=rule.window_days - 1)
    query = rule.query
    if part:
        kept = [each for each in figure_query(rule.query).given() if each[0] != FILTER_OF_PART[rule.split]]
        query = urlencode([*kept, (FILTER_OF_PART[rule.split], Match("is", (name,)).text)])
    return {
        "part_name": name if part else "",
        "first_day": first,
        "last_day": look.day,
        "value": verdict.value,
        "before": verdict.before,
        "sessions": verdict.sessions,
        "link": page_url("", first, look.day, query),
        "last_met_on": look.day,
        "opened_at": look.now,
    }


async def _write(uow: UnitOfWork, rule: AlertRule, firings: Sequence[AlertFiring], look: Look) -> None:
    """One email a day about all that opened; the rest waits for the next check of another day."""
    today = look.now.astimezone(look.zone).date()
    if rule.emailed_on == today:
        return
    new = [
        firing
        for firing in firings
        if firing.resolved_at is None and firing.notified_at is None and firing.acknowledged_at is None
    ]
    if not new:
        return
    for firing in new:
        firing.notified_at = look.now
    rule.emailed_on = today
    fired = [firing.id for firing in new]
    for admin_id in rule.recipients:
        await enqueue(uow, InsightRuleFired(admin_id=admin_id, firing_ids=fired), look.now)
