"""HTTP endpoints of a company's settings, languages and its site's opening."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends
from pydantic import Field

from abano.catalog.exchange_rates.rules import ROUNDINGS
from abano.company.settings import sections, service
from abano.company.settings.rules import StepCode
from abano.company.settings.schemas import (
    AddressServiceSettings,
    BotCheckRequest,
    ClockSettings,
    CommissionSettings,
    CompanyBasics,
    ContactSettings,
    EmbedSettings,
    LanguagesRequest,
    LanguagesResponse,
    NotificationRequest,
    PrivacySettings,
    RentalSettings,
    Section,
    SettingsResponse,
    TermsSettings,
    TestOutcome,
    TestRequest,
    TestStarted,
)
from abano.company.settings.service import CompanySettings, Opening, SampleState
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.clock import Clock
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.outbox import trial_outcome
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CompanyActor,
    SettingsActor,
    Uow,
    needs,
    no_store,
)

router = APIRouter(prefix="/api/admin/settings", tags=["settings"], dependencies=[Depends(no_store)])


async def get_company(uow: Uow, settings: AppSettings) -> CompanySettings:
    return CompanySettings(uow, settings)


Company = Annotated[CompanySettings, Depends(get_company, scope="function")]


class ChangeSection:
    """Changes a section of the settings, and answers with all of them."""

    def __init__(self, actor: CompanyActor, company: Company, clock: AppClock) -> None:
        self._actor = actor
        self._company = company
        self._clock = clock

    async def __call__(self, section: sections.SectionOf[Any, Any], body: Section) -> SettingsResponse:
        await self._company.change(section, self._actor, body, self._clock.now())
        return await _answer(self._company, self._clock)


Change = Annotated[ChangeSection, Depends(ChangeSection, scope="function")]


@router.get("", dependencies=needs("settings"))
async def get_settings_of_company(company: Company, clock: AppClock) -> SettingsResponse:
    """Every setting, and who changed each section last. Of secrets only whether there is one."""
    return await _answer(company, clock)


@router.put("/company")
async def change_company(body: CompanyBasics, change: Change) -> SettingsResponse:
    """The company's name, and what it charges in while the site is closed and no money is stored.

    Amounts keep their numbers in the new currency; prices in other currencies are turned off.
    """
    return await change(sections.COMPANY, body)


@router.put("/contacts")
async def change_contacts(body: ContactSettings, change: Change) -> SettingsResponse:
    """How customers reach the company."""
    return await change(sections.CONTACTS, body)


@router.put("/rental")
async def change_rental_rules(body: RentalSettings, change: Change) -> SettingsResponse:
    """Who may rent, for how long, and the rates of cars that are not the company's own."""
    return await change(sections.RENTAL, body)


@router.put("/terms")
async def change_terms(body: TermsSettings, change: Change) -> SettingsResponse:
    """What the site says of payment, deposit, mileage and delays."""
    return await change(sections.TERMS, body)


@router.put("/commission")
async def change_commission(body: CommissionSettings, change: Change) -> SettingsResponse:
    """What affiliates earn from now on, and when it may be paid."""
    return await change(sections.COMMISSION, body)


@router.put("/privacy")
async def change_privacy(body: PrivacySettings, change: Change) -> SettingsResponse:
    """How long visits are kept, whether visitors are asked first, and which sites share click ids."""
    return await change(sections.PRIVACY, body)


@router.put("/notifications")
async def change_notifications(body: NotificationRequest, change: Change) -> SettingsResponse:
    """Where the company's own messages go. The chat's address is kept encrypted and never shown."""
    return await change(sections.NOTIFICATIONS, body)


@router.post("/notifications/tests", status_code=202)
async def test_notifications(
    actor: CompanyActor, body: TestRequest, company: Company, clock: AppClock
) -> TestStarted:
    """Send a test message to the stored address. The worker sends it, within seconds and once."""
    return TestStarted(id=await company.test(actor, body.channel, clock.now()))


@router.get("/notifications/tests/{test_id}", dependencies=needs("company"))
async def get_notification_test(test_id: UUID, uow: Uow) -> TestOutcome:
    """What became of a test message."""
    sent_at, problem = await trial_outcome(uow, test_id)
    state = "failed" if problem else "sent" if sent_at else "waiting"
    return TestOutcome.model_validate({"state": state, "problem": problem})


@router.put("/bot-check")
async def change_bot_check(body: BotCheckRequest, change: Change) -> SettingsResponse:
    """The keys of reCAPTCHA. The secret is kept encrypted and never shown."""
    return await change(sections.BOT_CHECK, body)


