"""Files that companies import: read in a process with limits, of each company one at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple
from uuid import UUID

from abano.errors import InvalidInput, TooManyRequests
from abano.errors.messages import Message
from abano.kit.expensive_work import BoundedWork, LimitExceeded, Limits

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
LIMITS = Limits(cpu_seconds=15, memory_mb=512)
WAITING = 12
RETRY_SECONDS = 5
IMPORT_TOO_COMPLEX = Message(
    "import_too_complex",
    "This file takes too long or too much memory to read. Split it into several files, and try again",
)


class ImportRunning(TooManyRequests):
    """Your company is importing another file right now. Please try again in a few seconds."""


class FileImports:
    """Those of all companies in one process of the server."""

    def __init__(self) -> None:
        self._work = BoundedWork(at_once=1, waiting=WAITING, limits=LIMITS)
        self._running: set[UUID] = set()

    @contextmanager
    def turn(self, tenant_id: UUID) -> Iterator[None]:
        """Raises ImportRunning while another import of this company is in its block."""
        if tenant_id in self._running:
            raise ImportRunning(retry_after=RETRY_SECONDS)
        self._running.add(tenant_id)
        try:
            yield
        finally:
            self._running.discard(tenant_id)

    async def read(self, field: str, read: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """What ``read`` makes of a file that came in ``field``. Raises InvalidInput, TooBusy."""
        try:
            return await self._work.run(read, *arguments)
        except LimitExceeded:
            raise InvalidInput.of(field, IMPORT_TOO_COMPLEX()) from None


IMPORTS = FileImports()
