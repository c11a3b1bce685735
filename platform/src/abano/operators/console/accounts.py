"""Accounts of operators: password and second factor, both required, and short sessions."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from abano.accounts.access.limits import CODE, SIGN_IN, SIGN_INS_OF_ADDRESS, Limit, seconds_to_wait
from abano.accounts.access.passwords import check_new_password, hash_password, password_matches
from abano.accounts.access.throttle import TOO_MANY_ATTEMPTS, place, subject
from abano.core.crypto import CannotUnseal
from abano.core.errors import Conflict, InvalidInput, NotFound, SignInRequired, TooManyRequests
from abano.core.ids import new_id, new_token, token_hash
from abano.db.driver_errors import map_db_error
from abano.db.unit_of_work import Connection
from abano.operators.console.audit import COMMAND_LINE, Author, record
from abano.operators.console.database import QUERIES, OperatorDatabase, fetch_all, fetch_one
from abano.team.users.second_factor import (
    SETUP_LOST,
    WRONG_CODE,
    SecondFactorKey,
    Setup,
    is_recovery_code,
    make_setup,
    matching_step,
    new_recovery_codes,
)
from abano.team.users.sign_in import CodeRefused, SignInFailed

log = logging.getLogger(__name__)

LIFETIME = timedelta(hours=12)
IDLE = timedelta(hours=1)
# Between the password and the code, or the set-up of the second factor.
STEP_LIFETIME = timedelta(minutes=10)
Stage = Literal["code", "enrolment", "signed_in"]
ISSUER = "Abano operators"


@map_db_error("operators_email_key")
class OperatorExists(Conflict):
    """There is an operator with this email address already."""


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator with a session, which may do nothing before its stage is ``signed_in``."""

    id: UUID
    email: str
    name: str
    stage: Stage
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Caller:
    """The client of a sign-in. ``key``: of the hashes under which attempts are counted."""

    ip: str | None
    key: str


@dataclass(frozen=True, slots=True)
class Begun:
    """The token of a session and what it waits for."""

    token: str
    stage: Stage


async def sign_in(db: OperatorDatabase, *, email: str, password: str, caller: Caller, now: datetime) -> Begun:
    """The first step. It takes the same time with and without an account.

    Raises SignInFailed, TooManyRequests, TooBusy.
    """
    by_account = subject(caller.key, "operator", email, place(caller.ip))
    by_address = subject(caller.key, "operators of", place(caller.ip))
    async with db.transaction() as conn:
        wait = await _count(conn, by_account, SIGN_IN, now)
        wait = wait or await _count(conn, by_address, SIGN_INS_OF_ADDRESS, now)
        row = None if wait else await fetch_one(conn, "operator_by_email", {"email": email})
    if wait:
        raise TooManyRequests(TOO_MANY_ATTEMPTS(), retry_after=wait)
    if not await password_matches(row[3] if row else None, password) or row is None:
        log.info("sign-in refused", extra={"what": "operator password", "subject": by_account.hex()[:16]})
        raise SignInFailed
    stage: Stage = "code" if row[4] else "enrolment"
    async with db.transaction() as conn:
        await _forget(conn, by_account, now)
        return await _begin(conn, row[0], stage, caller, now, password_hash=row[3])


async def sign_in_with_code(
    db: OperatorDatabase,
    operator: Operator,
    token: str,
    code: str,
    *,
    caller: Caller,
    key: SecondFactorKey,
    now: datetime,
) -> Begun:
    """The second step. Raises CodeRefused, TooManyRequests, SignInRequired."""
    if operator.stage != "code":
        raise SignInRequired
    counted = subject(caller.key, "operator code", operator.id)
    if is_recovery_code(code):
        counted = subject(caller.key, "operator recovery code", operator.id, place(caller.ip))
    await _limit(db, counted, CODE, now)
    async with db.transaction() as conn:
        if not await _accept(conn, operator.id, code, key, now):
            log.info("sign-in refused", extra={"what": "operator code", "subject": counted.hex()[:16]})
            raise CodeRefused
        if await fetch_one(conn, "end_session", {"token": token_hash(token)}) is None:
            raise SignInRequired
        await _forget(conn, counted, now)
        await conn.execute(QUERIES["delete_ended"].encode(), {"now": now, "idle": IDLE})
        begun = await _begin(conn, operator.id, "signed_in", caller, now)
        await record(conn, Author(operator.id, caller.ip), "operator.signed_in", operator.email, now)
        return begun


