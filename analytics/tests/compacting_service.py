"""The service with continuous compaction in small pieces, to be killed in the middle of it."""

from functools import partialmethod

from abano_analytics import main
from abano_analytics.jobs import compact

if __name__ == "__main__":
    compact.PIECE_ROWS = 200
    main.COMPACTION_SECONDS = 0.01  # type: ignore[assignment]
    # It is killed within a third of a second.
    main.MAINTENANCE_SECONDS = 0.05  # type: ignore[assignment]
    compact.Compaction.run = partialmethod(compact.Compaction.run, least_rows=1)  # type: ignore[assignment]
    main.main()
