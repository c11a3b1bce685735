"""The background task that carries out deletions."""

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
    )
