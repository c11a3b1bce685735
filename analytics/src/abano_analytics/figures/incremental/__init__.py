"""Figures counted by what has changed since they were counted last: difference-based incremental view maintenance.

The view is a sum over sessions. Of the sessions with rows above the kept watermarks the same statements count the
state now (sign 1) and the state at the watermarks (sign -1); the sum of both, the delta, is added to what is kept.
Invariant: kept counts plus delta equal a full recount in the same transaction. Where it cannot be kept (rows went
without a newer version, versions were compacted away, a maximum would sink), the figures are recounted.

``IncrementalCounter`` is all that others use. Reasons and figures: docs/decisions/0120.
"""

from abano_analytics.figures.incremental.counter import IncrementalCounter

__all__ = ["IncrementalCounter"]
