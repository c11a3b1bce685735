"""Whether this copy writes to the warehouse: alone, or when it is elected."""

from typing import Protocol


class WriterRole(Protocol):
    """``run`` is called by the scheduler, never twice at once."""

    @property
    def is_writer(self) -> bool:
        """Compaction and reconciliation are this copy's."""

    def start(self) -> None:
        """Learn where the opened warehouse stands."""

    def run(self) -> None:
        """Take in as the writer, or learn what the writer took in."""

    def ask_for_rebuild(self) -> None:
        """Whichever copy writes rebuilds the warehouse. Raises StoreUnavailable."""

    def maintain(self) -> None:
        """What the store needs now and then, by the one who writes."""

    def close(self) -> None: ...
