"""Background task of handovers: print what was signed, keep it, and send it to the customer."""

from abano.bookings.agreements.printing import print_all
from abano.bookings.handover.documents import make_document
from abano.bookings.handover.printing import collect_facts, keep_document
from abano.bookings.handover.repository import HandoverRepository, tenants_to_print
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2, name="handover.print", run=print_documents, due=tenants_to_print, lane="documents"
    )


async def print_documents(context: TaskContext, tenant_id: TenantId) -> None:
    """Print all pending documents."""
    await print_all(
        context,
        tenant_id,
        find_next=lambda uow, now: HandoverRepository(uow).next_to_print(now),
        collect=collect_facts,
        render=lambda facts: render_pdf(make_document(*facts)),
        keep=keep_document,
    )
