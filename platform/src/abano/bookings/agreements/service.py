"""Use cases: ask for a signature by a link, revoke it, sign, and whether a signature still holds."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.links import PAGE
from abano.booking_record.models import BookingRow
from abano.bookings.agreements import rules, schemas
from abano.bookings.agreements.facts import content_of, facts_of
from abano.bookings.agreements.models import AgreementSignature
from abano.bookings.agreements.repository import AgreementRepository
from abano.catalog.published.snapshot import Catalog
from abano.core.email_address import normal_email
from abano.core.errors import FieldError, InvalidInput, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import negotiate_language, path_prefix
from abano.db.personal_data import records_of
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.booking_kinds import CustomerNotice
from abano.messaging.outbox.outbox import enqueue

OCCASION = "agreement"
HOUR = timedelta(hours=1)


class Site(NamedTuple):
    """What links are made of. ``secret``: the installation's; ``origin``: of the company's site."""

    secret: str
    origin: str


class Signed(NamedTuple):
    """A signature, and whether the booking changed since."""

    row: AgreementSignature
    is_outdated: bool


async def request_signature(
    uow: UnitOfWork, catalog: Catalog, actor: Actor, booking_id: UUID, now: datetime
) -> None:
    """Send the customer a link to sign. An earlier link no longer works.

    Raises NotFound, AgreementNotRequestable, AgreementNeedsEmail, AgreementSigned, TooManyAgreementRequests.
    """
    repository = AgreementRepository(uow)
    booking = await repository.get_booking(booking_id, locked=True)
    if booking.status not in rules.SIGNABLE:
        raise rules.AgreementNotRequestable
    if "@" not in booking.customer_email:
        raise rules.AgreementNeedsEmail
    if await find_current(uow, catalog, booking) is not None:
        raise rules.AgreementSigned
    if (
        await repository.count_since(booking.id, now - HOUR) >= rules.MAX_REQUESTS_AN_HOUR
        or len(await repository.of_booking(booking.id)) >= rules.MAX_REQUESTS
    ):
        raise rules.TooManyAgreementRequests(retry_after=3600)
    if (earlier := (await repository.requests(booking.id)).open) is not None:
        earlier.revoked_at = now
        await repository.flush()
    languages = catalog.rules.languages
    row = AgreementSignature(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        language=negotiate_language(booking.language, languages) or languages[0],
        created_at=now,
        created_by=actor.admin_id,
        expires_at=rules.expires_at(booking.pickup_at, now),
    )
    await repository.add(row)
    await enqueue(uow, CustomerNotice(occasion=OCCASION, is_asked_for=True), now, booking_id=booking.id)
    await record(
        uow,
        actor,
        "booking.agreement_requested",
        subject=("booking", booking.reference),
        after={"expiresAt": row.expires_at},
        now=now,
    )


async def revoke(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """End the link that was sent. Raises NotFound, also where none is open."""
    repository = AgreementRepository(uow)
    booking = await repository.get_booking(booking_id, locked=True)
    row = (await repository.requests(booking.id)).open
    if row is None:
        raise NotFound
    row.revoked_at = now
    await repository.flush()
    await record(
        uow,
        actor,
        "booking.agreement_revoked",
        subject=("booking", booking.reference),
        before={"expiresAt": row.expires_at},
        now=now,
    )


async def show_state(
    uow: UnitOfWork, catalog: Catalog, booking_id: UUID, site: Site, now: datetime
) -> schemas.AgreementResponse:
    """What the desk sees of a booking's agreement. Raises NotFound."""
    repository = AgreementRepository(uow)
    booking = await repository.get_booking(booking_id)
    opened = (await repository.requests(booking.id)).open
    signed = await find_agreement(uow, catalog, booking)
    request = None
    if opened is not None:
        is_usable = now < opened.expires_at and booking.status in rules.SIGNABLE
        request = schemas.AgreementRequestOut(
            sent_at=opened.created_at,
            expires_at=opened.expires_at,
            url=_url(site, catalog, booking, opened) if is_usable else None,
        )
    has_email = "@" in booking.customer_email
    is_needed = signed is None or signed.is_outdated
    return schemas.AgreementResponse(
        request=request,
        # After the pickup nothing is outdated: the handover's own agreement has what changed until then.
        signed=_signed_out(signed.row, is_outdated=signed.is_outdated and booking.status in rules.SIGNABLE)
        if signed
        else None,
        can_request=booking.status in rules.SIGNABLE and has_email and is_needed,
        has_email=has_email,
    )


