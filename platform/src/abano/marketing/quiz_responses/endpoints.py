"""HTTP endpoints of written answers, for who may see customers."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from abano.catalog.published.dependencies import ReaderTexts
from abano.core.text import NO_NUL
from abano.marketing.quiz.schemas import SessionId
from abano.marketing.quiz_responses import service
from abano.marketing.quiz_responses.rules import ContactState, Filters, WrittenKind
from abano.marketing.quiz_responses.schemas import FollowUpRequest, WrittenAnswersResponse
from abano.web.dependencies import (
    AppClock,
    CurrentTenant,
    CustomerManager,
    CustomersActor,
    Db,
    ExportsActor,
    PageCursor,
    Uow,
    no_store,
)
from abano.web.routes import Saved
from abano_shared.fair_turns import in_turns

router = APIRouter(
    prefix="/api/admin/quiz/written", tags=["quiz responses"], dependencies=[Depends(no_store)]
)
QuestionId = Annotated[str, Path(max_length=60, pattern=NO_NUL)]


async def get_filters(
    kind: WrittenKind = "contact",
    search: Annotated[str, Query(max_length=100, pattern=NO_NUL)] = "",
    state: ContactState | None = None,
) -> Filters:
    return Filters(kind, search.strip(), state)


Chosen = Annotated[Filters, Depends(get_filters)]


@router.get("")
async def list_written_answers(
    _: CustomersActor, tenant: CurrentTenant, uow: Uow, filters: Chosen, cursor: PageCursor = None
) -> WrittenAnswersResponse:
    """Texts, or contacts, that visitors wrote in the quiz, newest first, fifty a page."""
    return await service.list_written(uow, tenant, filters, cursor)


@router.get("/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def export_written_answers(
    actor: ExportsActor,
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    filters: Chosen,
    clock: AppClock,
    texts: ReaderTexts,
) -> StreamingResponse:
    """The filtered answers as a CSV file. The export is recorded in the audit log."""
    async with db.uow(tenant.id) as uow:
        filtered = sorted(request.query_params.keys() - {"kind"})
        await service.record_export(uow, actor, filters.kind, filtered, clock.now())
    today = clock.now().astimezone(tenant.zone)
    name = "quiz-texts" if filters.kind == "text" else "quiz-contacts"
    return StreamingResponse(
        in_turns(service.csv_lines(db, tenant, filters, texts)),
        media_type="text/csv",
        headers={
            "Content-Disposition": f'attachment; filename="{name}-{today:%Y-%m-%d}.csv"',
            "Cache-Control": "no-store",
        },
    )


@router.put("/{session_id}/{question_id}/follow-up")
async def follow_up_quiz_contact(
    session_id: SessionId,
    question_id: QuestionId,
    body: FollowUpRequest,
    actor: CustomersActor,
    uow: Uow,
    clock: AppClock,
) -> Saved:
    """Mark a contact as done, or as open again."""
    await service.follow_up(uow, actor, session_id, question_id, is_done=body.is_done, now=clock.now())
    return Saved()


@router.delete("/{session_id}/{question_id}")
async def delete_written_answer(
    session_id: SessionId, question_id: QuestionId, actor: CustomerManager, uow: Uow, clock: AppClock
) -> Saved:
    """Delete what a visitor wrote. Figures keep that there was an answer."""
    await service.delete_words(uow, actor, session_id, question_id, clock.now())
    return Saved()
