"""Use cases of a sign-up, as the application role: ask for a company, and confirm it. The worker creates it."""

from uuid import UUID

from abano.accounts.access.limits import Limit, seconds_to_wait
from abano.accounts.access.passwords import check_new_password, hash_password
from abano.accounts.access.throttle import place, subject
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import AbanoError, InvalidInput, Message, NotAllowed, TooManyRequests
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.db.unit_of_work import Connection, tenant_id_from_database
from abano.operators.sign_up.rules import (
    CHECKS_OF_IP,
    CONFIRMATIONS_OF_IP,
    CONFIRMATIONS_OF_LINK,
    LIFETIME,
    MAX_WINDOW,
    REQUESTS_OF_ALL,
    REQUESTS_OF_EMAIL,
    REQUESTS_OF_IP,
    SignUp,
    id_of,
    is_link_of,
    limit_of_domain,
    mailbox_of,
    seal_of,
)
from abano.operators.sign_up.schemas import SignUpRequest, State, StateResponse
from abano.site.pages.bot_check import BotCheckService
from abano.tenancy.directory.creation import SLUG_TAKEN, check_slug
from abano.tenancy.directory.tenant import host_origin
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.operators.sign_up", "queries.sql")
ACTION = "company_sign_up"
TOO_MANY_SIGN_UPS = Message("too_many_sign_ups", "Too many attempts. Please wait a moment and try again.")


class SignUpLinkExpired(AbanoError):
    """This link is incomplete, or older than seven days. Please sign up again."""

    status = 410


class BotCheckFailed(NotAllowed):
    """We couldn't check that you are not a bot. Reload the page and try again."""


