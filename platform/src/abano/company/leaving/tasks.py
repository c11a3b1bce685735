"""Background tasks: deletions are carried out, exports are written and removed."""

from abano.company.leaving.exports import tenants_with_exports, work_on_exports
from abano.company.leaving.repository import tenants_to_delete
from abano.company.leaving.service import carry_out
from abano.jobs.registry import TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=60,
        name="company.delete",
        run=carry_out,
        due=tenants_to_delete,
        lane="rows",
        limit=600,
        while_closing=True,
        in_directory=True,
    )
    registry.every(
        seconds=5,
        name="company.export",
        run=work_on_exports,
        due=tenants_with_exports,
        lane="documents",
        limit=3600,
        while_closing=True,
    )
