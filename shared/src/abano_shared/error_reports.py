"""Crash reports to a Sentry-compatible service. Without ABANO_SENTRY_DSN nothing is loaded or sent.

A report has the type of error, the stack without variables, the route and the tenant; no body, query, address or
personal data.
"""

# ruff: noqa: PLC0415 - the library is imported only when the setting is present

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING

from abano_shared.error_text import without_quotes

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

# Fields of a log record without personal data.
SAFE_EXTRA = frozenset({"request_id", "method", "route", "tenant", "status", "milliseconds", "task", "kind"})


def set_up_error_reports(dsn: str, *, env: str, process: str) -> None:
    """Send logged errors, with their stack, to the service of the ``dsn``, if any."""
    if not dsn:
        return
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=dsn,
        environment=env,
        release=f"abano@{version('abano')}",
        server_name=process,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=without_personal_data,
        traces_sample_rate=None,
    )


def without_personal_data(event: "Event", _hint: "Hint") -> "Event":
    """Remove personal data: details of database errors quote rows, for example."""
    for part in ("request", "user", "breadcrumbs", "modules"):
        event.pop(part, None)  # type: ignore[misc]
    event["extra"] = {name: value for name, value in event.get("extra", {}).items() if name in SAFE_EXTRA}
    for error in event.get("exception", {}).get("values", []):
        error["value"] = without_quotes(error.get("value"))
    return event
