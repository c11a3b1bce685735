"""Rights of people in the console, and the built-in roles made of them."""

from typing import Literal, get_args

from sqlalchemy import ColumnElement, exists, or_
from typing_extensions import TypeAliasType

from abano.accounts.access.models import AdminRow, CustomRole

# What a company may put into a role of its own.
GrantableRight = TypeAliasType(
    "GrantableRight",
    Literal[
        # Bookings, calendar, today's tasks, leads, and the messages of a booking.
        "bookings",
        # Discounts beyond the desk's limit and lines by hand.
        "discounts",
        "customers",
        # Blacklist and merge customers.
        "manage_customers",
        # Bookings and customers as files.
        "exports",
        # Payments, deposits, invoices, and the own till.
        "payments",
        # Refunds, credit notes, other people's tills and their corrections.
        "refunds",
        # Profit, VAT, payments, receivables.
        "reports",
        "accounting",
        # Vehicles, blocks, services, damages, fines.
        "fleet",
        # What vehicles cost.
        "costs",
        # Today's handovers and returns.
        "yard",
        # Cars, prices, extras.
        "catalog",
        # Texts, photos, reviews.
        "website",
        # Affiliates, promo codes, commissions, payouts.
        "affiliates",
        # Visits, conversions.
        "advertising",
        # Figures and reports of the quiz, campaign costs.
        "analytics",
        "quiz",
        # Languages, currencies, messages, fleet settings, return costs; reading the other settings.
        "settings",
    ],
)
# Only owners have these: a role that contained one could give itself all others, or take the company over.
OwnerRight = TypeAliasType(
    "OwnerRight",
    Literal[
        # Users, roles, audit log.
        "team",
        # API keys, webhooks, channels, calendar feeds, Stripe, and other secrets.
        "integrations",
        # The company's data, terms, domains and brand.
        "company",
        # Access to and erasure of a customer's data.
        "personal_data",
    ],
)
Right = TypeAliasType("Right", GrantableRight | OwnerRight)
Role = Literal["owner", "manager", "desk", "analyst", "driver"]
# ``custom``: one of the company's own roles.
AnyRole = Literal[Role, "custom"]

GRANTABLE: tuple[GrantableRight, ...] = get_args(GrantableRight.__value__)
RIGHTS: tuple[Right, ...] = (*GRANTABLE, *get_args(OwnerRight.__value__))
_DESK: frozenset[Right] = frozenset({"bookings", "customers", "payments", "fleet", "yard"})
_ANALYST: frozenset[Right] = frozenset({"analytics", "quiz"})
BUILT_IN: dict[Role, frozenset[Right]] = {
    "owner": frozenset(RIGHTS),
    "manager": frozenset(GRANTABLE) - {"accounting"},
    "desk": _DESK,
    "analyst": _ANALYST,
    "driver": frozenset({"yard"}),
}


# What is of no use without another right comes with it.
REQUIRES: dict[GrantableRight, GrantableRight] = {
    "discounts": "bookings",
    "manage_customers": "customers",
    "refunds": "payments",
}


def in_order(rights: frozenset[Right]) -> list[Right]:
    """The rights in the order in which people see them."""
    return [right for right in RIGHTS if right in rights]


def roles_with(*rights: Right) -> list[Role]:
    """The built-in roles that have one of ``rights``."""
    return [role for role, own in BUILT_IN.items() if not own.isdisjoint(rights)]


def has_right(right: Right) -> ColumnElement[bool]:
    """The condition that an admin's role has ``right``, for queries of ``AdminRow``."""
    in_custom_role = exists().where(
        CustomRole.tenant_id == AdminRow.tenant_id,
        CustomRole.id == AdminRow.role_id,
        CustomRole.rights.contains([right]),
    )
    return or_(AdminRow.role.in_(roles_with(right)), in_custom_role)