async def begin_second_factor(db: OperatorDatabase, operator: Operator, *, key: SecondFactorKey) -> Setup:
    """What the app needs; at the first sign-in alone. Raises SignInRequired."""
    if operator.stage != "enrolment":
        raise SignInRequired
    setup = make_setup(operator.email, ISSUER)
    async with db.transaction() as conn:
        values = {"operator": operator.id, "sealed": key.seal(setup.secret, operator.id)}
        await conn.execute(QUERIES["begin_factor"].encode(), values)
    return setup


async def confirm_second_factor(
    db: OperatorDatabase,
    operator: Operator,
    code: str,
    *,
    caller: Caller,
    key: SecondFactorKey,
    now: datetime,
) -> tuple[Begun, list[str]]:
    """Turn it on with a first code, and sign in. Returns the recovery codes, which are shown once.

    Raises InvalidInput, Conflict, TooManyRequests, SignInRequired.
    """
    if operator.stage != "enrolment":
        raise SignInRequired
    await _limit(db, subject(caller.key, "operator set-up", operator.id), CODE, now)
    codes = new_recovery_codes()
    async with db.transaction() as conn:
        row = await fetch_one(conn, "lock_factor", {"operator": operator.id})
        if row is None or row[0] is None or row[1] is not None:
            raise Conflict(SETUP_LOST())
        step = matching_step(key.unseal(row[0], operator.id), code, now)
        if step is None:
            raise InvalidInput.of("code", WRONG_CODE())
        await conn.execute(
            QUERIES["confirm_factor"].encode(), {"operator": operator.id, "now": now, "step": step}
        )
        await conn.execute(QUERIES["delete_codes"].encode(), {"operator": operator.id})
        for each in codes:
            values = {"operator": operator.id, "code": key.recovery_hash(each, operator.id)}
            await conn.execute(QUERIES["add_code"].encode(), values)
        # Others that wait for a set-up were begun with the password alone.
        await conn.execute(QUERIES["end_sessions"].encode(), {"operator": operator.id})
        begun = await _begin(conn, operator.id, "signed_in", caller, now)
        author = Author(operator.id, caller.ip)
        await record(conn, author, "operator.second_factor_enabled", operator.email, now)
    return begun, codes


async def confirm_again(
    db: OperatorDatabase,
    operator: Operator,
    code: str,
    *,
    caller: Caller,
    key: SecondFactorKey,
    now: datetime,
) -> None:
    """Verify the second factor again before a sensitive action. Raises InvalidInput, TooManyRequests."""
    counted = subject(caller.key, "operator code", operator.id)
    if is_recovery_code(code):
        counted = subject(caller.key, "operator recovery code", operator.id, place(caller.ip))
    await _limit(db, counted, CODE, now)
    async with db.transaction() as conn:
        if not await _accept(conn, operator.id, code, key, now):
            log.info("code refused", extra={"what": "operator code", "subject": counted.hex()[:16]})
            raise InvalidInput.of("code", WRONG_CODE())
        await _forget(conn, counted, now)


async def find_session(db: OperatorDatabase, token: str, now: datetime) -> Operator | None:
    """The operator of a session that has not ended, whatever its stage; prolongs it."""
    async with db.transaction() as conn:
        row = await fetch_one(conn, "find_session", {"token": token_hash(token), "now": now, "idle": IDLE})
    return Operator(*row) if row else None


async def sign_out(db: OperatorDatabase, token: str) -> None:
    """End the session, if there is one."""
    async with db.transaction() as conn:
        await fetch_one(conn, "end_session", {"token": token_hash(token)})


