"""What an operator with support access may call, and for how long. Everything that is not listed is refused.

A new endpoint is refused until someone lists it here: ``test_support_routes.py`` walks over all of them.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from abano.accounts.access.rights import Right

# From opening the link; it is not prolonged.
LIFETIME = timedelta(minutes=30)
# Of a request without an answer, and of an accepted one that is not opened.
WAITS = timedelta(hours=24)
LINK_LIFETIME = timedelta(minutes=1)
MIN_REASON, MAX_REASON = 10, 500
SupportAccess = Literal["allowed", "ask", "forbidden"]
State = Literal["waiting", "ready", "running", "ended", "declined", "expired"]
Kind = Literal["own", "site", "read", "draft", "refused"]

# What the console shows an operator. Without payments, refunds, reports, accounting, costs, affiliates, exports,
# people, integrations, the company itself, and requests for a customer's data; and without the yard, whose page keeps
# a day's rentals on the device.
RIGHTS: frozenset[Right] = frozenset(
    {"bookings", "customers", "fleet", "catalog", "website", "analytics", "quiz", "settings"}
)
# Begin and end of the access itself.
OWN = frozenset({"POST /api/admin/support-session", "DELETE /api/admin/support-session"})
# What every visitor of the site may read: not recorded.
SITE = frozenset(
    {
        "GET /api/availability",
        "GET /api/availability/days",
        "GET /api/cars/{slug}/vehicles",
        "GET /api/quiz/definition",
        "GET /api/recaptcha/site-key",
        "GET /api/reviews",
        "GET /api/site",
        "GET /api/site/documents/{kind}",
        "GET /api/site/documents/{kind}/map",
        "GET /api/site/map",
    }
)
# Who is signed in, for the banner. Nothing of the company's data.
UNRECORDED = frozenset({"GET /api/admin/me"})
READS = UNRECORDED | frozenset(
    {
        "GET /api/admin/bookings",
        "GET /api/admin/bookings/filters",
        "GET /api/admin/bookings/{booking_id}",
        "GET /api/admin/bookings/{booking_id}/agreement",
        "GET /api/admin/bookings/{booking_id}/assignees",
        "GET /api/admin/bookings/{booking_id}/assignment",
        "GET /api/admin/bookings/{booking_id}/by-customer",
        "GET /api/admin/bookings/{booking_id}/changes",
        "GET /api/admin/bookings/{booking_id}/driver-documents",
        "GET /api/admin/bookings/{booking_id}/handover",
        "GET /api/admin/bookings/{booking_id}/messages",
        "GET /api/admin/bookings/{booking_id}/phone-messages",
        "GET /api/admin/calendar",
        "GET /api/admin/catalog/draft",
        "GET /api/admin/catalog/draft/changes",
        "GET /api/admin/catalog/draft/document",
        "GET /api/admin/catalog/versions",
        "GET /api/admin/catalog/versions/{number}",
        "GET /api/admin/content",
        "GET /api/admin/content/redirects",
        "GET /api/admin/content/texts/{kind}",
        "GET /api/admin/currencies",
        "GET /api/admin/customers",
        "GET /api/admin/customers/{customer_id}",
        "GET /api/admin/domains",
        "GET /api/admin/experiments",
        "GET /api/admin/experiments/size",
        "GET /api/admin/fines",
        "GET /api/admin/fleet/settings",
        "GET /api/admin/handover/terms",
        "GET /api/admin/languages",
        "GET /api/admin/leads",
        "GET /api/admin/media",
        "GET /api/admin/media/{item_id}",
        "GET /api/admin/messages",
        "GET /api/admin/phone-channels",
        "GET /api/admin/phone-inbox",
        "GET /api/admin/price-suggestions",
        "GET /api/admin/quiz",
        "GET /api/admin/quiz/draft/preview",
        "GET /api/admin/quiz/versions/{version}",
        "GET /api/admin/quiz/written",
        "GET /api/admin/reviews",
        "GET /api/admin/reviews/count",
        "GET /api/admin/search",
        "GET /api/admin/settings",
        "GET /api/admin/setup",
        "GET /api/admin/today",
        "GET /api/admin/today/count",
        "GET /api/admin/translations",
        "GET /api/admin/vehicles",
        "GET /api/admin/vehicles/{vehicle_id}",
        "GET /api/admin/vehicles/{vehicle_id}/damages",
        "GET /api/quiz/analytics/alert-rules",
        "GET /api/quiz/analytics/alert-rules/open",
        "GET /api/quiz/analytics/alerts",
        "GET /api/quiz/analytics/annotations",
        "GET /api/quiz/analytics/answers",
        "GET /api/quiz/analytics/events",
        "GET /api/quiz/analytics/events/preview",
        "GET /api/quiz/analytics/events/recorded",
        "GET /api/quiz/analytics/findings",
        "GET /api/quiz/analytics/overview",
        "GET /api/quiz/analytics/own-funnel",
        "GET /api/quiz/analytics/own-funnel/sessions",
        "GET /api/quiz/analytics/page",
        "GET /api/quiz/analytics/sessions",
        "GET /api/quiz/analytics/views",
    }
)
# Changes that an owner may grant for a request: drafts, which the company's people check and publish themselves.
DRAFTS = frozenset(
    {
        "PATCH /api/admin/catalog/draft/{part}/{key}",
        "POST /api/admin/catalog/draft/{part}",
        "PATCH /api/admin/content/texts/{kind}",
        "PUT /api/admin/quiz/draft",
    }
)


def kind_of(call: str) -> Kind:
    """What a call is to support access; ``call``: method and path template."""
    if call in OWN:
        return "own"
    if call in SITE:
        return "site"
    if call in READS:
        return "read"
    return "draft" if call in DRAFTS else "refused"


@dataclass(frozen=True, slots=True)
class Times:
    """The moments of a support session that decide on its state."""

    requested_at: datetime
    decided_at: datetime | None
    is_declined: bool
    expires_at: datetime | None
    ended_at: datetime | None

    def state(self, now: datetime) -> State:
        if self.is_declined:
            return "declined"
        if self.ended_at is not None:
            return "ended"
        if self.expires_at is not None:
            return "running" if now < self.expires_at else "ended"
        if now >= (self.decided_at or self.requested_at) + WAITS:
            return "expired"
        return "ready" if self.decided_at else "waiting"
