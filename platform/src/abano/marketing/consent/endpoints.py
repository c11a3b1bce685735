"""HTTP endpoint of a refusal of consent."""

from fastapi import APIRouter

from abano.marketing.consent.schemas import RefusalIn
from abano.marketing.consent.service import Visitor, withdraw_consent
from abano.web.dependencies import Db
from abano.web.fast_path import FastPathRoute, Saved
from abano.web.public_writes import LimitedWriter

fast_path = APIRouter(prefix="/api/consent", tags=["consent"], route_class=FastPathRoute)


@fast_path.post("/refusal")
async def refuse_consent(body: RefusalIn, writer: LimitedWriter, db: Db) -> Saved:
    """Erase what was stored by the visitor's earlier consent. The response is the same for unknown visitors."""
    visitor = Visitor(
        consent_id=body.consent_id,
        clicks=body.click_ids,
        sessions=body.session_ids,
        device_fingerprint=body.device_fingerprint,
        visit_id=body.visit_id,
        address=writer.address,
    )
    await withdraw_consent(db, writer.tenant.id, visitor, writer.now)
    return Saved()
