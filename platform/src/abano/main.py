"""The platform's web application: wiring only."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute

from abano.analytics.ad_costs import endpoints as campaign_costs
from abano.analytics.ad_costs.service import CampaignCosts
from abano.analytics.alert_rules import endpoints as alert_rules
from abano.analytics.email_reports import endpoints as insight
from abano.analytics.experiment_size import endpoints as experiment_size
from abano.analytics.figures import endpoints as analytics
from abano.analytics.figures import own_funnel_endpoints as own_funnels
from abano.analytics.figures.client import AnalyticsClient
from abano.analytics.figures.service import QuizAnalytics
from abano.analytics.own_events import endpoints as own_events
from abano.analytics.own_events.service import EventDefinitions
from abano.analytics.profit import endpoints as profit
from abano.analytics.queries import endpoints as queries
from abano.analytics.queries.client import QueryRunner
from abano.analytics.queries.service import load_query_names
from abano.analytics.saved_views import endpoints as insight_views
from abano.analytics.saved_views.service import load_annotation_names, load_view_names
from abano.api.v1 import developers
from abano.api.v1.app import PublicApi, create_api
from abano.booking_record import personal_data as bookings_data
from abano.bookings.agreements import endpoints as agreements
from abano.bookings.agreements import service as agreements_data
from abano.bookings.customer_emails import endpoints as messages
from abano.bookings.customers import endpoints as customers
from abano.bookings.customers import records as customers_data
from abano.bookings.customers import rights_endpoints as customer_rights
from abano.bookings.customers.rights import CustomerService, PersonalData
from abano.bookings.customers.service import load_customer_names
from abano.bookings.desk import documents_endpoints as driver_documents
from abano.bookings.desk import editing_endpoints as desk_editing
from abano.bookings.desk import endpoints as booking_desk
from abano.bookings.desk import today_endpoints as today
from abano.bookings.desk.service import load_booking_references
from abano.bookings.fines import endpoints as fines
from abano.bookings.fines import service as fines_data
from abano.bookings.handover import endpoints as handover
from abano.bookings.handover import service as handover_data
from abano.bookings.intake import endpoints as bookings
from abano.bookings.intake.service import BookingIntake
from abano.bookings.phone_messages import endpoints as phone_messages
from abano.bookings.phone_messages import tasks as phone_data
from abano.bookings.self_service import endpoints as my_booking
from abano.bookings.voucher.wallet import load_signer
from abano.catalog.editing import endpoints as catalog
from abano.catalog.exchange_rates import endpoints as exchange_rates
from abano.catalog.exchange_rates.service import OfferedRates
from abano.catalog.published.service import CatalogService
from abano.company.brand import endpoints as company_brand
from abano.company.domains import endpoints as domains
from abano.company.leaving import endpoints as leaving
from abano.company.sample_data import endpoints as sample_data
from abano.company.settings import endpoints as company_settings
from abano.company.translations import endpoints as translations
from abano.company.usage import endpoints as usage
from abano.core.clock import Clock, SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.fleet.availability import endpoints as availability
from abano.fleet.availability.service import Availability
from abano.fleet.calendar_feeds import endpoints as calendar_feeds
from abano.fleet.calendar_feeds.service import load_feed_names
from abano.fleet.costs import endpoints as vehicle_costs
from abano.fleet.imported_calendars import endpoints as imported_calendars
from abano.fleet.imported_calendars.service import load_calendar_names
from abano.fleet.price_suggestions import endpoints as price_suggestions
from abano.fleet.vehicles import endpoints as vehicles
from abano.fleet.vehicles.documents import load_plates
from abano.integrations.api_keys import endpoints as api_keys
from abano.integrations.api_keys.service import load_api_key_names
from abano.integrations.webhooks import endpoints as webhooks
from abano.integrations.webhooks.service import load_endpoint_names
from abano.marketing.affiliates import endpoints as affiliates
from abano.marketing.affiliates import personal_data as affiliates_data
from abano.marketing.affiliates.service import load_affiliate_names
from abano.marketing.channels import endpoints as channels
from abano.marketing.channels.service import load_channel_names
from abano.marketing.commissions import endpoints as commissions
from abano.marketing.conversions import endpoints as conversions
from abano.marketing.experiments import endpoints as experiments
from abano.marketing.quiz import endpoints as quiz
from abano.marketing.quiz import service as quiz_data
from abano.marketing.quiz.service import QuizService
from abano.marketing.quiz_editor import endpoints as quiz_editor
from abano.marketing.quiz_responses import endpoints as quiz_responses
from abano.marketing.traffic import endpoints as traffic
from abano.marketing.traffic import service as traffic_data
from abano.messaging.outbox import service as notifications_data
from abano.operators.console.app import create_console
from abano.operators.console.frame import OwnHost
from abano.operators.sign_up import operator_endpoints as sign_ups
from abano.operators.sign_up.app import create_sign_up
from abano.payments.accounting import endpoints as accounting
from abano.payments.desk import endpoints as payments
from abano.payments.invoices import endpoints as invoices
from abano.payments.journal import endpoints as tills
from abano.payments.journal import service as payments_data
from abano.payments.online import endpoints as online_payments
from abano.payments.reports import endpoints as money_reports
from abano.site.content import endpoints as content
from abano.site.media_library import endpoints as media_library
from abano.site.media_library.service import MediaLibrary
from abano.site.pages import bot_check, review_list
from abano.site.pages import endpoints as site
from abano.site.pages import map_endpoints as site_maps
from abano.site.pages import media_endpoints as site_media
from abano.site.pages.bot_check import BotCheckService
from abano.site.pages.frame import SiteFrame
from abano.site.pages.quiz_pictures import quiz_pictures
from abano.site.reviews import endpoints as reviews
from abano.site.reviews import service as reviews_data
from abano.storage import service as media_data
from abano.storage.service import Media
from abano.team.audit_log import endpoints as audit
from abano.team.audit_log.names import SubjectNames
from abano.team.support import endpoints as support
from abano.team.support.gate import SupportDoor, SupportGate, templates_of
from abano.team.users import account_endpoints as accounts
from abano.team.users import endpoints as sign_in
from abano.team.users import roles_endpoints as roles
from abano.team.users.roles import load_role_names
from abano.team.users.users import load_admin_names, load_invitation_addresses
from abano.tenancy.directory.tenant import TenantCache
from abano.tenancy.directory.traffic import TrafficSettingsCache
from abano.web import health
from abano.web.errors import install_error_handlers
from abano.web.middleware.data import ConsoleReads, Drill, FollowMoves
from abano.web.middleware.fair_requests import TURNS_PER_CONNECTION, FairRequests, request_turns
from abano.web.middleware.readable_url import ReadableUrl
from abano.web.middleware.request_log import RequestLog
from abano.web.middleware.security import BodyLimit, OriginCheck, SecurityHeaders
from abano.web.public_writes import WriteLimit
from abano.web.routes import FastPath, all_routes, fast_path_endpoints
from abano_shared.traces import trace_requests

# Routes are tried in this order: the most frequent of a campaign first; the site last, because its pages match any
# path.
ROUTERS: tuple[APIRouter, ...] = (
    quiz.fast_path,
    traffic.fast_path,
    traffic.journeys_fast_path,
    bookings.fast_path,
    traffic.consent_fast_path,
    health.router,
    sign_in.router,
    sign_in.links_router,
    accounts.router,
    accounts.second_factor_router,
    accounts.users_router,
    roles.router,
    audit.router,
    support.router,
    support.session_router,
    api_keys.router,
    traffic.visits_router,
    customer_rights.router,
    customers.router,
    bookings.quotes_router,
    availability.router,
    bookings.router,
    desk_editing.router,
    today.router,
    booking_desk.requests_router,
    driver_documents.router,
    my_booking.router,
    messages.router,
    messages.public_router,
    translations.router,
    phone_messages.router,
    phone_messages.public_router,
    payments.router,
    invoices.router,
    tills.router,
    accounting.router,
    online_payments.router,
    booking_desk.router,
    vehicles.router,
    vehicle_costs.router,
    fines.router,
    availability.calendar_router,
    calendar_feeds.router,
    calendar_feeds.public_router,
    imported_calendars.router,
    price_suggestions.router,
    handover.router,
    agreements.router,
    quiz.router,
    quiz_editor.router,
    quiz_responses.router,
    experiment_size.router,
    experiments.router,
    traffic.router,
    affiliates.promo_codes_router,
    affiliates.admin_promo_codes_router,
    campaign_costs.router,
    exchange_rates.router,
    catalog.router,
    catalog.file_router,
    company_settings.languages_router,
    content.router,
    reviews.router,
    company_settings.router,
    company_brand.router,
    domains.router,
    leaving.router,
    usage.router,
    company_settings.setup_router,
    sample_data.router,
    channels.router,
    commissions.router,
    affiliates.router,
    bot_check.router,
    insight.router,
    alert_rules.router,
    own_events.router,
    own_funnels.router,
    analytics.router,
    webhooks.router,
    queries.router,
    insight_views.annotations_router,
    insight_views.router,
    insight_views.shared_router,
    analytics.reports_router,
    profit.router,
    money_reports.router,
    conversions.router,
    media_library.router,
    site_media.router,
    site.cars_router,
    review_list.router,
    reviews.public_router,
    developers.router,
    site.app_router,
    site_maps.router,
    site.router,
)

# Everything that holds a customer's personal data. Bookings come first, because other records are found by them; they
# are locked before customers are looked at, and looked at again for the addresses that these have.
PERSONAL_DATA = PersonalData(
    finders=(
        bookings_data.with_bookings,
        customers_data.with_customers,
        bookings_data.with_bookings,
        customers_data.with_customers,
        affiliates_data.with_accounts,
    ),
    records=(
        *phone_data.PERSONAL_RECORDS,
        *bookings_data.PERSONAL_RECORDS,
        *payments_data.PERSONAL_RECORDS,
        *handover_data.PERSONAL_RECORDS,
        *agreements_data.PERSONAL_RECORDS,
        *fines_data.PERSONAL_RECORDS,
        *reviews_data.PERSONAL_RECORDS,
        *media_data.PERSONAL_RECORDS,
        *quiz_data.PERSONAL_RECORDS,
        *traffic_data.PERSONAL_RECORDS,
        *traffic_data.JOURNEYS_RECORDS,
        *notifications_data.PERSONAL_RECORDS,
        *affiliates_data.PERSONAL_RECORDS,
        *customers_data.PERSONAL_RECORDS,
    ),
    after_erasure={notifications_data.MESSAGES.kind: notifications_data.delete_written_emails},
)
SUBJECT_NAMES = SubjectNames(
    admins=load_admin_names,
    by_kind={
        "affiliate": load_affiliate_names,
        "api_key": load_api_key_names,
        "booking": load_booking_references,
        "calendar_feed": load_feed_names,
        "channel": load_channel_names,
        "customer": load_customer_names,
        "annotation": load_annotation_names,
        "imported_calendar": load_calendar_names,
        "insight_query": load_query_names,
        "insight_view": load_view_names,
        "invitation": load_invitation_addresses,
        "role": load_role_names,
        "vehicle": load_plates,
        "webhook": load_endpoint_names,
    },
)


def create_app(settings: Settings, *, clock: Clock | None = None) -> FastAPI:
    """The application. Nothing is opened before its lifespan starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await app.state.db.open()
        if console is not None:
            await console.state.operators.open()
        # Objects from the start live as long as the process: the garbage collector need not scan them.
        gc.freeze()
        yield
        if console is not None:
            await console.state.checks.close()
            await console.state.operators.close()
        await app.state.quiz_analytics.close()
        await app.state.write_limit.close()
        await app.state.db.close()

    app = FastAPI(
        title="Abano",
        version="1.0.0",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        # One URL for each resource. Starlette's redirect would also repeat the host that the client claims.
        redirect_slashes=False,
        webhooks=webhooks.catalogue,
        openapi_url="/api/openapi.json" if not settings.is_production else None,
        # Traces are our own (``trace_requests``), without addresses; FastAPI's would be asked about at each request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.settings = settings
    app.state.clock = clock or SystemClock()
    app.state.db = Database(settings, refuse_unsafe_roles=settings.is_production)
    app.state.gauges = ()
    app.state.subject_names = SUBJECT_NAMES
    app.state.customers = CustomerService(settings, PERSONAL_DATA)
    app.state.catalogs = CatalogService(app.state.db)
    secret = settings.secret_key.get_secret_value()
    app.state.availability = Availability(app.state.db, app.state.catalogs, secret)
    rates = OfferedRates(app.state.db, app.state.clock)
    app.state.booking_intake = BookingIntake(app.state.db, app.state.catalogs, rates, app.state.clock, secret)
    app.state.media = Media(settings)
    app.state.pass_signer = load_signer(settings)
    app.state.media_library = MediaLibrary(settings, app.state.media)
    app.state.bot_check = BotCheckService()
    app.state.site = SiteFrame.create(app.state.db, app.state.catalogs, settings, app.state.clock)
    app.state.analytics_client = AnalyticsClient(settings, app.state.db)
    app.state.quiz_analytics = QuizAnalytics(app.state.analytics_client)
    app.state.query_runner = QueryRunner(app.state.analytics_client)
    app.state.quiz = QuizService(app.state.db, quiz_pictures(app.state.db, app.state.catalogs))
    app.state.question_labels = app.state.quiz.labels
    app.state.campaign_costs = CampaignCosts(app.state.db)
    app.state.event_definitions = EventDefinitions(app.state.db)
    app.state.traffic = TrafficSettingsCache(app.state.db)
    app.state.write_limit = WriteLimit(app.state.db, secret)
    app.state.tenants = TenantCache(app.state.db, allow_header=not settings.is_production)
    # Not in a drill, in which nothing may change.
    console = (
        create_console(settings, app.state, (sign_ups.router,))
        if settings.operator_host and not settings.drill
        else None
    )
    app.state.support_operators = None if console is None else console.state.records
    sign_up = (
        create_sign_up(settings, app.state) if settings.sign_up != "off" and not settings.drill else None
    )
    install_error_handlers(app)
    app.router.routes.extend(_routes())
    _add_middleware(app, settings, console, sign_up)
    trace_requests(app)
    return app


def _add_middleware(
    app: FastAPI, settings: Settings, console: FastAPI | None, sign_up: FastAPI | None
) -> None:
    """The last one added is the first to see a request."""
    app.add_middleware(PublicApi, api=create_api(app.state))
    app.add_middleware(ReadableUrl)
    app.add_middleware(OriginCheck)
    app.add_middleware(BodyLimit)
    app.add_middleware(FastPath, paths=fast_path_endpoints(ROUTERS))
    if console is not None:
        state = app.state
        door = SupportDoor(
            state.db, state.tenants, state.clock, state.support_operators, templates_of(ROUTERS)
        )
        app.add_middleware(SupportGate, door=door)
    if settings.database_replica_url or any(each.replica_url for each in settings.clusters.values()):
        app.add_middleware(ConsoleReads, lag_seconds=settings.replica_lag_seconds)
    if settings.clusters:
        app.add_middleware(FollowMoves, forget=partial(_forget_places, app))
    if sign_up is not None:
        # Within the turns of hosts without a company: strangers who flood it are held up before any company is.
        app.add_middleware(OwnHost, inner=sign_up, host=settings.site_domain)
    turns = request_turns(TURNS_PER_CONNECTION * settings.pool_size, app.state.db.weights)
    app.add_middleware(FairRequests, turns=turns, tenants=app.state.tenants)
    if settings.drill:
        app.add_middleware(Drill)
    if console is not None:
        app.add_middleware(OwnHost, inner=console, host=settings.operator_host)
    app.add_middleware(SecurityHeaders, secure=settings.is_production)
    app.add_middleware(RequestLog)


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Worked out once a process: tests make many applications."""
    return all_routes(ROUTERS)


def _forget_places(app: FastAPI) -> None:
    """After a write was refused because its company moved: look up again where it is."""
    app.state.db.forget_placements()
    app.state.tenants.clear()
