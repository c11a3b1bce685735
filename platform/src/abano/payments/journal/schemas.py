"""Fields that requests about money share. Amounts are in the company's currency."""

from decimal import Decimal
from typing import Annotated

from fastapi import Depends, Header
from pydantic import AfterValidator, Field, StringConstraints

from abano.catalog.published.snapshot import Catalog
from abano.core.text import clean
from abano.web.dependencies import Catalogs, CurrentTenant


async def get_catalog(tenant: CurrentTenant, catalogs: Catalogs) -> Catalog:
    return await catalogs.get(tenant.id)


# Resolved before the request's transaction: who holds one connection must not wait for another.
CatalogNow = Annotated[Catalog, Depends(get_catalog)]
MOST = Decimal(10_000_000)
Given = Annotated[Decimal, Field(gt=0, le=MOST, decimal_places=2)]
GivenOrNothing = Annotated[Decimal, Field(ge=0, le=MOST, decimal_places=2)]
Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Note = Annotated[Typed, Field(max_length=500)]
Reason = Annotated[Typed, Field(min_length=1, max_length=500)]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=1, max_length=200, description="The same call does nothing twice"
    ),
]
