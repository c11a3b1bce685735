"""The internal API, for the platform alone. What is asked and answered is declared in abano_shared.contract."""

from abano_analytics.api import figures, operations, reports

# Routes are tried in this order: figures are polled.
ROUTERS = (figures.router, reports.router, operations.router)
