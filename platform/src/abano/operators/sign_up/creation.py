"""The worker's side of sign-ups, as the operators' role: emails, and the companies of confirmed ones."""

import hmac
import logging
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from abano.company.leaving.notices import send
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import InvalidInput
from abano.core.languages.texts import format_day, texts_in
from abano.db.driver_errors import translate_errors
from abano.db.unit_of_work import Connection
from abano.messaging.outbox.layout import Recipient, Text, personal_email
from abano.messaging.outbox.transport import DeliveryFailed
from abano.operators.console.audit import COMMAND_LINE, record
from abano.operators.console.database import OperatorDatabase
from abano.operators.sign_up.rules import (
    CONFIRM_PAGE,
    MAX_MAIL_ATTEMPTS,
    START_PAGE,
    link_token,
    seal_of,
)
from abano.operators.sign_up.service import QUERIES
from abano.ops.seeds.loader import languages_of_template
from abano.tenancy.directory.countries import all_countries
from abano.tenancy.directory.creation import (
    NEUTRAL,
    NewCompany,
    check_slug,
    choices_of,
    create_company,
)
from abano.tenancy.directory.service import DomainTaken, TenantExists
from abano.tenancy.directory.tenant import host_origin

log = logging.getLogger(__name__)
EVERY_SECONDS = 2.0
MAX_EMAILS = 20
MAX_COMPANIES = 10


