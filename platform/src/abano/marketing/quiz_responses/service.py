"""Use cases of written answers: the list and its file, follow-up of contacts, deletion."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import Texts, translatable
from abano.core.paging import PageRequest
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.quiz_responses.repository import WrittenRepository
from abano.marketing.quiz_responses.rules import Filters
from abano.marketing.quiz_responses.schemas import WrittenAnswerOut, WrittenAnswersResponse
from abano.tenancy.directory.tenant import Tenant

SORT, PAGE, EXPORT_BATCH = "-answeredAt", 50, 500
TEXT_COLUMNS = (translatable("Answered"), translatable("Question"), translatable("Answer"))
CONTACT_COLUMNS = (
    translatable("Answered"),
    translatable("Question"),
    translatable("Name"),
    translatable("Email"),
    translatable("Phone"),
    translatable("Consent"),
    translatable("Followed up"),
)
ORIGIN_COLUMNS = (
    translatable("Source"),
    translatable("Campaign"),
    translatable("Session"),
    translatable("Booking"),
)


async def list_written(
    uow: UnitOfWork, tenant: Tenant, filters: Filters, cursor: str | None
) -> WrittenAnswersResponse:
    """A page of written answers. Raises InvalidInput for its cursor."""
    repository = WrittenRepository(uow)
    page = await repository.page(filters, PageRequest(SORT, PAGE, cursor))
    return WrittenAnswersResponse(
        timezone=tenant.timezone,
        answers=[WrittenAnswerOut.of(row) for row in page.items],
        open_contacts=await repository.count_open(),
        next_cursor=page.next_cursor,
    )


async def follow_up(
    uow: UnitOfWork, actor: Actor, session_id: str, question_id: str, *, is_done: bool, now: datetime
) -> None:
    """Mark a contact as done or open again. Raises NotFound."""
    repository = WrittenRepository(uow)
    row = await repository.get_locked(session_id, question_id)
    before = row.followed_up_at is not None
    if before == is_done:
        return
    await repository.set_followed_up(row, now if is_done else None)
    await record(
        uow,
        actor,
        "quiz.contact_followed_up",
        subject=("quiz_answer", session_id),
        before={"question": question_id, "done": before},
        after={"question": question_id, "done": is_done},
        now=now,
    )


async def delete_words(
    uow: UnitOfWork, actor: Actor, session_id: str, question_id: str, now: datetime
) -> None:
    """Delete what a visitor wrote. Figures keep that there was an answer. Raises NotFound."""
    repository = WrittenRepository(uow)
    await repository.delete_words(await repository.get_locked(session_id, question_id))
    await record(
        uow,
        actor,
        "quiz.answer_deleted",
        subject=("quiz_answer", session_id),
        after={"question": question_id},
        now=now,
    )


async def record_export(
    uow: UnitOfWork, actor: Actor, kind: str, filters: Sequence[str], now: datetime
) -> None:
    """Record the export in the audit log, with the names of its filters."""
    await record(
        uow,
        actor,
        "quiz.answers_exported",
        subject=("quiz_answers", kind),
        after={"filters": list(filters)},
        now=now,
    )


async def csv_lines(db: Database, tenant: Tenant, filters: Filters, texts: Texts) -> AsyncIterator[str]:
    """CSV text in chunks, its headings in the reader's language. Times are in the company's time zone."""
    own = TEXT_COLUMNS if filters.kind == "text" else CONTACT_COLUMNS
    yield BYTE_ORDER_MARK + csv_rows([[texts.gettext(column) for column in (*own, *ORIGIN_COLUMNS)]])
    cursor = None
    while True:
        async with db.uow(tenant.id) as uow:
            page = await WrittenRepository(uow).page(filters, PageRequest(SORT, EXPORT_BATCH, cursor))
            answers = [WrittenAnswerOut.of(row) for row in page.items]
        if answers:
            yield csv_rows(_cells(answer, tenant, filters, texts) for answer in answers)
        if page.next_cursor is None:
            return
        cursor = page.next_cursor


def _cells(answer: WrittenAnswerOut, tenant: Tenant, filters: Filters, texts: Texts) -> list[str | None]:
    cells = [f"{answer.answered_at.astimezone(tenant.zone):%Y-%m-%d %H:%M}", answer.question_text]
    origin = [answer.source, answer.campaign, answer.session_id, answer.reference]
    if filters.kind == "text":
        return [*cells, answer.text, *origin]
    is_done = texts.gettext("yes") if answer.followed_up_at else texts.gettext("no")
    return [*cells, answer.name, answer.email, answer.phone, answer.consent, is_done, *origin]
