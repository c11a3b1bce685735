"""A drill on restored data: transactions are read-only, but those of signing in and out."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from abano.core.errors import AbanoError
from abano.db.driver_errors import stands_for

_may_write: ContextVar[bool] = ContextVar("may_write", default=False)


@stands_for("25006")
class ReadOnlyData(AbanoError):
    """This is a drill on restored data: nothing can be changed here."""

    status = 409


@contextmanager
def writing_allowed() -> Iterator[None]:
    """Transactions that begin within the block may write."""
    token = _may_write.set(True)
    try:
        yield
    finally:
        _may_write.reset(token)


def may_write() -> bool:
    return _may_write.get()
