"""A thread that counts watched figures as soon as their data has changed."""

import logging
import threading

import duckdb

from abano_analytics.errors import StoreUnavailable, WarehouseBroken
from abano_analytics.figures.service import Figures

log = logging.getLogger(__name__)

# After a failure: the ingest job, which runs each second, repairs the warehouse.
RETRY_SECONDS = 1.0
# Figures that only a poll has found to be stale are counted in the next run.
LOOK_SECONDS = 0.5


class Refresher:
    """``announced`` is called when there is new data; counting happens in its own thread."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._is_new = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="refresher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def announced(self) -> None:
        self._figures.cache.notice()
        self._is_new.set()

    def stop(self) -> None:
        """Stop the thread. Returns once the current count has ended."""
        self._stopping.set()
        self._is_new.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._is_new.wait(LOOK_SECONDS)
            self._is_new.clear()
            try:
                while not self._stopping.is_set() and self._figures.count_pending():
                    pass
            except (WarehouseBroken, StoreUnavailable, duckdb.Error) as error:
                # Polls get the same error; here it must not end the thread.
                log.warning("figures not refreshed", extra={"reason": str(error).partition("\n")[0]})
                self._retry()
            except Exception:
                log.exception("figures not refreshed")
                self._retry()

    def _retry(self) -> None:
        self._stopping.wait(RETRY_SECONDS)
        self._is_new.set()