@router.put("/address-services")
async def change_address_services(body: AddressServiceSettings, change: Change) -> SettingsResponse:
    """Outside services that tell a visitor's own address."""
    return await change(sections.ADDRESS_SERVICES, body)


@router.put("/embed")
async def change_embed(body: EmbedSettings, change: Change) -> SettingsResponse:
    """The websites that may embed the search, the cars or a booking button; pages follow within seconds."""
    return await change(sections.EMBED, body)


@router.put("/clock")
async def change_clock(body: ClockSettings, change: Change) -> SettingsResponse:
    """The time zone of all rentals; it stays while rentals are ahead."""
    return await change(sections.CLOCK, body)


async def _answer(company: CompanySettings, clock: Clock) -> SettingsResponse:
    found = await company.overview(clock.now())
    row, unseal = found.row, company.unseal
    return SettingsResponse(
        currency=row.currency,
        languages=list(row.languages),
        company=sections.COMPANY.of(row, unseal),
        contacts=sections.CONTACTS.of(row, unseal),
        rental=sections.RENTAL.of(row, unseal),
        terms=sections.TERMS.of(row, unseal),
        commission=sections.COMMISSION.of(row, unseal),
        privacy=sections.PRIVACY.of(row, unseal),
        notifications=sections.NOTIFICATIONS.of(row, unseal),
        bot_check=sections.BOT_CHECK.of(row, unseal),
        address_services=sections.ADDRESS_SERVICES.of(row, unseal),
        embed=sections.EMBED.of(row, unseal),
        clock=sections.CLOCK.of(row, unseal),
        can_change_timezone=found.can_change_timezone,
        can_change_currency=found.can_change_currency,
        currencies=sorted({row.currency, *ROUNDINGS}),
        last_changes=found.changes,
    )


languages_router = APIRouter(
    prefix="/api/admin/languages", tags=["languages"], dependencies=[Depends(no_store)]
)


@languages_router.get("", dependencies=needs("settings", "website", "catalog"))
async def list_languages(uow: Uow) -> LanguagesResponse:
    """What the company's site and team speak, and what is written in each language that may be chosen."""
    return LanguagesResponse.of(await service.load_languages(uow))


@languages_router.put("")
async def choose_languages(
    actor: SettingsActor, body: LanguagesRequest, uow: Uow, clock: AppClock
) -> LanguagesResponse:
    """Choose what the site speaks, in order, and the team's language. Texts of a language that is left out stay."""
    await service.choose_languages(uow, actor, body.settings(), clock.now())
    return LanguagesResponse.of(await service.load_languages(uow))


# Schemas of the way to an open site.


class SetupStep(ApiModel):
    """``count`` of ``needed`` where something is counted."""

    code: StepCode
    is_done: bool
    count: int | None
    needed: int | None


class SetupResponse(SuccessResponse):
    """``is_open``: visitors see the site. ``done`` of the steps.

    ``sample_state``: sample data is ``offered`` while the site is closed and the company has no car, vehicle or
    booking.
    """

    is_open: bool
    steps: list[SetupStep]
    done: int
    sample_state: SampleState

    @classmethod
    def of(cls, opening: Opening) -> "SetupResponse":
        steps = opening.steps
        shown = [
            SetupStep(code=step.code, is_done=step.is_done, count=step.count, needed=step.needed)
            for step in steps
        ]
        return cls(
            is_open=opening.is_open,
            steps=shown,
            done=sum(step.is_done for step in steps),
            sample_state=opening.sample_state,
        )


class OpenRequest(ApiModel):
    """``despite``: the missing steps that the owner has seen."""

    despite: list[StepCode] = Field(default_factory=list, max_length=20)


setup_router = APIRouter(prefix="/api/admin/setup", tags=["setup"], dependencies=[Depends(no_store)])


@setup_router.get("", dependencies=needs("settings"))
async def get_setup(uow: Uow) -> SetupResponse:
    """What the company has, and what its site still needs."""
    return await _setup(uow)


@setup_router.post("/open")
async def open_site(actor: CompanyActor, body: OpenRequest, uow: Uow, clock: AppClock) -> SetupResponse:
    """Let visitors see the site. What is missing must have been seen: 409 names it."""
    await service.open_site(uow, actor, body.despite, clock.now())
    return await _setup(uow)


@setup_router.post("/close")
async def close_site(actor: CompanyActor, uow: Uow, clock: AppClock) -> SetupResponse:
    """Show visitors that the site opens soon."""
    await service.close_site(uow, actor, clock.now())
    return await _setup(uow)


async def _setup(uow: UnitOfWork) -> SetupResponse:
    return SetupResponse.of(await service.load_opening(uow))