class SignUpWork:
    """What is due of sign-ups. Safe to repeat and to run in several workers: each row is claimed or locked."""

    def __init__(self, db: OperatorDatabase, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._settings = settings
        self._key = settings.secret_key.get_secret_value()
        self._clock = clock

    async def run(self) -> None:
        """Once. Raises DatabaseUnavailable."""
        async with self._db.transaction() as conn:
            await conn.execute(QUERIES["delete_expired_invitations"].encode(), {"now": self._clock.now()})
            cursor = await conn.execute(QUERIES["list_confirmed"].encode(), {"limit": MAX_COMPANIES})
            confirmed = [row[0] for row in await cursor.fetchall()]
        for sign_up_id in confirmed:
            try:
                await self._create(sign_up_id)
            except (LookupError, InvalidInput):
                # One that cannot be created holds up no other.
                log.exception("company of a sign-up not created", extra={"sign_up": str(sign_up_id)})
        for _ in range(MAX_EMAILS):
            if not await self._send_one():
                break

    async def _create(self, sign_up_id: UUID) -> None:
        """The company and the note of it in one transaction. A worker that is killed leaves it to the next one."""
        async with self._db.transaction() as conn:
            await conn.execute(QUERIES["lock_creation"].encode())
            row = await _fetch(conn, "lock_confirmed", id=sign_up_id)
            if row is None:
                return
            email, language, name, slug, country, currency, timezone, password_hash, seal = row
            expected = seal_of(self._key, sign_up_id, email, slug, password_hash or "")
            is_ours = seal is not None and hmac.compare_digest(bytes(seal), expected)
            if not is_ours or not await self._may_sign_up(conn, email):
                log.warning("sign-up not accepted", extra={"sign_up": str(sign_up_id), "sealed": is_ours})
                await conn.execute(QUERIES["delete_sign_up"].encode(), {"id": sign_up_id})
                return
            proposed = choices_of(all_countries()[country], languages_of_template(NEUTRAL), language=language)
            company = NewCompany(
                slug,
                name,
                f"{slug}.{self._settings.site_domain}",
                choices=replace(proposed, currency=currency, timezone=timezone),
                owner_email=email,
                password_hash=password_hash,
                language=language,
            )
            company_id = await self._add(conn, company)
            if company_id is None:
                await conn.execute(QUERIES["refuse_slug"].encode(), {"id": sign_up_id})
                return
            await conn.execute(QUERIES["note_company"].encode(), {"id": sign_up_id, "company": company_id})
            await conn.execute(QUERIES["use_invitation"].encode(), {"email": email})
            details = {"host": company.host, "owner": email}
            await record(conn, COMMAND_LINE, "company.signed_up", slug, self._clock.now(), details)
        log.info("company signed up", extra={"company": slug})

    async def _add(self, conn: Connection, company: NewCompany) -> UUID | None:
        """The new company's id; None if its address was taken since it was confirmed."""
        cursor = await conn.execute(QUERIES["list_slugs"].encode())
        try:
            check_slug(company.slug, {row[0] for row in await cursor.fetchall()})
            with translate_errors():
                async with conn.transaction():
                    return await create_company(conn, company)
        except (TenantExists, DomainTaken, InvalidInput):
            return None

    async def _may_sign_up(self, conn: Connection, email: str) -> bool:
        if self._settings.sign_up != "invitation":
            return self._settings.sign_up == "open"
        return await _fetch(conn, "is_invited", email=email, now=self._clock.now()) is not None

    async def _send_one(self) -> bool:
        """False: no email is due."""
        now = self._clock.now()
        async with self._db.transaction() as conn:
            row = await _fetch(conn, "claim_email", now=now)
            if row is not None and not await self._may_sign_up(conn, row[1]):
                # No one learns who is invited.
                await conn.execute(QUERIES["delete_sign_up"].encode(), {"id": row[0]})
                return True
            invitation = None if row else await _fetch(conn, "claim_invitation_email", now=now)
        if row is not None:
            sign_up_id, email, name, language, attempts = row
            await self._deliver(
                "note_email", sign_up_id, attempts, self._link(sign_up_id, email, name, language)
            )
        elif invitation is not None:
            invitation_id, email, language, expires_at, attempts = invitation
            text = self._invitation(email, language, expires_at.date())
            await self._deliver("note_invitation_email", invitation_id, attempts, text)
        return row is not None or invitation is not None

    async def _deliver(self, note: str, row_id: UUID, attempts: int, text: Text) -> None:
        """Nothing is locked meanwhile. What fails is due again later, up to ``MAX_MAIL_ATTEMPTS``."""
        sent_at: datetime | None = self._clock.now()
        try:
            await send(self._settings, [text])
        except DeliveryFailed:
            if attempts < MAX_MAIL_ATTEMPTS:
                return
            log.warning("email of a sign-up given up", extra={"attempts": attempts})
            sent_at = None
        async with self._db.transaction() as conn:
            await conn.execute(QUERIES[note].encode(), {"id": row_id, "sent_at": sent_at})

    def _link(self, sign_up_id: UUID, email: str, name: str, language: str) -> Text:
        texts = texts_in(language)
        token = link_token(self._key, sign_up_id, email)
        return personal_email(
            texts,
            self._sender(),
            email,
            texts.gettext("Confirm your email address"),
            texts.gettext("Confirm this address to create {company}.", company=name),
            texts.gettext(
                "The link works for seven days. If you did not sign up, ignore this email: nothing is created."
            ),
            f"{self._origin()}{CONFIRM_PAGE}?lang={language}#{token}",
        )

    def _invitation(self, email: str, language: str, last_day: date) -> Text:
        texts = texts_in(language)
        return personal_email(
            texts,
            self._sender(),
            email,
            texts.gettext("You are invited to rent out your cars online"),
            texts.gettext("Create your company's site with this email address: {email}.", email=email),
            texts.gettext("The invitation works until {day}.", day=format_day(last_day, texts.locale)),
            f"{self._origin()}{START_PAGE}?lang={language}",
        )

    def _origin(self) -> str:
        return host_origin(self._settings.site_domain, self._settings.port)

    def _sender(self) -> Recipient:
        return Recipient(self._settings.site_domain, "", "", self._origin())


async def _fetch(conn: Connection, name: str, **values: object) -> tuple[Any, ...] | None:
    return await (await conn.execute(QUERIES[name].encode(), values)).fetchone()
