"""Files into the draft: read while no connection is held, then stored, all of a file or nothing of it."""

from datetime import datetime

from abano.auth.principals import Actor
from abano.catalog_editing.drafts import load_state
from abano.catalog_editing.errors import DraftChangedMeanwhile
from abano.catalog_editing.file_reading import Import, read_file
from abano.catalog_editing.rules import ItemChange
from abano.catalog_editing.service import replace_document
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.kit.file_imports import IMPORTS


async def import_file(
    db: Database,
    tenant_id: TenantId,
    actor: Actor,
    *,
    file_format: str,
    table: str,
    text: str,
    remove_missing: bool,
    only_check: bool,
    now: datetime,
) -> tuple[Import, list[ItemChange]]:
    """Read a file into the draft; with errors nothing is changed.

    Raises InvalidInput for a file that cannot be read, DraftChangedMeanwhile, ImportRunning, TooBusy.
    """
    with IMPORTS.turn(tenant_id):
        async with db.uow(tenant_id) as uow:
            state = await load_state(uow)
        read, changes = await IMPORTS.read(
            "text", read_file, state.document, file_format, table, text, remove_missing
        )
        if changes and not only_check:
            async with db.uow(tenant_id) as uow:
                if (await load_state(uow, locked_at=now)).revision != state.revision:
                    raise DraftChangedMeanwhile
                await replace_document(uow, actor, read.document, now)
        return read, changes
