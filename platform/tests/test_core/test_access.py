"""Who may call what, for every endpoint of the API description: a new one fails here until it is given its place.

``PUBLIC`` names what anybody may call, ``ROLES`` who may call everything else. Without sign-in 401, with another
role 403, with an id of another company 404.
"""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid4

import company_steps
import httpx
import pytest
from console_people import Person, add_person, signed_in_person
from cost_steps import add_campaign_cost
from customer_rows import add_customer
from fastapi.routing import APIRoute, APIRouter
from fleet_steps import add_lead, staff_rental, vehicle_things
from insight_steps import add_experiment, insight_things
from message_steps import add_sent_message
from payment_steps import money_things
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from view_steps import NOTE, VIEW, note_things, view_things
from yard_steps import RECORD, hand_over_things

from abano.auth.principals import Role
from abano.config import Settings
from abano.database.engine import Database
from abano.kit.ids import new_id
from abano.main import ROUTERS, create_app
from abano.tenants.tenant import Tenant

pytestmark = pytest.mark.anyio

PUBLIC = frozenset(
    {
        # The secret in the address is its key, which the tests of conversions look at.
        "GET /api/conversions/{secret}/{kind}.csv",
        "GET /api/gclid/latest",
        "GET /api/ip/detect",
        # A cookie for one booking opens these, which the tests of customers' own bookings look at.
        "GET /api/my-booking",
        "GET /api/my-booking/documents/{document_id}",
        "POST /api/my-booking/cancellation",
        "POST /api/my-booking/link",
        "POST /api/my-booking/messages",
        "POST /api/my-booking/payments",
        "POST /api/my-booking/quotes",
        "POST /api/my-booking/sign-in",
        "POST /api/my-booking/sign-out",
        "PUT /api/my-booking/details",
        "PUT /api/my-booking/licences",
        "PUT /api/my-booking/rental",
        "GET /api/quiz/definition",
        "GET /api/recaptcha/site-key",
        "GET /api/site",
        "GET /api/site/documents/{kind}",
        "POST /api/admin/invitations/accept",
        "POST /api/admin/invitations/look",
        "POST /api/admin/login",
        "POST /api/admin/login/code",
        "POST /api/admin/logout",
        "POST /api/admin/password-reset",
        "POST /api/admin/password-reset/confirm",
        "POST /api/bookings",
        # The token in the address is its key, the signature that of Stripe: tests of online payments look at both.
        "GET /api/payments/online/{token}",
        "POST /api/stripe/events",
        # Signed by the company's mail service, which tests of messages look at.
        "POST /api/messages/reports/{provider}",
        "GET /api/availability",
        "GET /api/availability/days",
        "POST /api/availability/holds",
        "POST /api/availability/holds/release",
        "POST /api/consent/refusal",
        "POST /api/gclid/save",
        "POST /api/journey",
        "POST /api/personal-info-step",
        "POST /api/promo-codes/validate",
        "POST /api/quiz/answers",
        "POST /api/quiz/question-view",
        "POST /api/quiz/session/complete",
        "POST /api/quiz/session/start",
        "POST /api/quotes",
        # The secret in its body is its key, which the tests of saved views look at.
        "POST /api/shared-figures",
        "POST /api/recaptcha/verify",
        # The affiliates' own door. What is theirs alone asks for a bearer token of its own, which its tests look at.
        "GET /api/referrers/bookings.csv",
        "GET /api/referrers/dashboard",
        "POST /api/referrers/login",
        "POST /api/referrers/logout",
        "POST /api/referrers/password-reset",
        "POST /api/referrers/password-reset/confirm",
        "POST /api/referrers/register",
        "PUT /api/referrers/payout-address",
    }
)
ANYBODY: tuple[Role, ...] = ("owner", "manager", "desk", "analyst", "driver")
FIGURES: tuple[Role, ...] = ("owner", "manager", "analyst")
DESK: tuple[Role, ...] = ("owner", "manager", "desk")
YARD: tuple[Role, ...] = ("owner", "manager", "desk", "driver")
MANAGERS: tuple[Role, ...] = ("owner", "manager")
OWNERS: tuple[Role, ...] = ("owner",)
ROLES: dict[str, tuple[Role, ...]] = {
    "GET /api/admin/me": ANYBODY,
    "PUT /api/admin/account/language": ANYBODY,
    "POST /api/admin/account/password": ANYBODY,
    "GET /api/admin/account/sessions": ANYBODY,
    "DELETE /api/admin/account/sessions": ANYBODY,
    "DELETE /api/admin/account/sessions/{session_id}": ANYBODY,
    "GET /api/admin/account/second-factor": ANYBODY,
    "POST /api/admin/account/second-factor": ANYBODY,
    "POST /api/admin/account/second-factor/confirm": ANYBODY,
    "POST /api/admin/account/second-factor/recovery-codes": ANYBODY,
    "POST /api/admin/account/second-factor/disable": ANYBODY,
    "GET /api/admin/users": OWNERS,
    "POST /api/admin/users/invitations": OWNERS,
    "DELETE /api/admin/users/invitations/{invitation_id}": OWNERS,
    "PATCH /api/admin/users/{user_id}": OWNERS,
    "DELETE /api/admin/users/{user_id}/second-factor": OWNERS,
    "GET /api/admin/audit-log": OWNERS,
    "POST /api/admin/customers/look": OWNERS,
    "POST /api/admin/customers/export": OWNERS,
    "POST /api/admin/customers/erase": OWNERS,
    "GET /api/admin/customers": DESK,
    "GET /api/admin/customers/export.csv": MANAGERS,
    "GET /api/admin/customers/proposals": MANAGERS,
    "GET /api/admin/customers/{customer_id}": DESK,
    "PUT /api/admin/customers/{customer_id}": DESK,
    "POST /api/admin/customers/{customer_id}/notes": DESK,
    "PUT /api/admin/customers/{customer_id}/blacklist": MANAGERS,
    "POST /api/admin/customers/{customer_id}/merge": MANAGERS,
    "POST /api/admin/customers/{customer_id}/unmerge": MANAGERS,
    "POST /api/admin/customers/{customer_id}/tell-apart": MANAGERS,
    "GET /api/ip/visits": MANAGERS,
    "DELETE /api/ip/visits": MANAGERS,
    "DELETE /api/ip/visits/{visit_id}": MANAGERS,
    "GET /api/ip/excluded-addresses": MANAGERS,
    "PUT /api/ip/excluded-addresses": MANAGERS,
    "GET /api/admin/bookings": DESK,
    "GET /api/admin/bookings/filters": DESK,
    "GET /api/admin/bookings/export.csv": MANAGERS,
    "GET /api/admin/bookings/{booking_id}": DESK,
    "POST /api/admin/bookings": DESK,
    "POST /api/admin/bookings/quotes": DESK,
    "PUT /api/admin/bookings/{booking_id}": DESK,
    "POST /api/admin/bookings/{booking_id}/no-show": DESK,
    "GET /api/admin/bookings/{booking_id}/assignment": DESK,
    "GET /api/admin/bookings/{booking_id}/changes": DESK,
    "GET /api/admin/bookings/{booking_id}/by-customer": DESK,
    "GET /api/admin/bookings/{booking_id}/licences/{picture_id}": DESK,
    "POST /api/admin/customer-actions/{action_id}/seen": DESK,
    "POST /api/admin/bookings/{booking_id}/status": DESK,
    "POST /api/admin/bookings/{booking_id}/step-back": DESK,
    "POST /api/admin/bookings/{booking_id}/notes": DESK,
    "POST /api/admin/bookings/{booking_id}/emails": DESK,
    "POST /api/admin/bookings/{booking_id}/reviewed": DESK,
    "GET /api/admin/bookings/{booking_id}/messages": DESK,
    "POST /api/admin/bookings/{booking_id}/messages/{message_id}/resend": DESK,
    "GET /api/admin/messages": MANAGERS,
    "PUT /api/admin/messages/settings": MANAGERS,
    "PUT /api/admin/messages/texts/{occasion}/{language}": MANAGERS,
    "POST /api/admin/messages/texts/{occasion}/{language}/reset": MANAGERS,
    "POST /api/admin/messages/texts/{occasion}/{language}/preview": MANAGERS,
    "POST /api/admin/messages/texts/{occasion}/{language}/test": MANAGERS,
    "PUT /api/admin/messages/reports-secret": OWNERS,
    "DELETE /api/admin/messages/reports-secret": OWNERS,
    "GET /api/admin/bookings/{booking_id}/money": DESK,
    "POST /api/admin/bookings/{booking_id}/payments": DESK,
    "POST /api/admin/bookings/{booking_id}/refunds": MANAGERS,
    "POST /api/admin/bookings/{booking_id}/deposits": DESK,
    "POST /api/admin/bookings/{booking_id}/deposits/settlement": DESK,
    "POST /api/admin/bookings/{booking_id}/invoices": DESK,
    "POST /api/admin/bookings/{booking_id}/payment-links": DESK,
    "GET /api/admin/balances-due": DESK,
    "GET /api/admin/invoices": DESK,
    "GET /api/admin/invoices.csv": MANAGERS,
    "GET /api/admin/invoices/{invoice_id}/file": DESK,
    "POST /api/admin/invoices/{invoice_id}/credit-note": MANAGERS,
    "GET /api/admin/tills": DESK,
    "POST /api/admin/tills": DESK,
    "GET /api/admin/tills/{till_id}/lines": DESK,
    "POST /api/admin/tills/{till_id}/count": DESK,
    "POST /api/admin/tills/{till_id}/difference": MANAGERS,
    "GET /api/admin/seller": MANAGERS,
    "PUT /api/admin/seller": OWNERS,
    "GET /api/admin/stripe": OWNERS,
    "PUT /api/admin/stripe": OWNERS,
    "DELETE /api/admin/stripe": OWNERS,
    "GET /api/admin/vehicles": DESK,
    "POST /api/admin/vehicles": DESK,
    "GET /api/admin/vehicles/export.csv": DESK,
    "POST /api/admin/vehicles/import": DESK,
    "GET /api/admin/vehicles/{vehicle_id}": DESK,
    "PUT /api/admin/vehicles/{vehicle_id}": DESK,
    "POST /api/admin/vehicles/{vehicle_id}/documents": DESK,
    "DELETE /api/admin/vehicles/{vehicle_id}/documents/{document_id}": DESK,
    "POST /api/admin/vehicles/{vehicle_id}/services": DESK,
    "POST /api/admin/vehicles/{vehicle_id}/services/{service_id}/done": DESK,
    "DELETE /api/admin/vehicles/{vehicle_id}/services/{service_id}": DESK,
    "POST /api/admin/vehicles/{vehicle_id}/blocks": DESK,
    "PUT /api/admin/vehicles/{vehicle_id}/blocks/{block_id}": DESK,
    "DELETE /api/admin/vehicles/{vehicle_id}/blocks/{block_id}": DESK,
    "GET /api/admin/today": DESK,
    "GET /api/admin/leads": DESK,
    "PATCH /api/admin/leads/{lead_id}": DESK,
    "GET /api/admin/search": DESK,
    "GET /api/admin/calendar": DESK,
    "POST /api/admin/calendar/moves": DESK,
    "GET /api/admin/yard": YARD,
    "GET /api/admin/yard/bookings/{booking_id}": YARD,
    "POST /api/admin/yard/bookings/{booking_id}/records": YARD,
    "PUT /api/admin/yard/records/{record_id}/pictures/{picture_id}": YARD,
    "GET /api/admin/yard/records/{record_id}/pictures/{picture_id}": YARD,
    "GET /api/admin/yard/records/{record_id}/document": YARD,
    "GET /api/admin/bookings/{booking_id}/hand-over": DESK,
    "POST /api/admin/bookings/{booking_id}/proposed-lines/{line_id}": DESK,
    "GET /api/admin/vehicles/{vehicle_id}/damages": DESK,
    "POST /api/admin/vehicles/{vehicle_id}/damages/{damage_id}/repaired": DESK,
    "GET /api/admin/hand-over/terms": MANAGERS,
    "PUT /api/admin/hand-over/terms": MANAGERS,
    "GET /api/admin/fleet/settings": MANAGERS,
    "PUT /api/admin/fleet/settings": MANAGERS,
    "GET /api/admin/affiliates": MANAGERS,
    "GET /api/admin/affiliates/{affiliate_id}": MANAGERS,
    "GET /api/admin/affiliates/{affiliate_id}/statement": MANAGERS,
    "GET /api/admin/affiliates/{affiliate_id}/statement.csv": MANAGERS,
    "POST /api/admin/affiliates/{affiliate_id}/{status}": MANAGERS,
    "GET /api/admin/promo-codes": MANAGERS,
    "POST /api/admin/promo-codes": MANAGERS,
    "PUT /api/admin/promo-codes/{code}": MANAGERS,
    "GET /api/admin/catalog/draft": MANAGERS,
    "GET /api/admin/catalog/draft/changes": MANAGERS,
    "GET /api/admin/catalog/draft/document": MANAGERS,
    "PATCH /api/admin/catalog/draft/{part}/{key}": MANAGERS,
    "POST /api/admin/catalog/draft/{part}": MANAGERS,
    "DELETE /api/admin/catalog/draft/{part}/{key}": MANAGERS,
    "POST /api/admin/catalog/draft/discard": MANAGERS,
    "POST /api/admin/catalog/draft/publish": MANAGERS,
    "POST /api/admin/catalog/draft/unplan": MANAGERS,
    "GET /api/admin/catalog/versions": MANAGERS,
    "GET /api/admin/catalog/versions/{number}": MANAGERS,
    "POST /api/admin/catalog/versions/{number}/restore": MANAGERS,
    "POST /api/admin/catalog/preview": MANAGERS,
    "GET /api/admin/catalog/export.yaml": MANAGERS,
    "GET /api/admin/catalog/export/{table}": MANAGERS,
    "POST /api/admin/catalog/import": MANAGERS,
    "GET /api/admin/currencies": MANAGERS,
    "POST /api/admin/currencies/rates": MANAGERS,
    "PUT /api/admin/currencies/shown": MANAGERS,
    "GET /api/admin/settings": MANAGERS,
    "PUT /api/admin/settings/contacts": OWNERS,
    "PUT /api/admin/settings/rental": OWNERS,
    "PUT /api/admin/settings/terms": OWNERS,
    "PUT /api/admin/settings/commission": OWNERS,
    "PUT /api/admin/settings/privacy": OWNERS,
    "PUT /api/admin/settings/notifications": OWNERS,
    "PUT /api/admin/settings/bot-check": OWNERS,
    "PUT /api/admin/settings/address-services": OWNERS,
    "PUT /api/admin/settings/clock": OWNERS,
    "POST /api/admin/settings/notifications/tests": OWNERS,
    "GET /api/admin/settings/notifications/tests/{test_id}": OWNERS,
    "GET /api/admin/domains": MANAGERS,
    "POST /api/admin/domains": OWNERS,
    "POST /api/admin/domains/{host}/check": OWNERS,
    "PUT /api/admin/domains/{host}/primary": OWNERS,
    "DELETE /api/admin/domains/{host}": OWNERS,
    "GET /api/admin/brand": OWNERS,
    "PUT /api/admin/brand/draft": OWNERS,
    "DELETE /api/admin/brand/draft": OWNERS,
    "POST /api/admin/brand/publish": OWNERS,
    "POST /api/admin/brand/undo": OWNERS,
    "POST /api/admin/brand/colors": OWNERS,
    "POST /api/admin/brand/document": OWNERS,
    "POST /api/admin/brand/email": OWNERS,
    "GET /api/admin/setup": MANAGERS,
    "POST /api/admin/setup/open": OWNERS,
    "POST /api/admin/setup/close": OWNERS,
    "GET /api/admin/languages": MANAGERS,
    "GET /api/admin/media": MANAGERS,
    "PUT /api/admin/media/parts/{digest}": MANAGERS,
    "POST /api/admin/media/files": MANAGERS,
    "POST /api/admin/media/links": MANAGERS,
    "GET /api/admin/media/{item_id}": MANAGERS,
    "GET /api/admin/media/{item_id}/original": MANAGERS,
    "PUT /api/admin/media/{item_id}": MANAGERS,
    "DELETE /api/admin/media/{item_id}": MANAGERS,
    "GET /api/admin/quiz": FIGURES,
    "GET /api/admin/quiz/versions/{version}": FIGURES,
    "POST /api/admin/quiz/versions/{version}/current": FIGURES,
    "GET /api/admin/quiz/draft/preview": FIGURES,
    "PUT /api/admin/quiz/draft": FIGURES,
    "DELETE /api/admin/quiz/draft": FIGURES,
    "POST /api/admin/quiz/publish": FIGURES,
    "GET /api/admin/quiz/experiments": FIGURES,
    "GET /api/admin/quiz/experiments/size": FIGURES,
    "POST /api/admin/quiz/experiments": FIGURES,
    "POST /api/admin/quiz/experiments/{experiment_id}/stop": FIGURES,
    "PUT /api/admin/languages": MANAGERS,
    "GET /api/admin/content": MANAGERS,
    "POST /api/admin/content/pages": MANAGERS,
    "GET /api/admin/content/redirects": MANAGERS,
    "PUT /api/admin/content/redirects": MANAGERS,
    "DELETE /api/admin/content/redirects": MANAGERS,
    "GET /api/admin/content/texts/{kind}": MANAGERS,
    "PATCH /api/admin/content/texts/{kind}": MANAGERS,
    "DELETE /api/admin/content/texts/{kind}": MANAGERS,
    "POST /api/admin/content/texts/{kind}/publication": MANAGERS,
    "DELETE /api/admin/content/texts/{kind}/draft": MANAGERS,
    "POST /api/admin/content/texts/{kind}/return": MANAGERS,
    "POST /api/admin/content/reviews": MANAGERS,
    "POST /api/admin/pay-commission/{affiliate_id}": MANAGERS,
    "GET /api/admin/payouts": MANAGERS,
    "GET /api/admin/payouts.csv": MANAGERS,
    "POST /api/admin/payouts/{payout_id}/reverse": MANAGERS,
    "POST /api/admin/commissions/{booking_id}/release": MANAGERS,
    "POST /api/admin/commissions/{booking_id}/refuse": MANAGERS,
    "POST /api/admin/commissions/{booking_id}/restore": MANAGERS,
    "PUT /api/admin/commission-rule": OWNERS,
    "GET /api/admin/conversions": MANAGERS,
    "PUT /api/admin/conversions": MANAGERS,
    "POST /api/admin/conversions/address": OWNERS,
    "DELETE /api/admin/conversions/address": OWNERS,
    "PUT /api/admin/conversions/sender": OWNERS,
    "DELETE /api/admin/conversions/sender": OWNERS,
    "GET /api/admin/conversions/{kind}.csv": MANAGERS,
    "GET /api/quiz/analytics/mail": FIGURES,
    "POST /api/quiz/analytics/mail": FIGURES,
    "DELETE /api/quiz/analytics/mail/{subscription_id}": FIGURES,
    "POST /api/quiz/analytics/mail/test": FIGURES,
    "PUT /api/quiz/analytics/watch": MANAGERS,
    "GET /api/quiz/analytics/alerts": FIGURES,
    "POST /api/quiz/analytics/alerts/{alert_id}/dismiss": FIGURES,
    "GET /api/quiz/analytics/page": FIGURES,
    "GET /api/quiz/analytics/overview": FIGURES,
    "GET /api/quiz/analytics/timeline": FIGURES,
    "GET /api/quiz/analytics/weekhours": FIGURES,
    "GET /api/quiz/analytics/answers": FIGURES,
    "GET /api/quiz/analytics/funnel": FIGURES,
    "GET /api/quiz/analytics/journey": FIGURES,
    "GET /api/quiz/analytics/campaigns": FIGURES,
    "GET /api/quiz/analytics/choices": FIGURES,
    "GET /api/quiz/analytics/export": FIGURES,
    "GET /api/quiz/analytics/sessions": FIGURES,
    "GET /api/quiz/analytics/annotations": FIGURES,
    "POST /api/quiz/analytics/annotations": FIGURES,
    "PUT /api/quiz/analytics/annotations/{annotation_id}": FIGURES,
    "DELETE /api/quiz/analytics/annotations/{annotation_id}": FIGURES,
    "GET /api/quiz/analytics/views": FIGURES,
    "POST /api/quiz/analytics/views": FIGURES,
    "PUT /api/quiz/analytics/views/{view_id}": FIGURES,
    "POST /api/quiz/analytics/views/{view_id}/links": FIGURES,
    "DELETE /api/quiz/analytics/views/{view_id}/links/{link_id}": FIGURES,
    "DELETE /api/quiz/analytics/views/{view_id}": FIGURES,
    "GET /api/quiz/analytics/money": FIGURES,
    "GET /api/admin/campaign-costs": FIGURES,
    "POST /api/admin/campaign-costs": FIGURES,
    "POST /api/admin/campaign-costs/uploads": FIGURES,
    "DELETE /api/admin/campaign-costs/{upload_id}": FIGURES,
    "GET /api/admin/reports/rentals": FIGURES,
    "GET /api/admin/reports/rentals/list": FIGURES,
    "GET /api/admin/reports/rentals/export.csv": FIGURES,
}
BLOCK = {"startsAt": "2027-01-01T09:00:00Z", "endsAt": "2027-01-02T09:00:00Z"}
RENTAL_IN_THE_ALPS = staff_rental(
    car="VW Golf", pickupLocation="chur", dropoffLocation="chur", insuranceType="minimum"
)
SETTLEMENT = {"returned": 1, "kept": 0, "applied": 0, "method": "card"}
# Bodies that are taken, so that an id of another company is all that is wrong with the call.
BODIES: dict[str, dict[str, Any]] = {
    "PUT /api/quiz/analytics/annotations/{annotation_id}": NOTE,
    "PUT /api/quiz/analytics/views/{view_id}": VIEW | {"isShared": True},
    "POST /api/quiz/analytics/views/{view_id}/links": {"days": 7},
    **company_steps.BODIES,
    "POST /api/admin/yard/bookings/{booking_id}/records": RECORD,
    "PUT /api/admin/yard/records/{record_id}/pictures/{picture_id}": {"content": "AAAA"},
    "POST /api/admin/bookings/{booking_id}/proposed-lines/{line_id}": {"decision": "refuse"},
    "PATCH /api/admin/users/{user_id}": {"role": "analyst"},
    "POST /api/admin/bookings/{booking_id}/payments": {"amount": 1, "method": "card"},
    "POST /api/admin/bookings/{booking_id}/refunds": {"amount": 1, "method": "card", "reason": "By mistake"},
    "POST /api/admin/bookings/{booking_id}/deposits": {"amount": 1, "method": "card"},
    "POST /api/admin/bookings/{booking_id}/deposits/settlement": SETTLEMENT,
    "POST /api/admin/bookings/{booking_id}/payment-links": {"purpose": "payment", "amount": 1},
    "POST /api/admin/invoices/{invoice_id}/credit-note": {"reason": "By mistake"},
    "POST /api/admin/tills/{till_id}/count": {"counted": 1, "reason": "By mistake"},
    "POST /api/admin/bookings/{booking_id}/status": {"fromStatus": "pending", "toStatus": "confirmed"},
    "POST /api/admin/bookings/{booking_id}/step-back": {
        "fromStatus": "confirmed",
        "toStatus": "pending",
        "reason": "By mistake",
    },
    "POST /api/admin/bookings/{booking_id}/notes": {"text": "Hello"},
    "POST /api/admin/bookings/{booking_id}/emails": {"subject": "Hello", "body": "Hello"},
    "PUT /api/admin/customers/{customer_id}": {"name": "Ada", "seenAt": NOW.isoformat()},
    "POST /api/admin/customers/{customer_id}/notes": {"text": "Hello"},
    "PUT /api/admin/customers/{customer_id}/blacklist": {"isBlacklisted": True, "reason": "Hello"},
    "PUT /api/admin/media/{item_id}": {"title": "Golf"},
    "POST /api/admin/customers/{customer_id}/merge": {"otherId": str(new_id())},
    "POST /api/admin/customers/{customer_id}/unmerge": {"eventId": str(new_id())},
    "POST /api/admin/customers/{customer_id}/tell-apart": {"otherId": str(new_id())},
    "PUT /api/admin/bookings/{booking_id}": RENTAL_IN_THE_ALPS
    | {"customerName": "Ada Lovelace", "seenAt": NOW.isoformat(), "price": "agreed"},
    "POST /api/admin/bookings/{booking_id}/no-show": {"seenAt": NOW.isoformat()},
    "POST /api/admin/commissions/{booking_id}/refuse": {"reason": "By mistake"},
    "POST /api/admin/payouts/{payout_id}/reverse": {"reason": "By mistake"},
    "PATCH /api/admin/leads/{lead_id}": {"state": "contacted"},
    "PUT /api/admin/vehicles/{vehicle_id}": {"plate": "ZZ-1", "car": "VW Golf", "homeLocation": "chur"},
    "POST /api/admin/vehicles/{vehicle_id}/documents": {"kind": "insurance", "expiresOn": "2027-01-01"},
    "POST /api/admin/vehicles/{vehicle_id}/services": {"title": "Oil", "dueOn": "2027-01-01"},
    "POST /api/admin/vehicles/{vehicle_id}/services/{service_id}/done": {
        "doneOn": "2027-01-01",
        "doneMileageKm": 1000,
    },
    "POST /api/admin/vehicles/{vehicle_id}/blocks": BLOCK | {"kind": "workshop", "title": "Brakes"},
    "PUT /api/admin/vehicles/{vehicle_id}/blocks/{block_id}": BLOCK,
}
# Not in the description: pages and files of the site, health, metrics. Nothing here answers with a company's data.
UNDESCRIBED = frozenset(
    {
        "/api/messages/unsubscribe", "/api/insight/unsubscribe",
        "/healthz", "/readyz", "/metrics", "/click-sync", "/brand.css", "/robots.txt", "/sitemap.xml",
        "/manifest.webmanifest", "/app-icon/{name}.png", "/favicon.ico", "/assets/{name:path}",
        "/drawings/{name:path}", "/illustrations/{name:path}", "/media/{name}", "/share/{code}.jpg", "/{path:path}",
        "/{path:outside_api}",
    }
)  # fmt: skip


