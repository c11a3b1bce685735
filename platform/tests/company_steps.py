"""Settings, brand and domains for tests: what each endpoint takes, and the initial values."""

from typing import Any
from uuid import uuid4

import catalog_steps
import httpx

from abano.company.domains.rules import Found
from abano.company.domains.service import look_at_domains
from abano.company.settings.repository import OpeningRepository
from abano.company.settings.rules import STEPS
from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

COLORS = {
    "ink": "#14302b", "pine": "#1d4a40", "slate": "#3b4a54", "stone": "#f1ebe1", "snow": "#fbfaf7",
    "accent": "#c2491d", "sky": "#dbe7ea", "ridge": "#b9c9c6",
}  # fmt: skip
NEW_COLORS = COLORS | {"accent": "#8a1d5c"}
# One valid change of each section; without a revision nothing is compared.
BODIES: dict[str, dict[str, Any]] = {
    "PUT /api/admin/settings/contacts": {
        "email": "unknown@example.com", "phone": "1", "address": "none", "addresses": {"ka": "none"},
        "mapsUrl": "https://example.com/map", "chatUrlBase": "https://wa.me/", "chatNumber": "995555000000",
        "publicOrigin": "",
    },
    "PUT /api/admin/settings/rental": {
        "minimumDays": 3, "driverMinimumAge": 24, "driverMaximumAge": 70, "groupMaximum": 20, "phonePrefix": "+995",
        "unconfirmedHours": 24, "unconfirmedPerIp": 1000, "unconfirmedPerContact": 1000,
        "unknownCarDailyRate": 60, "lengthDiscounts": [{"minDays": 4, "percent": 3}],
        "promoDiscountPercent": 10, "formOrder": "contactFirst",
    },
    "PUT /api/admin/settings/terms": {
        "freeCancellationHours": 48, "payment": "pickup", "deposit": 0, "mileageUnlimited": True,
        "sameFuelLevel": True, "secondDriverFree": True, "licenceYears": 1, "identity": True,
        "paymentCard": True, "pickupDocuments": {"ka": "none"}, "lateAfterMinutes": 20, "lateFee": 50,
        "lateHourPercent": 10, "additionalDriverFee": 5, "youngDriverUnder": 25, "youngDriverFee": 10,
    },
    # The other half, when commissions are payable, is the ledger's rule, with its own entry.
    "PUT /api/admin/settings/commission": {"percent": 21, "payableOn": "confirmation"},
    "PUT /api/admin/settings/privacy": {
        "retentionDays": 60, "documentDays": 30, "consentRequired": False, "clickIdDomains": ["www.example.com"],
    },
    "PUT /api/admin/settings/notifications": {
        "email": "unknown@example.com", "chatWebhookUrl": "https://chat.example.com/none",
    },
    "POST /api/admin/settings/notifications/tests": {"channel": "email"},
    "PUT /api/admin/settings/bot-check": {"siteKey": "none", "secret": "none"},
    "PUT /api/admin/settings/address-services": {"services": ["https://address.example.com/"]},
    "PUT /api/admin/settings/embed": {"allowedOrigins": ["https://blog.example.com"]},
    "PUT /api/admin/settings/company": {"name": "Renamed Cars", "currency": "EUR"},
    "PUT /api/admin/settings/clock": {"timezone": "Europe/Athens"},
    "POST /api/admin/domains": {"host": "cars.example.com"},
    "PUT /api/admin/brand/draft": {"colors": NEW_COLORS, "pictures": {"logo": "/drawings/brand/logo-alps.svg"}},
    "POST /api/admin/brand/colors": {"colors": COLORS},
    "POST /api/admin/brand/document": {"colors": COLORS},
    "POST /api/admin/brand/email": {"colors": COLORS},
    "POST /api/admin/brand/publish": {},
    "POST /api/admin/brand/undo": {},
    "POST /api/admin/setup/open": {"despite": list(STEPS)},
}  # fmt: skip


class KnownRecords:
    """Name servers that say what a test wants."""

    def __init__(self, found: Found | None = None, certificate: dict[str, Any] | None = None) -> None:
        self.found = found or Found()
        self._certificate = certificate or {"state": "none"}

    async def records(self, host: str) -> Found:
        assert host
        return self.found

    async def certificate(self, host: str) -> dict[str, Any]:
        assert host
        return self._certificate


async def prepare_company(
    endpoint: str, console: httpx.AsyncClient, db: Database, tenant: Tenant, now: Any
) -> dict[str, Any]:
    """What a change of the company needs to succeed; answers its path's parameters."""
    if "/brand/" in endpoint:
        draft = BODIES["PUT /api/admin/brand/draft"] | {"colors": COLORS | {"accent": "#8a1d3c"}}
        assert (await console.put("/api/admin/brand/draft", json=draft)).is_success
        if endpoint.endswith("/undo"):
            assert (await console.post("/api/admin/brand/publish", json={})).is_success
    if endpoint.endswith("/setup/open"):
        assert (await console.post("/api/admin/setup/close")).is_success
    if endpoint.endswith("/setup/sample-data"):
        # Earlier calls left changes in the draft.
        assert (await console.post("/api/admin/catalog/draft/discard", json={})).is_success
        place = {"code": f"sample-{uuid4().hex[:12]}", "name": "Sample place"}
        added = await console.post("/api/admin/catalog/draft/locations", json={"item": place})
        assert added.status_code == 201, added.text
        version = (await catalog_steps.publish(console))["version"]
        async with db.uow(tenant.id) as uow:
            await OpeningRepository(uow).set_sample_version(version)
    if "{host}" not in endpoint:
        return {}
    host = f"{tenant.slug}.example.org"
    for name in (f"first.{host}", host):
        proof = await ask_for_domain(console, name)
        if endpoint.endswith("/primary"):
            # The first one that is proved becomes the main domain.
            await look_at_domains(db, Settings(), tenant.id, KnownRecords(Found(texts=(proof,))), (), now)
    return {"host": host}


async def ask_for_domain(console: httpx.AsyncClient, host: str) -> str:
    """Ask for a domain; answers the text that proves it."""
    asked = await console.post("/api/admin/domains", json={"host": host})
    assert asked.status_code == 201, asked.text
    name = host.lower().rstrip(".")
    records = next(each["records"] for each in asked.json()["domains"] if each["host"] == name)
    return str(next(record["value"] for record in records if record["kind"] == "TXT"))
