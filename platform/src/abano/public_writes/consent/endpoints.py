"""HTTP endpoint of a refusal of consent."""

from fastapi import APIRouter

from abano.http.dependencies import Db
from abano.http.fast_path_route import FastPathRoute, Saved
from abano.public_writes.call import LimitedWriter
from abano.public_writes.consent.schemas import RefusalIn
from abano.public_writes.consent.service import Visitor, withdraw_consent

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
