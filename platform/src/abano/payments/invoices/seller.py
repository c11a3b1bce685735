"""The seller printed on documents: read and changed."""

from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.snapshot import Catalog
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.paper import (
    Seller,
)
from abano.payments.invoices.repository import (
    InvoiceRepository,
)
from abano.tenancy.directory.models import SellerSettings
from abano.tenancy.directory.tenant import Tenant

FIELDS = (
    "legal_name",
    "registration_number",
    "tax_id",
    "address",
    "bank_account",
    "vat_basis_points",
    "vat_rates",
    "vat_by_item",
    "tax_label",
    "payment_days",
    "payment_terms",
    "footer",
)


async def find_seller(uow: UnitOfWork) -> SellerSettings | None:
    return await InvoiceRepository(uow).seller()


async def find_bank_account(uow: UnitOfWork) -> str:
    """The bank account for transfers. Empty if the company has not set one."""
    seller = await find_seller(uow)
    return seller.bank_account if seller else ""


async def seller_of(uow: UnitOfWork, tenant: Tenant, catalog: Catalog) -> Seller:
    """The seller printed on documents. Without settings, only the company's name."""
    stored = await find_seller(uow)
    color = (catalog.rules.brand.get("colors") or {}).get("pine")
    shown = {"color": str(color)} if color else {}
    if stored is None:
        return Seller.model_validate({"name": tenant.name, **shown})
    values = {name: getattr(stored, name) for name in FIELDS if name != "legal_name"}
    return Seller.model_validate({"name": stored.legal_name or tenant.name, **values, **shown})


async def keep_seller(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, values: dict[str, object], now: datetime
) -> None:
    """Change the seller's data, for documents from now on."""
    stored = await find_seller(uow)
    before = {name: getattr(stored, name) for name in FIELDS} if stored else {}
    await InvoiceRepository(uow).keep_seller(**values, updated_at=now)
    await record(
        uow, actor, "seller.changed", subject=("seller", tenant.slug), before=before, after=values, now=now
    )
