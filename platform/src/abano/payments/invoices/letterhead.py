"""The head of papers that a customer gets: agreement, return protocol and voucher."""

from abano.catalog.published.snapshot import Catalog
from abano.core.languages.texts import texts_in
from abano.core.pdf.blocks import Letterhead
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.seller import find_seller
from abano.storage.images import LOGO, find_brand_image


async def load_letterhead(uow: UnitOfWork, catalog: Catalog, company: str, language: str) -> Letterhead:
    """``company``: the name on the site. The registered name is printed below it."""
    contacts = catalog.rules.contacts
    translated = (contacts.get("translations") or {}).get(language) or {}
    seller = await find_seller(uow)
    number = seller.registration_number if seller else ""
    lines = [
        seller.legal_name if seller else "",
        texts_in(language).gettext("Registration no. {number}", number=number) if number else "",
        str(translated.get("address") or contacts.get("address") or ""),
        " · ".join(str(contacts.get(part) or "") for part in ("phone", "email") if contacts.get(part)),
    ]
    color = str((catalog.rules.brand.get("colors") or {}).get("pine") or "#1f2937")
    logo = await find_brand_image(uow, LOGO)
    return Letterhead(company, tuple(line for line in lines if line), color, logo)
