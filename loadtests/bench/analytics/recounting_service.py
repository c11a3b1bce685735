"""The service with full recounts in the place of incremental refresh, throttled to one core. To be compared with."""

import time
from collections.abc import Sequence

from abano_analytics import main
from abano_analytics.figures import service
from abano_analytics.figures.counts import Counts, Scope
from abano_analytics.figures.query import Counted
from abano_analytics.figures.recount import recount
from abano_analytics.figures.service import Figures


class FullRecounts:
    """Keeps nothing."""

    def count(self, scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
        return recount(scope, figures)


class ThrottledFigures(Figures):
    """After each count of watched figures rests for as long as it took more than one core."""

    def count_pending(self) -> bool:
        clock, processor = time.monotonic(), time.process_time()
        has_counted = super().count_pending()
        time.sleep(max(0.0, time.process_time() - processor - (time.monotonic() - clock)))
        return has_counted


if __name__ == "__main__":
    vars(service)["IncrementalCounter"] = FullRecounts
    vars(main)["Figures"] = ThrottledFigures
    main.main()
