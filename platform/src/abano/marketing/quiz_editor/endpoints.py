"""HTTP endpoints of the quiz's editor and of experiments, for owners, managers and analysts."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Path, Query, Request

from abano.catalog.published.dependencies import Catalogs
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.marketing.quiz.cache import pictures_of
from abano.marketing.quiz.definition import QuizDefinition, translated
from abano.marketing.quiz.schemas import DefinitionResponse
from abano.marketing.quiz.service import QuizService
from abano.marketing.quiz_editor import service
from abano.marketing.quiz_editor.rules import problems
from abano.marketing.quiz_editor.schemas import (
    PublishedResponse,
    PublishQuizRequest,
    QuizDraftOut,
    QuizDraftResponse,
    QuizEditorResponse,
    QuizVersionResponse,
    Revision,
    SaveQuizRequest,
)
from abano.marketing.quiz_editor.service import NoQuizDraft, QuizUnfinished
from abano.web.dependencies import AppClock, CurrentTenant, QuizActor, Uow, needs, no_store
from abano.web.routes import Saved

router = APIRouter(prefix="/api/admin/quiz", tags=["quiz editor"], dependencies=[Depends(no_store)])
VersionName = Annotated[str, Path(max_length=40)]


@router.get("", dependencies=needs("quiz"))
async def get_quiz_editor(tenant: CurrentTenant, catalogs: Catalogs, uow: Uow) -> QuizEditorResponse:
    """The versions of the quiz and its draft, with what stops that from being published."""
    editor = await service.load(uow)
    languages = (await catalogs.get(tenant.id)).rules.languages
    return QuizEditorResponse.of(editor, languages, await service.admin_names(uow))


@router.get("/versions/{version}", dependencies=needs("quiz"))
async def get_quiz_version(version: VersionName, uow: Uow) -> QuizVersionResponse:
    """One version, whole: to look at, or to begin a draft from."""
    return QuizVersionResponse.of(await service.version(uow, version))


@router.get("/draft/preview", dependencies=needs("quiz"))
async def preview_quiz_draft(
    request: Request,
    tenant: CurrentTenant,
    uow: Uow,
    lang: Annotated[str | None, Query(max_length=MAX_LANGUAGE_LENGTH)] = None,
) -> DefinitionResponse:
    """The draft as a visitor would be asked it. 422 while something in it stops it from being asked."""
    editor = await service.load(uow)
    if editor.draft is None:
        raise NoQuizDraft
    draft = editor.draft.quiz
    # Whether figures go on does not matter to a visitor.
    errors = problems(draft, None, editor.cars)
    if errors:
        raise QuizUnfinished(fields=tuple(errors))
    quiz = QuizDefinition.model_validate(draft.definition("draft"))
    texts = draft.translations.get(lang or "")
    pictures = await cast(QuizService, request.app.state.quiz).quizzes.find_pictures(tenant.id, [quiz])
    shown = translated(quiz, texts) if texts else quiz
    return DefinitionResponse(**dict(shown), pictures=pictures_of(shown, pictures, lang))


@router.put("/draft")
async def save_quiz_draft(
    actor: QuizActor, body: SaveQuizRequest, uow: Uow, clock: AppClock
) -> QuizDraftResponse:
    """Save the draft, finished or not. 409 when someone else saved it since ``revision``."""
    draft = await service.save(
        uow, actor, body.quiz, revision=body.revision, based_on=body.based_on, now=clock.now()
    )
    editor = await service.load(uow)
    return QuizDraftResponse(draft=QuizDraftOut.of(draft, editor, await service.admin_names(uow)))


@router.delete("/draft")
async def discard_quiz_draft(
    actor: QuizActor, revision: Annotated[Revision, Query()], uow: Uow, clock: AppClock
) -> Saved:
    """Throw the draft away."""
    await service.discard(uow, actor, revision=revision, now=clock.now())
    return Saved()


@router.post("/publish", status_code=201)
async def publish_quiz(
    request: Request, actor: QuizActor, body: PublishQuizRequest, uow: Uow, clock: AppClock
) -> PublishedResponse:
    """Make the draft a version. Visitors who are in the middle of the quiz finish the one they began."""
    name = await service.publish(
        uow, actor, revision=body.revision, note=body.note, is_current=body.is_current, now=clock.now()
    )
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    return PublishedResponse(version=name)


@router.post("/versions/{version}/current")
async def make_quiz_version_current(
    request: Request, actor: QuizActor, version: VersionName, uow: Uow, clock: AppClock
) -> Saved:
    """Ask visitors this version from now on, such as the one before."""
    await service.make_current(uow, actor, version, clock.now())
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    return Saved()
