"""The platform's web application: wiring only."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute

from abano.affiliates.accounts import endpoints as affiliates
from abano.affiliates.accounts import personal_data as affiliates_data
from abano.affiliates.accounts.names import load_affiliate_names
from abano.affiliates.ledger import endpoints as commissions
from abano.affiliates.promo_codes import endpoints as referrals
from abano.affiliates.promo_codes.admin import endpoints as promo_codes_admin
from abano.analytics import endpoints as analytics
from abano.analytics import page_endpoints as analytics_page
from abano.analytics import session_endpoints as analytics_sessions
from abano.analytics.client import AnalyticsClient
from abano.analytics.service import QuizAnalytics
from abano.annotations import endpoints as annotations
from abano.annotations.service import load_annotation_names
from abano.audit import endpoints as audit
from abano.audit.subjects import SubjectNames
from abano.bookings import personal_data as bookings_data
from abano.bookings.admin import endpoints as booking_admin
from abano.bookings.admin.names import load_booking_references
from abano.bookings.intake import endpoints as bookings
from abano.bookings.intake import quotes
from abano.bookings.intake.service import BookingIntake
from abano.bookings.staff import endpoints as staff_bookings
from abano.bookings.today import endpoints as today
from abano.bookings.visitor import endpoints as by_customers
from abano.bot_check import endpoints as bot_check
from abano.bot_check.service import BotCheckService
from abano.campaign_costs import endpoints as campaign_costs
from abano.campaign_costs.find import CampaignCosts
from abano.catalog.service import CatalogService
from abano.catalog_editing import endpoints as catalog
from abano.catalog_editing import file_endpoints as catalog_files
from abano.company.brand import endpoints as company_brand
from abano.company.domains import endpoints as domains
from abano.company.opening import endpoints as opening
from abano.company.settings import endpoints as company_settings
from abano.company_languages import endpoints as company_languages
from abano.config import Settings
from abano.content import endpoints as content
from abano.conversions import endpoints as conversions
from abano.currencies import endpoints as currencies
from abano.currencies.service import OfferedRates
from abano.customers import endpoints as customers
from abano.customers import records as customers_data
from abano.customers.rights import endpoints as customer_rights
from abano.customers.rights.personal_data import PersonalData
from abano.customers.rights.service import CustomerService
from abano.customers.search import load_customer_names
from abano.database.engine import Database
from abano.fleet.availability import endpoints as availability
from abano.fleet.availability.service import Availability
from abano.fleet.calendar import endpoints as calendar
from abano.fleet.vehicles import endpoints as vehicles
from abano.fleet.vehicles.names import load_plates
from abano.handover import endpoints as hand_over
from abano.handover import personal_data as hand_over_data
from abano.http import health
from abano.http.error_handlers import install_error_handlers
from abano.http.fast_path_route import fast_path_endpoints
from abano.http.middleware.body_limit import BodyLimit
from abano.http.middleware.console_reads import ConsoleReads
from abano.http.middleware.drill import Drill
from abano.http.middleware.fast_path import FastPath
from abano.http.middleware.follow_moves import FollowMoves
from abano.http.middleware.origin_check import OriginCheck
from abano.http.middleware.readable_address import ReadableAddress
from abano.http.middleware.request_log import RequestLog
from abano.http.middleware.security_headers import SecurityHeaders
from abano.http.routes import all_routes
from abano.identity import endpoints as identity
from abano.identity.users import load_admin_names, load_invitation_addresses
from abano.insight import endpoints as insight
from abano.insight_views import endpoints as insight_views
from abano.insight_views.service import load_view_names
from abano.kit.clock import Clock, SystemClock
from abano.media import personal_data as media_data
from abano.media.service import Media
from abano.media_library import endpoints as media_library
from abano.media_library.service import MediaLibrary
from abano.messages.endpoints import console as messages
from abano.messages.endpoints import public as public_messages
from abano.my_booking import endpoints as my_booking
from abano.notifications import personal_data as notifications_data
from abano.payments import personal_data as payments_data
from abano.payments.desk import endpoints as payments
from abano.payments.invoices import endpoints as invoices
from abano.payments.online import endpoints as online_payments
from abano.payments.tills import endpoints as tills
from abano.public_writes.consent import endpoints as visitor_consent
from abano.public_writes.limit import WriteLimit
from abano.quiz import endpoints as quiz
from abano.quiz import personal_data as quiz_data
from abano.quiz.editor import endpoints as quiz_editor
from abano.quiz.experiments import endpoints as quiz_experiments
from abano.quiz.service import QuizService
from abano.reports import endpoints as reports
from abano.site import app_endpoints as installable
from abano.site import car_vehicles
from abano.site import endpoints as site
from abano.site import media as site_media
from abano.site.dependencies import SiteFrame
from abano.tenants.tenant import TenantCache
from abano.tenants.traffic import TrafficSettingsCache
from abano.traffic.clicks import endpoints as clicks
from abano.traffic.clicks import personal_data as clicks_data
from abano.traffic.journeys import endpoints as journeys
from abano.traffic.journeys import personal_data as journeys_data
from abano.traffic.visits import endpoints as visits
from abano_shared.traces import trace_requests

# Routes are tried in this order: the most frequent of a campaign first; the site last, because its pages match any
# path.
ROUTERS: tuple[APIRouter, ...] = (
    quiz.fast_path,
    clicks.fast_path,
    journeys.fast_path,
    bookings.fast_path,
    visitor_consent.fast_path,
    health.router,
    identity.router,
    audit.router,
    visits.router,
    customer_rights.router,
    customers.router,
    quotes.router,
    availability.router,
    bookings.router,
    staff_bookings.router,
    today.router,
    by_customers.router,
    my_booking.router,
    messages.router,
    public_messages.router,
    payments.router,
    invoices.router,
    tills.router,
    online_payments.router,
    booking_admin.router,
    vehicles.router,
    calendar.router,
    hand_over.router,
    quiz.router,
    quiz_editor.router,
    quiz_experiments.router,
    clicks.router,
    referrals.router,
    promo_codes_admin.router,
    campaign_costs.router,
    currencies.router,
    catalog.router,
    catalog_files.router,
    company_languages.router,
    content.router,
    company_settings.router,
    company_brand.router,
    domains.router,
    opening.router,
    commissions.router,
    affiliates.router,
    bot_check.router,
    insight.router,
    analytics_page.router,
    analytics.router,
    analytics_sessions.router,
    annotations.router,
    insight_views.router,
    insight_views.shared_router,
    reports.router,
    conversions.router,
    media_library.router,
    site_media.router,
    car_vehicles.router,
    installable.router,
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
        *bookings_data.RECORDS,
        *payments_data.RECORDS,
        *hand_over_data.RECORDS,
        *media_data.RECORDS,
        *quiz_data.RECORDS,
        *clicks_data.RECORDS,
        *journeys_data.RECORDS,
        *notifications_data.RECORDS,
        *affiliates_data.RECORDS,
        *customers_data.RECORDS,
    ),
    after_erasure={notifications_data.MESSAGES.kind: notifications_data.delete_written_emails},
)
SUBJECT_NAMES = SubjectNames(
    admins=load_admin_names,
    by_kind={
        "affiliate": load_affiliate_names,
        "booking": load_booking_references,
        "customer": load_customer_names,
        "annotation": load_annotation_names,
        "insight_view": load_view_names,
        "invitation": load_invitation_addresses,
        "vehicle": load_plates,
    },
)


def create_app(settings: Settings, *, clock: Clock | None = None) -> FastAPI:
    """The application. Nothing is opened before its lifespan starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await app.state.db.open()
        # Objects from the start live as long as the process: the garbage collector need not scan them.
        gc.freeze()
        yield
        await app.state.quiz_analytics.close()
        await app.state.write_limit.close()
        await app.state.db.close()

    app = FastAPI(
        title="Abano",
        version="0.1.0",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        # One URL for each resource. Starlette's redirect would also repeat the host that the client claims.
        redirect_slashes=False,
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
    app.state.media_library = MediaLibrary(settings, app.state.media)
    app.state.bot_check = BotCheckService()
    app.state.site = SiteFrame.create(app.state.db, app.state.catalogs, settings, app.state.clock)
    app.state.quiz_analytics = QuizAnalytics(AnalyticsClient(settings, app.state.db))
    app.state.quiz = QuizService(app.state.db)
    app.state.question_labels = app.state.quiz.labels
    app.state.find_campaign_costs = CampaignCosts(app.state.db).find
    app.state.traffic = TrafficSettingsCache(app.state.db)
    app.state.write_limit = WriteLimit(app.state.db, secret)
    app.state.tenants = TenantCache(app.state.db, allow_header=not settings.is_production)
    install_error_handlers(app)
    app.router.routes.extend(_routes())
    app.add_middleware(ReadableAddress)
    app.add_middleware(OriginCheck)
    app.add_middleware(BodyLimit)
    app.add_middleware(FastPath, paths=fast_path_endpoints(ROUTERS))
    if settings.database_replica_url or any(each.replica_url for each in settings.clusters.values()):
        app.add_middleware(ConsoleReads, lag_seconds=settings.replica_lag_seconds)
    if settings.clusters:
        app.add_middleware(FollowMoves, forget=partial(_forget_places, app))
    if settings.drill:
        app.add_middleware(Drill)
    app.add_middleware(SecurityHeaders, secure=settings.is_production)
    app.add_middleware(RequestLog)
    trace_requests(app)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Worked out once a process: tests make many applications."""
    return all_routes(ROUTERS)


def _forget_places(app: FastAPI) -> None:
    """After a write was refused because its company moved: look up again where it is."""
    app.state.db.forget_placements()
    app.state.tenants.clear()
