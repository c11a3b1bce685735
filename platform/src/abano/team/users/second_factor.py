"""The optional second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes."""

import hashlib
import hmac
import logging
import secrets
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from uuid import UUID

import pyotp
import segno

from abano.accounts.access.models import AdminSecondFactor
from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import SPEAKABLE
from abano.db.unit_of_work import UnitOfWork
from abano.team.users.repository import AdminRepository
from abano.team.users.session_repository import SecondFactorRepository

log = logging.getLogger(__name__)

STEP_SECONDS = 30
RECOVERY_CODES = 10
RECOVERY_LENGTH = 12
WRONG_CODE = Message(
    "second_factor_code_invalid",
    "That code is not valid. Check your phone's clock, and type the code that is shown now.",
)
ALREADY_ON = Message("second_factor_on", "Two-factor authentication is already on.")
SETUP_LOST = Message("second_factor_setup_lost", "Start setting up two-factor authentication again.")
IS_OFF = Message("second_factor_off", "Two-factor authentication is off.")
ALREADY_OFF = Message("second_factor_off_already", "Two-factor authentication is already off.")
THEIRS_ALREADY_OFF = Message(
    "their_second_factor_off", "Two-factor authentication is already off for this person."
)


class SecondFactorKey:
    """Keys derived from the installation's secret: encryption of the apps' secrets, and hashes of recovery codes."""

    def __init__(self, secret: str) -> None:
        self._sealer = Sealer(secret, "second factor")
        self._hash_key = f"recovery codes {secret}".encode()

    def seal(self, secret: str, admin_id: UUID) -> bytes:
        return self._sealer.seal(secret, str(admin_id))

    def unseal(self, sealed: bytes, admin_id: UUID) -> str:
        return self._sealer.unseal(sealed, str(admin_id))

    def recovery_hash(self, code: str, admin_id: UUID) -> bytes:
        """A keyed hash, because a short code could be guessed from a plain one."""
        return hmac.digest(self._hash_key, f"{admin_id}|{_plain(code)}".encode(), hashlib.sha256)


@dataclass(frozen=True, slots=True)
class Setup:
    """What an authenticator app needs: the secret, its otpauth URI, and the same as a QR code (SVG)."""

    secret: str
    uri: str
    qr_svg: str


async def state(uow: UnitOfWork, admin: Admin) -> tuple[bool, int]:
    """Whether it is on, and how many recovery codes are left."""
    factors = SecondFactorRepository(uow)
    if not await factors.is_asked_for(admin.id):
        return False, 0
    return True, await factors.codes_left(admin.id)


async def begin(uow: UnitOfWork, admin: Admin, company: str, *, key: SecondFactorKey, now: datetime) -> Setup:
    """Begin the set-up; no code is required at sign-in before it is confirmed. Raises Conflict."""
    factors = SecondFactorRepository(uow)
    if await factors.is_asked_for(admin.id):
        raise Conflict(ALREADY_ON())
    await factors.remove(admin.id)
    setup = make_setup(admin.email, company)
    factor = AdminSecondFactor(
        tenant_id=admin.tenant_id,
        admin_id=admin.id,
        sealed_secret=key.seal(setup.secret, admin.id),
        created_at=now,
    )
    await factors.add(factor)
    return setup


def make_setup(email: str, issuer: str) -> Setup:
    """A new secret for the app of ``email``, which shows ``issuer`` beside its codes."""
    secret = pyotp.random_base32()
    uri = pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)
    picture = BytesIO()
    # With the XML namespace, without which browsers do not show it as an image.
    segno.make(uri, error="m").save(
        picture, kind="svg", xmldecl=False, nl=False, scale=4, border=2, dark="#000", light="#fff"
    )
    return Setup(secret, uri, picture.getvalue().decode())


