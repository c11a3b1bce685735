"""The statements that the product sends to the database, for tests of how many there are."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.engine import Engine


@contextmanager
def sent_statements() -> Iterator[list[str]]:
    """A list that grows by each statement of all engines."""
    sent: list[str] = []

    def note(*given: object) -> None:
        sent.append(str(given[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)
