"""Pure rules of the audit log: actions and redaction."""

from collections.abc import Mapping
from typing import Literal, cast, get_args

from pydantic_core import to_jsonable_python
from typing_extensions import TypeAliasType

# All actions. The console has a sentence for each, checked by its compiler; the tests check that every recorded
# action is listed here.
AuditedAction = TypeAliasType(
    "AuditedAction",
    Literal[
        "admin.created",
        "admin.disabled",
        "admin.enabled",
        "admin.invitation_withdrawn",
        "admin.invited",
        "admin.joined",
        "admin.other_sessions_ended",
        "admin.password_changed",
        "admin.password_reset",
        "admin.recovery_codes_renewed",
        "admin.role_changed",
        "admin.second_factor_disabled",
        "admin.second_factor_enabled",
        "admin.second_factor_reset",
        "admin.session_ended",
        "api_key.created",
        "api_key.revoked",
        "api_key.rotated",
        "api_key.settings_changed",
        "affiliate.paused",
        "affiliate.payout_email_changed",
        "affiliate.resumed",
        "booking.action_seen",
        "booking.active",
        "booking.assigned",
        "booking.cancelled",
        "booking.completed",
        "booking.confirmed",
        "booking.document_added",
        "booking.document_deleted",
        "booking.emailed",
        "booking.exported",
        "booking.fee_charged",
        "booking.handed_over",
        "booking.line_decided",
        "booking.line_reversed",
        "booking.message_resent",
        "booking.noted",
        "booking.photographed",
        "booking.changed",
        "booking.returned",
        "booking.reviewed",
        "booking.second_driver_changed",
        "booking.stepped_back",
        "booking.taken",
        "booking.vehicle_changed",
        "catalog.draft_changed",
        "catalog.draft_discarded",
        "catalog.imported",
        "catalog.published",
        "catalog.publishing_cancelled",
        "catalog.publishing_planned",
        "catalog.restored",
        "brand.draft_dropped",
        "brand.drafted",
        "brand.published",
        "brand.undone",
        "commission.paid",
        "commission.refused",
        "commission.released",
        "commission.restored",
        "commission.rule_changed",
        "content.draft_discarded",
        "content.drafted",
        "content.page_added",
        "content.page_removed",
        "content.published",
        "content.restored",
        "conversions.urls_deleted",
        "conversions.urls_created",
        "conversions.renamed",
        "conversions.sender_dropped",
        "conversions.sender_set",
        "customer.blacklisted",
        "customer.changed",
        "customer.erased",
        "customer.exported",
        "deposit.applied",
        "deposit.hold_captured",
        "deposit.hold_released",
        "deposit.kept",
        "deposit.returned",
        "deposit.taken",
        "domain.made_primary",
        "domain.proved",
        "domain.removed",
        "domain.requested",
        "campaign_costs.deleted",
        "campaign_costs.typed",
        "campaign_costs.uploaded",
        "exchange_rate.added",
        "exchange_rate.currencies_chosen",
        "exchange_rate.daily_switched",
        "exchange_rate.held_accepted",
        "exchange_rate.held_dismissed",
        "fine.added",
        "fine.charged",
        "fine.imported",
        "fine.kept",
        "fine.notice_added",
        "fine.removed",
        "fine.reversed",
        "fleet.settings_changed",
        "review.added",
        "review.answered",
        "review.hidden",
        "review.imported",
        "review.picture_changed",
        "review.published",
        "annotation.added",
        "annotation.changed",
        "annotation.deleted",
        "insight.alert_dismissed",
        "insight.ended_by_link",
        "insight.subscribed",
        "insight.unsubscribed",
        "insight.watch_off",
        "insight.watch_on",
        "insight.link_made",
        "insight.link_withdrawn",
        "insight.view_changed",
        "insight.view_deleted",
        "insight.view_saved",
        "invoice.bill_to_changed",
        "invoice.credited",
        "invoice.emailed",
        "invoice.issued",
        "invoice.proforma_emailed",
        "invoice.reminded",
        "customer.list_exported",
        "customer.merged",
        "customer.noted",
        "customer.marked_distinct",
        "customer.unblacklisted",
        "customer.unmerged",
        "handover.terms_changed",
        "languages.chosen",
        "lead.changed",
        "message.changed",
        "message.reset",
        "message.secret_dropped",
        "message.secret_set",
        "message.settled",
        "payment.link_made",
        "payment.refunded",
        "payment.taken",
        "payout.reversed",
        "experiment.ended",
        "experiment.started",
        "experiment.stopped",
        "media.added",
        "media.changed",
        "media.deleted",
        "promo_code.changed",
        "promo_code.created",
        "quiz.draft_discarded",
        "quiz.draft_saved",
        "quiz.published",
        "quiz.version_added",
        "redirect.dropped",
        "redirect.set",
        "accounting.changed",
        "accounting.exported",
        "seller.changed",
        "settings.changed",
        "settings.tested",
        "site.closed",
        "site.opened",
        "stripe.changed",
        "stripe.connection_checked",
        "stripe.connection_started",
        "stripe.dropped",
        "stripe.set",
        "till.cash_moved",
        "till.closed",
        "till.counted",
        "till.difference_accepted",
        "till.opened",
        "till.transfer_reversed",
        "vehicle.added",
        "vehicle.block_moved",
        "vehicle.blocked",
        "vehicle.changed",
        "vehicle.cost_added",
        "vehicle.cost_changed",
        "vehicle.cost_removed",
        "vehicle.damage_repaired",
        "vehicle.document_added",
        "vehicle.document_removed",
        "vehicle.receipt_added",
        "vehicle.receipt_removed",
        "vehicle.service_done",
        "vehicle.service_planned",
        "vehicle.service_removed",
        "vehicle.unblocked",
        "visits.all_deleted",
        "visits.deleted",
        "visits.exclusions_changed",
        "calendar_feed.added",
        "calendar_feed.deleted",
        "calendar_feed.rotated",
        "price_suggestions.accepted",
        "price_suggestions.rules_changed",
        "price_suggestions.undone",
        "imported_calendar.added",
        "imported_calendar.changed",
        "imported_calendar.deleted",
        "channel.added",
        "channel.changed",
        "webhook.added",
        "webhook.changed",
        "webhook.deleted",
        "webhook.resent",
        "webhook.secret_rotated",
    ],
)
ACTIONS: frozenset[str] = frozenset(get_args(AuditedAction.__value__))
REDACTED = "redacted"
MAX_TEXT_LENGTH = 500