def _signed_out(row: AgreementSignature, *, is_outdated: bool) -> schemas.AgreementSignatureOut:
    return schemas.AgreementSignatureOut(
        id=row.id,
        signed_at=row.signed_at or row.created_at,
        signer_name=row.signer_name,
        ip=row.ip,
        is_outdated=is_outdated,
        document_ready=row.document_id is not None,
        digest=row.digest.hex() if row.digest else None,
    )


# The link.


async def find_url(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, site: Site, now: datetime
) -> str | None:
    """The link of the request that is open now. None without one."""
    opened = (await AgreementRepository(uow).requests(booking.id)).open
    if opened is None or now >= opened.expires_at or booking.status not in rules.SIGNABLE:
        return None
    return _url(site, catalog, booking, opened)


def _url(site: Site, catalog: Catalog, booking: BookingRow, row: AgreementSignature) -> str:
    token = rules.make_token(site.secret, row.tenant_id, row.id, _bound_to(booking))
    prefix = path_prefix(row.language, catalog.rules.languages)
    return f"{site.origin}{prefix}{PAGE}#{rules.PREFIX}{token}"


async def find_booking_of_link(uow: UnitOfWork, secret: str, token: str, now: datetime) -> BookingRow | None:
    """The booking that a link's token opens. None for one that is wrong, expired or revoked.

    After the signature, the link shows the signed agreement until it expires.
    """
    request_id = rules.request_of(token)
    row = await AgreementRepository(uow).find(request_id) if request_id else None
    if row is None or row.revoked_at is not None or now >= row.expires_at:
        return None
    booking = await AgreementRepository(uow).get_booking(row.booking_id)
    if not rules.is_token_of(token, secret, uow.tenant_id, row.id, _bound_to(booking)):
        return None
    return booking if booking.status in rules.SIGNABLE and booking.customer_email else None


def _bound_to(booking: BookingRow) -> tuple[object, ...]:
    """A changed email address ends the link, as does what ends the booking's other links."""
    return booking.id, booking.manage_version or 0, normal_email(booking.customer_email).casefold()


# The customer's side.


async def has_open_request(uow: UnitOfWork, booking: BookingRow, now: datetime) -> bool:
    """Whether the customer is asked to sign now."""
    if booking.status not in rules.SIGNABLE:
        return False
    opened = (await AgreementRepository(uow).requests(booking.id)).open
    return opened is not None and now < opened.expires_at


async def show_own(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, now: datetime
) -> schemas.OwnAgreementResponse:
    """The agreement to sign, or what was signed. Raises NotFound where the customer was not asked."""
    opened, signed = await AgreementRepository(uow).requests(booking.id)
    if opened is not None and now < opened.expires_at and booking.status in rules.SIGNABLE:
        facts = await facts_of(uow, catalog, booking, opened.language)
        content = await content_of(uow, catalog, booking, opened.language, facts.terms)
        return schemas.OwnAgreementResponse(
            content=content,
            version=rules.version_of(facts, content.model_dump(mode="json")),
            expires_at=opened.expires_at,
            signed_at=None,
        )
    if signed is None or signed.content is None:
        raise NotFound
    return schemas.OwnAgreementResponse(
        content=schemas.AgreementContent.model_validate(signed.content),
        version=signed.facts_hash.hex() if signed.facts_hash else "",
        expires_at=signed.expires_at,
        signed_at=signed.signed_at,
    )


