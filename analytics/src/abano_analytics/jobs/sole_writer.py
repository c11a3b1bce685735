"""The one process of a warehouse file: always its writer."""

from abano_analytics.jobs.ingest import Ingest


class SoleWriter:
    """DuckDB's lock on the file keeps others out."""

    is_writer = True

    def __init__(self, ingest: Ingest) -> None:
        self._ingest = ingest

    def start(self) -> None:
        """Learn where the opened file stands."""
        self._ingest.prepare()

    def run(self) -> None:
        """Take in what is new."""
        self._ingest.run()

    def ask_for_rebuild(self) -> None:
        """The next run begins with an empty file."""
        self._ingest.ask_for_rebuild()

    def maintain(self) -> None:
        """A file needs nothing but compaction."""

    def close(self) -> None:
        """DuckDB's lock goes with the file."""