def described() -> frozenset[str]:
    paths = create_app(Settings(database_url="postgresql://localhost/abano")).openapi()["paths"]
    return frozenset(f"{method.upper()} {path}" for path, methods in paths.items() for method in methods)


def routes_of(routers: Iterable[APIRouter]) -> Iterator[APIRoute]:
    for router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute):
                yield route
            else:
                yield from routes_of(inner for inner in vars(route).values() if isinstance(inner, APIRouter))


async def call(client: httpx.AsyncClient, endpoint: str, ids: dict[str, Any]) -> httpx.Response:
    method, path = endpoint.split(" ")
    body = None if method in {"GET", "DELETE"} else BODIES.get(endpoint, {})
    return await client.request(method, path.format_map(ids), json=body)


# Parameters that are no ids: one of the words that each takes.
WORDS = {"status": "paused", "kind": "clicks", "occasion": "confirmed", "language": "en", "digest": "ab" * 32}


class AnyId(dict[str, Any]):
    """An id that nothing has, for every parameter that is one."""

    def __missing__(self, key: str) -> str:
        return WORDS.get(key) or str(uuid4())


@pytest.fixture
async def people(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> dict[Role, Person]:
    return {role: await signed_in_person(db, georgia, role, client_of, sign_in) for role in ANYBODY}


def test_every_endpoint_has_its_place_and_every_place_its_endpoint() -> None:
    assert described() - PUBLIC - ROLES.keys() == set(), (
        "a new endpoint: say in PUBLIC or ROLES who may call it"
    )
    assert PUBLIC & ROLES.keys() == set()
    assert (PUBLIC | ROLES.keys()) - described() == set(), "an endpoint is gone: take it out here"


def test_nothing_stands_outside_the_description_but_pages_files_and_health() -> None:
    hidden = {route.path for route in routes_of(ROUTERS) if not route.include_in_schema}
    assert hidden <= UNDESCRIBED
    assert {f"{method} {route.path}" for route in routes_of(ROUTERS) if route.include_in_schema
            for method in route.methods or ()} == described()  # fmt: skip


async def test_without_sign_in_401(client: httpx.AsyncClient) -> None:
    statuses = {endpoint: (await call(client, endpoint, AnyId())).status_code for endpoint in ROLES}
    assert {endpoint: status for endpoint, status in statuses.items() if status != 401} == {}


async def test_another_companys_sign_in_is_none(
    client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    client.cookies.set("abano_admin", stranger.client.cookies["abano_admin"])
    statuses = {endpoint: (await call(client, endpoint, AnyId())).status_code for endpoint in ROLES}
    assert {endpoint: status for endpoint, status in statuses.items() if status != 401} == {}


async def test_with_the_wrong_role_403_and_with_the_right_one_neither(people: dict[Role, Person]) -> None:
    wrong = {}
    for endpoint, allowed in ROLES.items():
        for role, person in people.items():
            status = (await call(person.client, endpoint, AnyId())).status_code
            if (status == 403) != (role not in allowed) or status == 401:
                wrong[f"{endpoint} as {role}"] = status
    assert wrong == {}


async def test_with_an_id_of_another_company_404(
    people: dict[Role, Person],
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    ids = await things_of(stranger, db, alps, query_admin_sql)
    with_id = [endpoint for endpoint in ROLES if "_id}" in endpoint]
    owner = people["owner"].client
    statuses = {endpoint: (await call(owner, endpoint, ids)).status_code for endpoint in with_id}
    assert {endpoint: status for endpoint, status in statuses.items() if status != 404} == {}
    # At home the same calls find what they ask for: it was the company that was wrong, not the id.
    at_home = [
        endpoint
        for endpoint in with_id
        if "{payout_id}" not in endpoint
        and "/commissions/" not in endpoint
        # They name a second customer, which nobody has.
        and not endpoint.endswith(("/merge", "/tell-apart"))
    ]
    found = {endpoint: (await call(stranger.client, endpoint, ids)).status_code for endpoint in at_home}
    assert {endpoint: status for endpoint, status in found.items() if status in {401, 403, 404}} == {}


async def things_of(
    person: Person, db: Database, tenant: Tenant, query_admin_sql: AdminSql
) -> dict[str, Any]:
    """Something of this person's company for each kind of id that a path can hold."""
    invited = await person.client.post(
        "/api/admin/users/invitations", json={"email": f"{uuid4().hex}@example.com", "role": "analyst"}
    )
    colleague, _ = await add_person(db, tenant, "manager")
    visit, booking, affiliate = new_id(), new_id(), new_id()
    query_admin_sql(
        "insert into ip_visits (tenant_id, id, ip_address, visited_at) values (%s, %s, '192.0.2.1', %s)",
        tenant.id, visit, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into affiliates (tenant_id, id, name, email, created_at) values (%s, %s, 'Affiliate', %s, %s)",
        tenant.id, affiliate, f"{affiliate.hex}@example.com", NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into bookings (tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age,"
        " group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency,"
        " days, daily_rate_minor, total_minor, price_lines, created_at, updated_at) values (%s, %s, %s, 'Ada',"
        " 'ada@example.com', '', 36, 2, 'VW Golf', 'chur', 'chur', %s, %s + interval '7 days', 'minimum', 'CHF', 7,"
        " 100, 700, '[]', %s, %s)",
        tenant.id, booking, uuid4().hex[:8], NOW, NOW, NOW, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into admin_second_factors (tenant_id, admin_id, sealed_secret, confirmed_at, created_at)"
        " values (%s, %s, '', %s, %s)",
        tenant.id, colleague, NOW, NOW,
    )  # fmt: skip
    session = query_admin_sql(
        "insert into admin_sessions (tenant_id, token_hash, admin_id, created_at, expires_at)"
        " values (%s, %s, %s, %s, %s + interval '1 hour') returning id",
        tenant.id, uuid4().bytes, person.id, NOW, NOW,
    )  # fmt: skip
    vehicle = vehicle_things(tenant, query_admin_sql, "VW Golf", "chur")
    tested = await person.client.post("/api/admin/settings/notifications/tests", json={"channel": "email"})
    handed_over = hand_over_things(query_admin_sql, tenant.id, booking, vehicle["vehicle_id"], NOW)
    action = new_id()
    query_admin_sql(
        "insert into customer_actions (tenant_id, id, booking_id, kind, file_id, created_at)"
        " values (%s, %s, %s, 'licence', %s, %s)",
        tenant.id, action, booking, handed_over["picture_id"], NOW,
    )  # fmt: skip
    return {
        **await note_things(person.client),
        **await view_things(person.client),
        **handed_over,
        **insight_things(query_admin_sql, tenant.id, person.id),
        "experiment_id": add_experiment(query_admin_sql, tenant.id),
        "action_id": action,
        "lead_id": add_lead(query_admin_sql, tenant),
        **vehicle,
        "customer_id": add_customer(query_admin_sql, tenant),
        **money_things(tenant, query_admin_sql, booking, colleague),
        "session_id": session[0][0],
        "invitation_id": invited.json()["id"],
        "user_id": colleague,
        "visit_id": visit,
        "booking_id": booking,
        "message_id": add_sent_message(query_admin_sql, tenant, booking),
        "upload_id": add_campaign_cost(query_admin_sql, tenant.id, NOW),
        "affiliate_id": affiliate,
        **WORDS,
        "item_id": query_admin_sql("select id from media_items where tenant_id = %s limit 1", tenant.id)[0][
            0
        ],
        "test_id": tested.json()["id"],
        "payout_id": new_id(),
    }
