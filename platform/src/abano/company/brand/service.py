"""Use cases of a company's brand: change a draft, see whether it can be read, publish it, take that back."""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import last_change, record
from abano.catalog.published.snapshot import Catalog
from abano.company.brand.repository import BrandRepository
from abano.company.brand.schemas import BrandValues, MediaReference
from abano.core.errors import Conflict, InvalidInput, Message
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, format_money
from abano.core.pdf.blocks import Document
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.layout import Button, Letter, Part, Recipient, brand_of, html_of
from abano.payments.invoices.paper import Buyer, DocumentLine, Rental, Seller, Snapshot, printed
from abano.payments.journal.models import Invoice
from abano.team.users.users import load_admin_names
from abano.tenancy.directory.brand import check_colors
from abano.tenancy.directory.models import TenantSettings
from abano.tenancy.directory.tenant import Tenant

BRAND_CHANGED_BY = Message("brand_changed_by", "{who} changed the brand. Review it and try again.")
NO_SUCH_PICTURE = Message("brand_picture_missing", "This image is not in your media library")
SUBJECT = ("brand", "company")
MAX_EARLIER_VERSIONS = 10


class BrandChanged(Conflict):
    """Someone else changed the brand. Review it and try again."""


class NoDraft(Conflict):
    """There is no draft of the brand."""


class NoEarlierBrand(Conflict):
    """There is no earlier brand to go back to."""


class State(NamedTuple):
    """``draft``: None while nothing is being changed."""

    revision: str
    published: dict[str, Any]
    draft: dict[str, Any] | None
    earlier: list[dict[str, Any]]


class CompanyBrand:
    """One company's brand within a unit of work."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._uow = uow
        self._repository = BrandRepository(uow)

    async def state(self) -> State:
        return _state(await self._repository.get())

    async def keep_draft(self, actor: Actor, sent: BrandValues, revision: str | None, now: datetime) -> State:
        """Work on the brand; visitors see none of it. Unreadable colours are kept, too.

        Raises BrandChanged, InvalidInput.
        """
        state = await self._locked(revision)
        await self._check_media(sent)
        pictures: dict[str, Any] = {
            name: value if isinstance(value, str) else value.model_dump(mode="json", by_alias=True)
            for name, value in sent.pictures.items()
        }
        draft = {**(state.draft or state.published), **pictures, "colors": dict(sent.colors)}
        chosen = {"face": sent.face, "layout": sent.layout, "scheme": sent.scheme}
        draft |= {name: value for name, value in chosen.items() if value is not None}
        if draft == state.draft:
            return state
        await self._repository.change(now, brand_draft=draft)
        await self._record(actor, "brand.drafted", state.draft or state.published, draft, now)
        return await self.state()

    async def drop_draft(self, actor: Actor, now: datetime) -> State:
        state = await self._locked(None)
        if state.draft is not None:
            await self._repository.change(now, brand_draft=None)
            await self._record(actor, "brand.draft_dropped", state.draft, state.published, now)
        return await self.state()

    async def publish(self, actor: Actor, revision: str | None, now: datetime) -> State:
        """Let visitors see the draft, within seconds. Raises BrandChanged, NoDraft, InvalidInput."""
        state = await self._locked(revision)
        if state.draft is None:
            raise NoDraft
        check_colors(state.draft["colors"])
        earlier = [{"until": now.isoformat(), "brand": state.published}, *state.earlier][
            :MAX_EARLIER_VERSIONS
        ]
        await self._repository.change(now, brand=state.draft, brand_draft=None, brand_history=earlier)
        await self._record(actor, "brand.published", state.published, state.draft, now)
        return await self.state()

    async def undo(self, actor: Actor, revision: str | None, now: datetime) -> State:
        """Go back to the brand before. What is there now becomes the draft. Raises BrandChanged, NoEarlierBrand."""
        state = await self._locked(revision)
        if not state.earlier:
            raise NoEarlierBrand
        before, *earlier = state.earlier
        await self._repository.change(
            now, brand=before["brand"], brand_draft=state.published, brand_history=earlier
        )
        await self._record(actor, "brand.undone", state.published, before["brand"], now)
        return await self.state()

    async def _check_media(self, sent: BrandValues) -> None:
        """Raises InvalidInput for something that the company's media library does not have."""
        named = {
            name: value.media_id for name, value in sent.pictures.items() if isinstance(value, MediaReference)
        }
        unknown = await self._repository.unknown_media(set(named.values()))
        for name, media_id in named.items():
            if media_id in unknown:
                raise InvalidInput.of(f"pictures.{name}", NO_SUCH_PICTURE())

    async def _locked(self, revision: str | None) -> State:
        state = _state(await self._repository.get(locked=True))
        if revision is not None and revision != state.revision:
            entry = await last_change(self._uow, "brand.", *SUBJECT)
            names = await load_admin_names(self._uow)
            who = names.get(str(entry.admin_id)) if entry else None
            if entry is None or who is None:
                raise BrandChanged
            details = {"changedBy": who, "changedAt": entry.happened_at.isoformat()}
            raise BrandChanged(BRAND_CHANGED_BY(who=who), details=details)
        return state

    async def _record(
        self, actor: Actor, action: str, before: dict[str, Any], after: dict[str, Any], now: datetime
    ) -> None:
        await record(self._uow, actor, action, subject=SUBJECT, before=before, after=after, now=now)


