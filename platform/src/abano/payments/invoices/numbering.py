"""Numbers of documents: their series and format, and where they go on. Drawn under a lock, so without gaps."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, InvalidInput, Message
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.number_repository import NumberRepository
from abano.payments.journal.models import InvoiceNumbering
from abano.tenancy.directory.tenant import Tenant

NumberedKind = Literal["invoice", "credit_note"]
NUMBERED_KINDS: tuple[NumberedKind, ...] = ("invoice", "credit_note")
# Accounting programs take this many characters, letters, digits, hyphens and slashes (DATEV: document field 1).
MAX_NUMBER_LENGTH = 36
# As long as numbers get: 9 digits.
MAX_SEQUENCE = 999_999_999
RUNS_ON = 0
_PLACEHOLDER = re.compile(r"\{(series|year|number)(?::([1-9]))?\}")
_LITERAL = re.compile(r"[A-Za-z0-9/-]*")

NUMBER_FORMAT_CHARACTERS = Message(
    "number_format_characters",
    "Use letters, digits, hyphens and slashes, and the placeholders of series, year and number",
)
NUMBER_FORMAT_WITHOUT_NUMBER = Message(
    "number_format_without_number", "Include the placeholder of the number"
)
NUMBER_FORMAT_REPEATED = Message("number_format_repeated", "Use each placeholder only once")
NUMBER_FORMAT_WITHOUT_YEAR = Message(
    "number_format_without_year", "Numbers that restart each year need the placeholder of the year"
)
NUMBER_FORMAT_TOO_LONG = Message("number_format_too_long", "Numbers can have up to {limit} characters")
NUMBER_FORMAT_TAKEN = Message(
    "number_format_taken", "Other documents have the same numbers. Choose another series or format"
)
NUMBER_USED = Message(
    "number_used", "The number {number} is already used. Choose another series, format or number"
)
NUMBER_NOT_FORWARD = Message(
    "number_not_forward", "Numbers only go forward. The next one is at least {number}"
)


class NumberingChanged(Conflict):
    """Someone else changed the numbers. Review them and try again."""


class Numbering(NamedTuple):
    """``format``: text with the placeholders {series}, {year} or {year:2}, and {number}, {number:5} with 5 digits.

    ``restarts_yearly``: from 1; otherwise numbers run on over the years.
    """

    series: str
    format: str
    restarts_yearly: bool

    def period(self, year: int) -> int:
        """The year of the counter."""
        return year if self.restarts_yearly else RUNS_ON

    def number(self, year: int, sequence: int) -> str:
        """As it is printed: INV-2026-00042."""

        def written(found: re.Match[str]) -> str:
            name, digits = found[1], int(found[2] or 0)
            if name == "series":
                return self.series
            if name == "year":
                return f"{year:04d}"[-2:] if digits == 2 else f"{year:04d}"
            return f"{sequence:0{digits}d}" if digits else str(sequence)

        return _PLACEHOLDER.sub(written, self.format)

    @property
    def head(self) -> str:
        """The text before the first digit that changes."""
        text = self.format.replace("{series}", self.series)
        found = _PLACEHOLDER.search(text)
        return text[: found.start()] if found else text

    @property
    def has_year(self) -> bool:
        return "{year" in self.format

    def pattern(self) -> str:
        """A regular expression of all numbers that it can write, with the groups ``year`` and ``number``."""
        parts, end = [], 0
        for found in _PLACEHOLDER.finditer(self.format):
            parts.append(re.escape(self.format[end : found.start()]))
            end, name, digits = found.end(), found[1], int(found[2] or 0)
            if name == "series":
                parts.append(re.escape(self.series))
            elif name == "year":
                parts.append(r"(\d{2})" if digits == 2 else r"(\d{4})")
            else:
                parts.append(rf"(\d{{{digits}}}|[1-9]\d{{{digits},}})" if digits else r"([1-9]\d*)")
        return f"^{''.join(parts)}{re.escape(self.format[end:])}$"

    def audit_snapshot(self) -> dict[str, object]:
        return self._asdict()


DEFAULTS: Mapping[str, Numbering] = {
    "invoice": Numbering("INV", "{series}-{year}-{number:5}", restarts_yearly=True),
    "credit_note": Numbering("CN", "{series}-{year}-{number:5}", restarts_yearly=True),
    # Receipts are for customers, not for the books: nothing of their numbers can be chosen.
    "receipt": Numbering("R", "{series}-{year}-{number:5}", restarts_yearly=True),
}


class NumberingOf(NamedTuple):
    """The numbering of a kind. ``revision``: 0 until it is first changed. ``next_sequence``: of the next document."""

    kind: NumberedKind
    numbering: Numbering
    revision: int
    next_sequence: int
    next_number: str


class ChangedNumbering(NamedTuple):
    """``next_sequence``: None to go on. ``revision``: of what was edited."""

    numbering: Numbering
    next_sequence: int | None
    revision: int


def check_format(numbering: Numbering) -> None:
    """Raises InvalidInput."""
    found = [match[1] for match in _PLACEHOLDER.finditer(numbering.format)]
    if not _LITERAL.fullmatch(_PLACEHOLDER.sub("", numbering.format)):
        raise InvalidInput.of("format", NUMBER_FORMAT_CHARACTERS())
    if "number" not in found:
        raise InvalidInput.of("format", NUMBER_FORMAT_WITHOUT_NUMBER())
    if len(set(found)) < len(found):
        raise InvalidInput.of("format", NUMBER_FORMAT_REPEATED())
    if any(
        match[1] != "number" and match[2] not in {None, "2"}
        for match in _PLACEHOLDER.finditer(numbering.format)
    ):
        raise InvalidInput.of("format", NUMBER_FORMAT_CHARACTERS())
    if "{series:" in numbering.format:
        raise InvalidInput.of("format", NUMBER_FORMAT_CHARACTERS())
    if numbering.restarts_yearly and not numbering.has_year:
        raise InvalidInput.of("format", NUMBER_FORMAT_WITHOUT_YEAR())
    if len(numbering.number(2000, MAX_SEQUENCE)) > MAX_NUMBER_LENGTH:
        raise InvalidInput.of("format", NUMBER_FORMAT_TOO_LONG(limit=MAX_NUMBER_LENGTH))


def can_collide(one: Numbering, other: Numbering) -> bool:
    """Whether two kinds could write the same number: the text before the digits does not tell them apart."""
    short, long = sorted((one.head, other.head), key=len)
    return long.startswith(short) and (len(long) == len(short) or long[len(short)].isdigit())


async def draw_number(uow: UnitOfWork, kind: str, year: int) -> tuple[int, int, int | None, str]:
    """Period, place, the place before it, and the number as printed; locked until the transaction ends.

    A transaction that is rolled back gives its number back.
    """
    repository = NumberRepository(uow)
    numbering = DEFAULTS[kind]
    if kind in NUMBERED_KINDS:
        await repository.lock_formats(shared=True)
        numbering = _numbering_of(await repository.find(kind), kind)
    period = numbering.period(year)
    sequence = await repository.next_sequence(kind, period)
    previous = sequence - 1 if await repository.has_document(kind, period, sequence - 1) else None
    return period, sequence, previous, numbering.number(year, sequence)


async def load_numbering(uow: UnitOfWork, tenant: Tenant, now: datetime) -> list[NumberingOf]:
    """Of invoices and of credit notes."""
    repository, year = NumberRepository(uow), now.astimezone(tenant.zone).year
    shown = []
    for kind in NUMBERED_KINDS:
        row = await repository.find(kind)
        numbering = _numbering_of(row, kind)
        following = await repository.last_sequence(kind, numbering.period(year)) + 1
        number = numbering.number(year, following)
        shown.append(NumberingOf(kind, numbering, row.revision if row else 0, following, number))
    return shown


async def change_numbering(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, kind: NumberedKind, wanted: ChangedNumbering, now: datetime
) -> None:
    """For documents from now on: issued documents keep their numbers. Raises InvalidInput, NumberingChanged."""
    numbering, year = wanted.numbering, now.astimezone(tenant.zone).year
    check_format(numbering)
    repository = NumberRepository(uow)
    # No number is drawn between the check below and the end of this transaction.
    await repository.lock_formats(shared=False)
    row = await repository.find(kind)
    if (row.revision if row else 0) != wanted.revision:
        raise NumberingChanged
    before = _numbering_of(row, kind)
    for other in DEFAULTS:
        if other != kind and can_collide(numbering, _numbering_of(await repository.find(other), other)):
            raise InvalidInput.of("series", NUMBER_FORMAT_TAKEN())
    was, following = await _next_sequence(repository, kind, before, wanted, year)
    used = await repository.find_repeated(
        numbering.pattern(),
        has_year=numbering.has_year,
        is_year_first=numbering.format.find("{year") < numbering.format.find("{number"),
        restarts_yearly=numbering.restarts_yearly,
        year=year % 100 if "{year:2}" in numbering.format else year,
        sequence=following,
    )
    if used is not None:
        raise InvalidInput.of(
            "format" if wanted.next_sequence is None else "nextSequence", NUMBER_USED(number=used)
        )
    period = numbering.period(year)
    issued = await repository.last_issued(kind, period)
    if following != await repository.last_sequence(kind, period) + 1:
        if following != issued + 1:
            await repository.add_start(kind, period, following, actor.admin_id, now)
        await repository.set_counter(kind, period, following - 1)
    await repository.keep(kind, numbering, wanted.revision + 1, now)
    await record(
        uow,
        actor,
        "invoice.numbering_changed",
        subject=("numbering", kind),
        before=before.audit_snapshot() | {"nextNumber": was},
        after=numbering.audit_snapshot() | {"nextNumber": following},
        now=now,
    )


async def _next_sequence(
    repository: NumberRepository, kind: str, before: Numbering, wanted: ChangedNumbering, year: int
) -> tuple[int, int]:
    """The next place before the change and after it. Raises InvalidInput for one that is behind."""
    was = await repository.last_sequence(kind, before.period(year)) + 1
    period = wanted.numbering.period(year)
    if wanted.next_sequence is None:
        return was, max(was, await repository.last_sequence(kind, period) + 1)
    earliest = await repository.last_issued(kind, period) + 1
    if wanted.next_sequence < earliest:
        raise InvalidInput.of("nextSequence", NUMBER_NOT_FORWARD(number=earliest))
    return was, wanted.next_sequence


def _numbering_of(row: InvoiceNumbering | None, kind: str) -> Numbering:
    return Numbering(row.series, row.format, row.restarts_yearly) if row else DEFAULTS[kind]
