"""One's own account: password and sessions."""

from uuid import UUID

from fastapi import APIRouter, Response

from abano.http.dependencies import AppClock, Db, Uow
from abano.identity.endpoints.calls import Anyone, OwnToken, Secret, person
from abano.identity.own_language import set_language
from abano.identity.own_password import change_password
from abano.identity.schemas import Done, LanguageRequest, PasswordChangeRequest, SessionOut, SessionsResponse
from abano.identity.sessions import end_other_sessions, end_session, own_sessions
from abano.kit.ids import token_hash

router = APIRouter(prefix="/api/admin/account")


@router.post("/password")
async def change_own_password(
    body: PasswordChangeRequest, actor: Anyone, db: Db, clock: AppClock, token: OwnToken, secret: Secret
) -> Done:
    """Change the password. Requires the current one; all other sessions end."""
    await change_password(
        db,
        actor,
        person(actor),
        current=body.current_password,
        new=body.new_password,
        token=token,
        key=secret,
        clock=clock,
    )
    return Done()


@router.put("/language")
async def set_own_language(body: LanguageRequest, actor: Anyone, uow: Uow) -> Done:
    """Choose the language of the console and of one's e-mails."""
    await set_language(uow, person(actor), body.language)
    return Done()


@router.get("/sessions")
async def list_own_sessions(
    actor: Anyone, uow: Uow, clock: AppClock, token: OwnToken, response: Response
) -> SessionsResponse:
    """One's own sessions, newest first."""
    response.headers["Cache-Control"] = "no-store"
    own = token_hash(token)
    rows = await own_sessions(uow, person(actor), clock.now())
    return SessionsResponse(sessions=[SessionOut.of(row, is_current=row.token_hash == own) for row in rows])


@router.delete("/sessions/{session_id}")
async def end_own_session(session_id: UUID, actor: Anyone, uow: Uow, clock: AppClock) -> Done:
    """Sign out one browser."""
    await end_session(uow, actor, person(actor), session_id, now=clock.now())
    return Done()


@router.delete("/sessions")
async def end_own_other_sessions(actor: Anyone, uow: Uow, clock: AppClock, token: OwnToken) -> Done:
    """Sign out all other browsers."""
    await end_other_sessions(uow, actor, person(actor), token, now=clock.now())
    return Done()