class SignUps:
    """Sign-ups as strangers reach them. Nothing here creates a company, and no one learns who has one."""

    def __init__(self, db: Database, bot_check: BotCheckService, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._bot_check = bot_check
        self._settings = settings
        self._key = settings.secret_key.get_secret_value()
        self._clock = clock

    async def check_slug(self, slug: str, ip: str | None) -> str:
        """The host that a company of this slug gets. Raises InvalidInput, TooManyRequests."""
        async with self._db.without_tenant() as conn:
            await self._limit(conn, CHECKS_OF_IP, "checks", place(ip))
        return await self._free_host(slug)

    async def request(self, form: SignUpRequest, ip: str | None) -> None:
        """Store a sign-up, for which the worker sends a link. The same whether or not the address is known.

        Raises InvalidInput, TooManyRequests, BotCheckFailed.
        """
        async with self._db.without_tenant() as conn:
            await self._limit(conn, REQUESTS_OF_IP, "requests", place(ip))
        await self._free_host(form.slug)
        await self._check_bot(form.bot_token)
        domain, limit_of_one = limit_of_domain(form.email)
        async with self._db.without_tenant() as conn:
            await self._limit(conn, REQUESTS_OF_ALL, "requests of all")
            await self._limit(conn, limit_of_one, "requests of domain", domain)
            # A mailbox that got enough of them gets no further email, and no one learns of it.
            if await self._wait(conn, REQUESTS_OF_EMAIL, "requests of email", mailbox_of(form.email)):
                return
            values = form.model_dump(exclude={"bot_token"}) | {"id": new_id(), "now": self._clock.now()}
            await conn.execute(QUERIES["add_sign_up"].encode(), values)

    async def look_at(self, token: str) -> StateResponse:
        """The sign-up of a link. Raises SignUpLinkExpired."""
        return await self._shown(await self._find(token))

    async def confirm(self, token: str, *, slug: str, password: str, ip: str | None) -> StateResponse:
        """Have the company created. The second use of a link changes nothing and answers as the first.

        Raises SignUpLinkExpired, InvalidInput, TooManyRequests, TooBusy.
        """
        async with self._db.without_tenant() as conn:
            await self._limit(conn, CONFIRMATIONS_OF_IP, "confirmations", place(ip))
        found = await self._find(token)
        if found.confirmed_at is None and found.company_id is None:
            async with self._db.without_tenant() as conn:
                await self._limit(conn, CONFIRMATIONS_OF_LINK, "confirmations of link", found.id)
            await self._free_host(slug)
            await check_new_password(password, "password", found.email, found.company_name)
            hashed = await hash_password(password)
            values = {
                "id": found.id,
                "slug": slug,
                "password_hash": hashed,
                "seal": seal_of(self._key, found.id, found.email, slug, hashed),
                "now": self._clock.now(),
            }
            async with self._db.without_tenant() as conn:
                await conn.execute(QUERIES["confirm_sign_up"].encode(), values)
        return await self._shown(await self._find(token))

    async def _free_host(self, slug: str) -> str:
        host = f"{slug}.{self._settings.site_domain}"
        async with self._db.without_tenant() as conn:
            rows = await (await conn.execute(QUERIES["list_slugs"].encode())).fetchall()
            check_slug(slug, {row[0] for row in rows})
            await conn.execute(QUERIES["set_lookup_host"].encode(), {"host": host})
            row = await (await conn.execute(QUERIES["is_host_taken"].encode(), {"host": host})).fetchone()
        if row and row[0]:
            raise InvalidInput.of("slug", SLUG_TAKEN())
        return host

    async def _check_bot(self, token: str) -> None:
        secret = self._settings.sign_up_bot_check_secret.get_secret_value()
        if not secret:
            return
        keys = (self._settings.sign_up_bot_check_key, secret)
        # The service itself lets a missing token pass.
        if not token.strip() or not (await self._bot_check.verify(keys, token=token, action=ACTION)).success:
            raise BotCheckFailed

    async def _find(self, token: str) -> SignUp:
        sign_up_id = id_of(token)
        if sign_up_id is None:
            raise SignUpLinkExpired
        async with self._db.without_tenant() as conn:
            row = await (await conn.execute(QUERIES["find_sign_up"].encode(), {"id": sign_up_id})).fetchone()
        found = SignUp(*row) if row else None
        if found is None or not is_link_of(token, self._key, found.id, found.email):
            raise SignUpLinkExpired
        is_old = found.requested_at + LIFETIME <= self._clock.now()
        if is_old and found.confirmed_at is None:
            raise SignUpLinkExpired
        return found

    async def _shown(self, found: SignUp) -> StateResponse:
        state: State = (
            "creating" if found.confirmed_at else "slug_taken" if found.is_slug_taken else "unconfirmed"
        )
        origin = None
        if found.company_id is not None and not await self._is_being_set_up(found.company_id):
            state = "ready"
            origin = host_origin(f"{found.slug}.{self._settings.site_domain}", self._settings.port)
        return StateResponse(
            state=state, email=found.email, company_name=found.company_name, slug=found.slug, origin=origin
        )

    async def _is_being_set_up(self, company_id: UUID) -> bool:
        async with self._db.pipeline_transaction(tenant_id_from_database(company_id)) as transaction:
            cursor = await transaction.connection.execute(
                QUERIES["is_being_set_up"].encode(), {"tenant": company_id}
            )
            row = await cursor.fetchone()
        return bool(row and row[0])

    async def _limit(self, conn: Connection, limit: Limit, *parts: object) -> None:
        if wait := await self._wait(conn, limit, *parts):
            raise TooManyRequests(TOO_MANY_SIGN_UPS(), retry_after=wait)

    async def _wait(self, conn: Connection, limit: Limit, *parts: object) -> int:
        """Count an attempt. Returns the seconds to wait, 0 if there were not too many."""
        now = self._clock.now()
        counted = subject(self._key, "company sign-up", *parts)
        values = {"subject": counted, "now": now, "window": limit.window}
        row = await (await conn.execute(QUERIES["count_attempt"].encode(), values)).fetchone()
        return seconds_to_wait(row[0] - 1, row[1], now, limit) if row else 0


async def delete_expired(db: Database, clock: Clock) -> None:
    """Remove what was not confirmed in time, and what is no longer needed to show a link. By the worker."""
    now = clock.now()
    async with db.without_tenant() as conn:
        await conn.execute(QUERIES["delete_expired"].encode(), {"oldest": now - LIFETIME})
        await conn.execute(QUERIES["delete_attempts"].encode(), {"before": now - MAX_WINDOW})