def _state(row: TenantSettings) -> State:
    text = orjson.dumps([row.brand, row.brand_draft], option=orjson.OPT_SORT_KEYS)
    revision = hashlib.sha256(text).hexdigest()[:12]
    return State(revision, dict(row.brand), row.brand_draft, list(row.brand_history))


DAYS = 7
REFERENCE = "AAA-AAAA"


def sample_email(
    tenant: Tenant, catalog: Catalog, colors: Mapping[str, str], origin: str, texts: Texts
) -> str:
    """The HTML of an email to a customer, in these colours. Its button leads to the site."""
    rules, language = catalog.rules, texts.language
    localized = catalog.in_language(language if language in rules.languages else rules.languages[0])
    car = next(iter(localized.cars), None)
    rate = car.base_rate if car else rules.unknown_car_daily_rate
    subject = texts.gettext("Payment for your booking {reference}", reference=REFERENCE)
    letter = Letter(
        heading=subject,
        paragraphs=(texts.gettext("Kind regards,\n{company}", company=tenant.name),),
        parts=(
            Part(
                "",
                (
                    (texts.gettext("Car"), car.name if car else "—"),
                    (texts.gettext("Price"), format_money(rate * DAYS, rules.currency, texts.locale)),
                ),
            ),
        ),
        button=Button(tenant.name, origin),
    )
    brand = brand_of(
        {**rules.brand, "colors": dict(colors)}, rules.contacts, language=language, origin=origin
    )
    return html_of(letter, Recipient(tenant.name, "", "", origin, brand=brand), subject, language)


def sample_invoice(
    tenant: Tenant, catalog: Catalog, seller: Seller, logo: bytes | None, language: str, now: datetime
) -> Document:
    """An invoice to be printed, with the company's first car and place; no number of theirs is used."""
    localized = catalog.in_language(
        language if language in catalog.rules.languages else catalog.rules.languages[0]
    )
    car, place = next(iter(localized.cars), None), next(iter(localized.locations), None)
    rate = car.base_rate if car else catalog.rules.unknown_car_daily_rate
    total = rate * DAYS
    name, where = car.name if car else "—", place.name if place else "—"
    snapshot = Snapshot(
        seller=seller,
        buyer=Buyer(name="Ada Lovelace", email="ada@example.com"),
        rental=Rental(
            reference=REFERENCE,
            car=name,
            pickup_place=where,
            pickup_at=now,
            return_place=where,
            return_at=now + timedelta(days=DAYS),
            days=DAYS,
        ),
        timezone=tenant.timezone,
        lines=[DocumentLine(code="car", label=name, quantity=DAYS, unit_price=rate, amount=total)],
        due=total,
    )
    invoice = Invoice(
        tenant_id=tenant.id,
        id=new_id(),
        kind="invoice",
        year=now.year,
        number="",
        language=language,
        currency=tenant.currency,
        total_minor=total,
        issued_at=now,
        data=snapshot.model_dump(mode="json", by_alias=True),
    )
    return printed(invoice, is_void=False, logo=logo)
