"""Reports of crashes, by a setting; without it nothing is loaded and nothing sent.

The platform has its own: the two services share no code. Reports hold no queries, addresses or persons.
"""

# ruff: noqa: PLC0415 - the library is imported only where a setting asks for it

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING

from abano_analytics.config import Settings
from abano_analytics.observability.error_text import without_quotes

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def set_up_error_reports(settings: Settings) -> None:
    """Send what is logged as an error, with its stack, to the Sentry-compatible service of the settings, if any."""
    dsn = settings.sentry_dsn.get_secret_value()
    if not dsn:
        return
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=dsn,
        environment=settings.env,
        release=f"abano@{version('abano')}",
        server_name="analytics",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=_kind_and_stack_only,
    )


def _kind_and_stack_only(event: "Event", _hint: "Hint") -> "Event":
    """Errors of Postgres and DuckDB quote statements: their kind and stack say enough."""
    for part in ("request", "user", "breadcrumbs", "modules", "extra"):
        event.pop(part, None)  # type: ignore[misc]
    for error in event.get("exception", {}).get("values", []):
        error["value"] = without_quotes(error.get("value"))
    return event
