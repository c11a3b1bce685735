"""Visits to the site, step by step from the landing to the booking.

Counted and refreshed like the figures of sessions (figures/incremental): what the changed visits add now,
less what they added at the kept watermarks. Reasons: docs/decisions/0231.
"""

from abano_analytics.figures.journeys.content import journey_content, landing_rows, step_rows
from abano_analytics.figures.journeys.counter import JourneyCounter

__all__ = ["JourneyCounter", "journey_content", "landing_rows", "step_rows"]