# Parts of field names with secrets or personal data. Their changes are recorded without the values.
PRIVATE_PARTS = (
    "password",
    "token",
    "secret",
    "hash",
    "credential",
    "recovery",
    "email",
    "phone",
    "address",
    "excludedips",
    "customer_name",
    "customername",
    "notes",
    # Free text may name a person; it is stored with the booking or payout, where it can be erased.
    "reason",
    "subject",
    "body",
)

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def redacted(values: Mapping[str, object]) -> dict[str, Json]:
    """``values`` as JSON, with secrets and personal data replaced and long texts truncated."""
    return {key: REDACTED if _is_private(key) and value else _json(value) for key, value in values.items()}


def changes(
    before: Mapping[str, object], after: Mapping[str, object]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """The fields that differ, both sides redacted. A field missing on one side is left out there."""
    missing = object()
    differing = {key for key in {*before, *after} if before.get(key, missing) != after.get(key, missing)}
    old = redacted({key: value for key, value in before.items() if key in differing})
    new = redacted({key: value for key, value in after.items() if key in differing})
    return old, new


def _is_private(key: str) -> bool:
    lowered = key.lower()
    return any(part in lowered for part in PRIVATE_PARTS)


def _json(value: object) -> Json:
    """A JSON value with private fields replaced at any depth and long texts truncated."""
    match to_jsonable_python(value):
        case dict() as inner:
            return redacted(inner)
        case list() as items:
            return [_json(item) for item in items]
        case str() as text if len(text) > MAX_TEXT_LENGTH:
            return f"{text[:MAX_TEXT_LENGTH]}…"
        case plain:
            return cast(Json, plain)
