"""Installation checks: from what was found to a state, a sentence, and what to do. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from abano.company.domains.rules import LATER, is_local

State = Literal["ok", "attention", "unknown"]
MAIL_WAITS = timedelta(minutes=15)
JOBS_WAIT = timedelta(minutes=10)
BACKUP_IS_OLD = timedelta(hours=26)
ARCHIVE_IS_OLD = timedelta(hours=1)
# Most issuers renew thirty days before the end.
EXPIRES_SOON = timedelta(days=14)
LAG_SECONDS = 60
MAX_NAMED = 3
MIN_POSTGRES, NEWEST_TESTED = 15, 18


@dataclass(frozen=True, slots=True)
class Check:
    """``advice``: what to do, empty when there is nothing. ``path``: of the console's page about it."""

    key: str
    title: str
    state: State
    sentence: str
    advice: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class MailFacts:
    """``oldest_at``: since when the longest-waiting email has been due."""

    has_server: bool
    sent_at: datetime | None
    failed: int
    waiting: int
    oldest_at: datetime | None


def check_mail(facts: MailFacts, now: datetime) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("mail", "Mail", state, sentence, advice)

    if not facts.has_server:
        return found(
            "attention",
            "Emails are written to files, not sent.",
            "Set ABANO_SMTP_URL for platform and worker.",
        )
    if facts.oldest_at and now - facts.oldest_at > MAIL_WAITS:
        return found(
            "attention",
            f"{_count(facts.waiting, 'email waits', 'emails wait')}, the oldest for {_span(now - facts.oldest_at)}.",
            "Look for “message not delivered” in the worker's log, and check ABANO_SMTP_URL.",
        )
    if facts.failed:
        return found(
            "attention",
            f"{_count(facts.failed, 'email')} could not be delivered within a day.",
            "Sort companies by failed emails. Often it is an address of one company.",
        )
    if facts.sent_at is None:
        return found(
            "unknown", "No email has been sent yet.", "Send a test message from a company's settings."
        )
    return found("ok", f"The newest email was sent {_ago(facts.sent_at, now)}.")


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """``seconds``: since the newest sign of life. ``job_seconds``: for how long the oldest job has been due."""

    alive: int
    seconds: float | None
    job_seconds: float | None
    failing: int


def check_workers(facts: WorkerFacts) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("workers", "Workers", state, sentence, advice)

    if facts.seconds is None:
        return found(
            "attention", "No worker is running.", "Start `abano worker`: without it nothing is sent."
        )
    last = f"the newest sign of life was {_span(timedelta(seconds=facts.seconds))} ago"
    if not facts.alive:
        return found(
            "attention", f"No worker is running, {last}.", "Start `abano worker`, and look at its log."
        )
    return found("ok", f"{_count(facts.alive, 'worker')} running, {last}.")


def check_jobs(facts: WorkerFacts) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("jobs", "Background jobs", state, sentence, advice, "/jobs")

    waited = timedelta(seconds=facts.job_seconds or 0)
    if facts.failing:
        return found(
            "attention",
            f"{_count(facts.failing, 'job')} failed five times or more.",
            "Look for the task's name in the worker's log, then retry.",
        )
    if waited > JOBS_WAIT:
        return found("attention", f"The oldest job has been due for {_span(waited)}.", "Run more workers.")
    return found("ok", "No job fails or waits for long.")


@dataclass(frozen=True, slots=True)
class DomainFacts:
    """``until``: the certificate's last moment."""

    host: str
    checked_at: datetime | None
    dns: str | None
    certificate: str | None
    until: datetime | None


def check_dns(domains: Sequence[DomainFacts], now: datetime) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("dns", "Domains of companies", state, sentence, advice)

    own = [each for each in domains if not is_local(each.host)]
    wrong = [each.host for each in own if each.dns in {"missing", "elsewhere"}]
    if not own:
        return found("ok", "No company has a domain of its own.")
    if wrong:
        return found(
            "attention",
            f"{len(wrong)} of {_count(len(own), 'domain')} do not lead here: {_named(wrong)}.",
            "Ask the company to correct its DNS records. Its page *Domains* shows them.",
        )
    if unseen := _unseen(own, now):
        return found("unknown", f"Not checked lately: {_named(unseen)}.", "The worker looks every six hours.")
    if unknown := [each.host for each in own if each.dns != "here"]:
        return found(
            "unknown",
            f"No one knows whether {_named(unknown)} leads here.",
            "Set ABANO_DOMAIN_TARGET, so that the worker can compare addresses.",
        )
    return found("ok", f"{_count(len(own), 'domain leads', 'domains lead')} here.")