async def sign(
    uow: UnitOfWork,
    catalog: Catalog,
    booking: BookingRow,
    request: schemas.SignAgreementRequest,
    *,
    ip: str | None,
    user_agent: str,
    now: datetime,
) -> AgreementSignature:
    """Sign the agreement of a locked booking. Its document is printed and sent in the background.

    Raises InvalidInput, AgreementSigned, AgreementNotOpen, AgreementChanged.
    """
    _check(request)
    repository = AgreementRepository(uow)
    row = (await repository.requests(booking.id)).open
    if row is None or now >= row.expires_at or booking.status not in rules.SIGNABLE:
        if await find_current(uow, catalog, booking) is not None:
            raise rules.AgreementSigned
        raise rules.AgreementNotOpen
    facts = await facts_of(uow, catalog, booking, row.language)
    content = (await content_of(uow, catalog, booking, row.language, facts.terms)).model_dump(mode="json")
    # What the customer read also names what the booking does not, such as the excess of today's catalogue.
    if rules.version_of(facts, content) != request.version:
        raise rules.AgreementChanged
    row.signed_at = row.print_at = now
    row.signer_name, row.signature = request.signer_name, request.signature
    row.ip, row.user_agent = ip or "", user_agent[: rules.MAX_USER_AGENT_LENGTH]
    row.facts_hash, row.content = facts.digest(), content
    await repository.flush()
    return row


def _check(request: schemas.SignAgreementRequest) -> None:
    errors = []
    if not request.signer_name:
        errors.append(FieldError("signerName", rules.OWN_NAME_MISSING()))
    if not any(request.signature):
        errors.append(FieldError("signature", rules.OWN_SIGNATURE_MISSING()))
    if errors:
        raise InvalidInput(errors[0].sentence if len(errors) == 1 else None, fields=tuple(errors))


# Whether a signature holds.


async def find_signed(uow: UnitOfWork, booking_id: UUID) -> AgreementSignature | None:
    """The newest signature, whether or not it still holds."""
    return (await AgreementRepository(uow).requests(booking_id)).signed


async def find_agreement(uow: UnitOfWork, catalog: Catalog, booking: BookingRow) -> Signed | None:
    """The newest signature, and whether the booking changed since."""
    row = await find_signed(uow, booking.id)
    if row is None:
        return None
    facts = await facts_of(uow, catalog, booking, row.language)
    return Signed(row, is_outdated=facts.digest() != row.facts_hash)


async def find_current(uow: UnitOfWork, catalog: Catalog, booking: BookingRow) -> AgreementSignature | None:
    """The signature of the agreement as the booking is now. None if there is none, or the booking changed since."""
    found = await find_agreement(uow, catalog, booking)
    return found.row if found and not found.is_outdated else None


async def get_agreement(uow: UnitOfWork, agreement_id: UUID) -> AgreementSignature | None:
    return await AgreementRepository(uow).find(agreement_id)


async def signed_moments(uow: UnitOfWork, ids: Iterable[UUID | None]) -> dict[UUID, datetime]:
    """When these agreements were signed."""
    rows = await AgreementRepository(uow).list_by_ids([each for each in ids if each is not None])
    return {row.id: row.signed_at for row in rows if row.signed_at is not None}


async def list_signed_documents(uow: UnitOfWork, booking_id: UUID) -> list[AgreementSignature]:
    """Signed agreements whose document is printed, oldest first."""
    rows = await AgreementRepository(uow).of_booking(booking_id)
    return [row for row in rows if row.document_id is not None]


PERSONAL_RECORDS = (
    records_of(
        "signedAgreements",
        "agreement_signatures",
        hidden=("created_by", "facts_hash", "digest", "print_at", "print_attempts"),
        change="signer_name = '', signature = '[]', ip = '', user_agent = '', content = null, "
        "print_at = null, revoked_at = case when signed_at is null then coalesce(revoked_at, :now) end",
    ),
)