async def confirm(
    uow: UnitOfWork, actor: Actor, admin: Admin, code: str, *, key: SecondFactorKey, now: datetime
) -> list[str]:
    """Turn the second factor on with a first code. Returns the recovery codes, which are shown once.

    Raises InvalidInput, Conflict.
    """
    factors = SecondFactorRepository(uow)
    factor = await factors.lock(admin.id)
    if factor is None or factor.confirmed_at is not None:
        raise Conflict(SETUP_LOST())
    step = matching_step(key.unseal(factor.sealed_secret, admin.id), code, now)
    if step is None:
        raise InvalidInput.of("code", WRONG_CODE())
    factor.confirmed_at = now
    factor.last_step = step
    await _record(uow, actor, admin.id, "second_factor_enabled", now)
    return await _new_codes(factors, admin.id, key)


async def renew_codes(
    uow: UnitOfWork, actor: Actor, admin: Admin, *, key: SecondFactorKey, now: datetime
) -> list[str]:
    """Replace the recovery codes. Raises Conflict."""
    factors = SecondFactorRepository(uow)
    if not await factors.is_asked_for(admin.id):
        raise Conflict(IS_OFF())
    await _record(uow, actor, admin.id, "recovery_codes_renewed", now)
    return await _new_codes(factors, admin.id, key)


async def turn_off(uow: UnitOfWork, actor: Actor, admin: Admin, *, now: datetime) -> None:
    """Turn the second factor off. Raises Conflict."""
    if not await SecondFactorRepository(uow).remove(admin.id):
        raise Conflict(ALREADY_OFF())
    await _record(uow, actor, admin.id, "second_factor_disabled", now)


async def reset_for(uow: UnitOfWork, actor: Actor, admin_id: UUID, *, now: datetime) -> None:
    """Remove another admin's second factor. Raises NotFound, Conflict."""
    if await AdminRepository(uow).by_id(admin_id) is None:
        raise NotFound
    if not await SecondFactorRepository(uow).remove(admin_id):
        raise Conflict(THEIRS_ALREADY_OFF())
    await _record(uow, actor, admin_id, "second_factor_reset", now)


async def accept_code(
    uow: UnitOfWork,
    admin_id: UUID,
    code: str,
    *,
    key: SecondFactorKey,
    now: datetime,
) -> bool:
    """Whether ``code`` is valid now. A valid code cannot be used again."""
    factors = SecondFactorRepository(uow)
    factor = await factors.lock(admin_id)
    if factor is None or factor.confirmed_at is None:
        return False
    if is_recovery_code(code):
        return await factors.use_code(admin_id, key.recovery_hash(code, admin_id), now)
    try:
        secret = key.unseal(factor.sealed_secret, admin_id)
    except CannotUnseal:
        log.warning("a second factor was set up with another ABANO_SECRET_KEY; an owner has to reset it")
        return False
    step = matching_step(secret, code, now)
    if step is None or step <= factor.last_step:
        return False
    factor.last_step = step
    return True


def is_recovery_code(code: str) -> bool:
    """Whether the code has the length of a recovery code; codes of apps are shorter."""
    return len(_plain(code)) == RECOVERY_LENGTH


async def _new_codes(factors: SecondFactorRepository, admin_id: UUID, key: SecondFactorKey) -> list[str]:
    codes = new_recovery_codes()
    await factors.replace_codes(admin_id, [key.recovery_hash(code, admin_id) for code in codes])
    return codes


def new_recovery_codes() -> list[str]:
    """As they are shown, in groups."""
    codes = [
        "".join(secrets.choice(SPEAKABLE) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)
    ]
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in codes]


def matching_step(secret: str, code: str, now: datetime) -> int | None:
    """The 30-second time step of the code: the current one, or one to either side for clocks that differ."""
    totp = pyotp.TOTP(secret)
    current = int(now.timestamp()) // STEP_SECONDS
    matching = None
    for step in (current - 1, current, current + 1):
        if hmac.compare_digest(totp.at(step * STEP_SECONDS).encode(), _plain(code).encode()):
            matching = step
    return matching


def _plain(code: str) -> str:
    return "".join(character for character in code.upper() if character.isalnum())


async def _record(uow: UnitOfWork, actor: Actor, admin_id: UUID, verb: str, now: datetime) -> None:
    await record(uow, actor, f"admin.{verb}", subject=("admin", admin_id), now=now)