def check_certificates(domains: Sequence[DomainFacts], now: datetime) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("certificates", "Certificates", state, sentence, advice)

    own = [each for each in domains if not is_local(each.host) and each.dns not in {"missing", "elsewhere"}]
    if not own:
        return found("ok", "No domain of a company needs one.")
    wrong = [each.host for each in own if each.certificate == "invalid" or (each.until and each.until <= now)]
    if wrong:
        return found(
            "attention",
            f"Browsers refuse the certificate of {_named(wrong)}.",
            "Have your ingress issue a new one: browsers show visitors a warning.",
        )
    dated = sorted((each.until, each.host) for each in own if each.until)
    if soon := [host for until, host in dated if until - now < EXPIRES_SOON]:
        return found(
            "attention",
            f"Expires within two weeks: {_named(soon)}.",
            "See why your ingress did not renew it. Most do so a month before.",
        )
    if none := [each.host for each in own if each.until is None]:
        return found(
            "unknown",
            f"No certificate was seen on port 443 of {_named(none)}.",
            "The worker connects to public addresses only.",
        )
    until, host = dated[0]
    return found("ok", f"The next one to expire is of {host}, on {until:%Y-%m-%d}.")


@dataclass(frozen=True, slots=True)
class BackupFacts:
    made_at: datetime | None
    is_archiving: bool
    archived_at: datetime | None
    failed_at: datetime | None


def check_backup(facts: BackupFacts, now: datetime) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("backup", "Backups", state, sentence, advice)

    made, archived, failed = facts.made_at, facts.archived_at, facts.failed_at
    if facts.is_archiving and failed and (archived is None or failed > archived):
        return found(
            "attention",
            f"Postgres could not archive its log {_ago(failed, now)}.",
            "Look at Postgres' log. Until it works, nothing newer can be recovered from the archive.",
        )
    is_archived = facts.is_archiving and archived is not None and now - archived <= ARCHIVE_IS_OLD
    if made is not None and now - made <= BACKUP_IS_OLD:
        return found("ok", f"The newest `abano backup` was made {_ago(made, now)}.")
    if is_archived and archived is not None:
        return found("ok", f"Postgres archived its log {_ago(archived, now)}.")
    if made is not None:
        return found(
            "attention",
            f"The newest `abano backup` was made {_ago(made, now)}.",
            "See why the nightly one did not run.",
        )
    return found(
        "unknown",
        "No backup is known here.",
        "Run `abano backup` every night, or check the backups of your database's provider.",
    )


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """``analytics``: its version; None: it is not known."""

    app: str
    applied: str | None
    expected: str
    postgres: str
    postgres_number: int
    analytics: str | None


def check_versions(facts: VersionFacts) -> Check:
    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("versions", "Versions", state, sentence, advice)

    major = facts.postgres_number // 10_000
    versions = f"Abano {facts.app}, schema {facts.applied}, Postgres {facts.postgres}."
    if facts.applied is None or facts.applied < facts.expected:
        return found(
            "attention", f"{versions} This version needs schema {facts.expected}.", "Run `abano migrate`."
        )
    if major < MIN_POSTGRES:
        return found(
            "attention", f"{versions} Postgres is too old.", f"Upgrade it to {MIN_POSTGRES} or newer."
        )
    if facts.analytics not in {None, facts.app}:
        return found(
            "attention",
            f"{versions} Analytics is {facts.analytics}.",
            "Finish the rollout, so that both have one version.",
        )
    if major > NEWEST_TESTED:
        return found("unknown", f"{versions} Tested up to Postgres {NEWEST_TESTED}.")
    return found("ok", versions)


@dataclass(frozen=True, slots=True)
class AnalyticsFacts:
    """``lag``: seconds by which the figures are behind; None: it did not answer."""

    lag: float | None
    version: str | None = None


def check_analytics(facts: AnalyticsFacts | None) -> Check:
    """``facts``: None before the first answer."""

    def found(state: State, sentence: str, advice: str = "") -> Check:
        return Check("analytics", "Analytics", state, sentence, advice)

    if facts is None:
        return found("unknown", "It is being asked. The answer is here within a minute.")
    if facts.lag is None:
        return found("attention", "It does not answer.", "See whether the analytics service is running.")
    lag = timedelta(seconds=facts.lag)
    if facts.lag > LAG_SECONDS:
        return found(
            "attention",
            f"Figures are {_span(lag)} behind.",
            "After a start it reads everything again. Otherwise look at its log.",
        )
    return found("ok", f"Figures are {_span(lag)} behind.")


def _unseen(domains: Sequence[DomainFacts], now: datetime) -> list[str]:
    return [each.host for each in domains if each.checked_at is None or now - each.checked_at > 2 * LATER]


def _named(hosts: Sequence[str]) -> str:
    more = len(hosts) - MAX_NAMED
    return ", ".join(hosts[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _count(number: int, one: str, other: str = "") -> str:
    return f"{number:,} {one if number == 1 else other or one + 's'}"


def _ago(moment: datetime, now: datetime) -> str:
    return f"{_span(max(now - moment, timedelta()))} ago"


def _span(span: timedelta) -> str:
    seconds = int(span.total_seconds())
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * size:
            return _count(seconds // size, unit)
    return _count(seconds, "second")