async def _accept(
    conn: Connection, operator_id: UUID, code: str, key: SecondFactorKey, now: datetime
) -> bool:
    row = await fetch_one(conn, "lock_factor", {"operator": operator_id})
    if row is None or row[1] is None:
        return False
    if is_recovery_code(code):
        values = {"operator": operator_id, "code": key.recovery_hash(code, operator_id), "now": now}
        return await fetch_one(conn, "use_code", values) is not None
    try:
        step = matching_step(key.unseal(row[0], operator_id), code, now)
    except CannotUnseal:
        log.warning(
            "an operator's second factor was set up with another ABANO_SECRET_KEY; it has to be reset"
        )
        return False
    if step is None or step <= row[2]:
        return False
    await conn.execute(QUERIES["accept_step"].encode(), {"operator": operator_id, "step": step})
    return True


async def _begin(
    conn: Connection,
    operator_id: UUID,
    stage: Stage,
    caller: Caller,
    now: datetime,
    *,
    password_hash: str | None = None,
) -> Begun:
    token = new_token()
    values = {
        "token": token_hash(token),
        "operator": operator_id,
        "stage": stage,
        "now": now,
        "until": now + (LIFETIME if stage == "signed_in" else STEP_LIFETIME),
        "ip": caller.ip,
        "password_hash": password_hash,
    }
    if await fetch_one(conn, "begin_session", values) is None:
        raise SignInFailed
    return Begun(token, stage)


async def _limit(db: OperatorDatabase, counted: bytes, limit: Limit, now: datetime) -> None:
    """Count an attempt, and commit it before the check. Raises TooManyRequests."""
    async with db.transaction() as conn:
        wait = await _count(conn, counted, limit, now)
    if wait:
        raise TooManyRequests(TOO_MANY_ATTEMPTS(), retry_after=wait)


async def _count(conn: Connection, counted: bytes, limit: Limit, now: datetime) -> int:
    values = {"subject": counted, "now": now, "window": limit.window}
    row = await fetch_one(conn, "count_attempt", values)
    return seconds_to_wait(row[0] - 1, row[1], now, limit) if row else 0


async def _forget(conn: Connection, counted: bytes, now: datetime) -> None:
    await conn.execute(QUERIES["forget_attempts"].encode(), {"subject": counted, "now": now})


# At the command line.


async def add_operator(db: OperatorDatabase, *, email: str, name: str, password: str, now: datetime) -> None:
    """Add an account, whose second factor is set up at the first sign-in. Raises InvalidInput, OperatorExists."""
    await check_new_password(password, "password", email, name)
    hashed = await hash_password(password)
    async with db.transaction() as conn:
        values = {"id": new_id(), "email": email, "name": name, "password_hash": hashed, "now": now}
        await conn.execute(QUERIES["add_operator"].encode(), values)
        await record(conn, COMMAND_LINE, "operator.added", email, now)


async def disable_operator(db: OperatorDatabase, email: str, now: datetime) -> None:
    """End all sessions of an operator, for good. Raises NotFound."""
    await _end(db, "disable_operator", "operator.disabled", email, now)


async def reset_second_factor(db: OperatorDatabase, email: str, now: datetime) -> None:
    """Have the second factor set up again at the next sign-in. Raises NotFound."""
    await _end(db, "reset_factor", "operator.second_factor_reset", email, now)


async def _end(db: OperatorDatabase, statement: str, action: str, email: str, now: datetime) -> None:
    async with db.transaction() as conn:
        row = await fetch_one(conn, statement, {"email": email, "now": now})
        if row is None:
            raise NotFound
        await conn.execute(QUERIES["end_sessions"].encode(), {"operator": row[0]})
        await record(conn, COMMAND_LINE, action, email, now)


async def list_operators(db: OperatorDatabase) -> list[tuple[str, str, datetime, bool, bool]]:
    """Email, name, since when, whether the second factor is on, whether disabled; by email."""
    async with db.transaction() as conn:
        return [(*row,) for row in await fetch_all(conn, "list_operators", {})]
