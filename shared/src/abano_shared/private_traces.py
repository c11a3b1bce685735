"""OpenTelemetry's request spans without personal data.

The instrumentation records full URLs with queries, the caller's IP and browser, and exception messages. Its
hooks can only add attributes, so spans are filtered on export. Imported only where traces are on.
"""

import os
from collections.abc import Sequence

from fastapi import FastAPI
from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
from opentelemetry.metrics import NoOpMeterProvider
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import Status, Tracer, get_current_span
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SENT_ATTRIBUTES = frozenset(
    {"abano.tenant", "error.type", "http.request.method", "http.response.status_code", "http.route", "pool"}
)
# The current attribute names, not the experimental ones.
NAMES = ("OTEL_SEMCONV_STABILITY_OPT_IN", "http")


class PrivateExporter(SpanExporter):
    """Exports only ``SENT_ATTRIBUTES`` of spans: events and descriptions repeat exceptions."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([_without_persons(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def _without_persons(span: ReadableSpan) -> ReadableSpan:
    attributes = span.attributes or {}
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes={name: value for name, value in attributes.items() if name in SENT_ATTRIBUTES},
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def add_request_spans(app: FastAPI, tracer: Tracer) -> None:
    """Add the instrumentation as the outermost middleware."""
    os.environ.setdefault(*NAMES)
    app.add_middleware(NamedByRoute)
    app.add_middleware(
        OpenTelemetryMiddleware,
        tracer=tracer,
        # Its own span name would contain the path with its ids.
        default_span_details=lambda scope: (str(scope["method"]), {}),
        meter_provider=NoOpMeterProvider(),
        exclude_spans=["receive", "send"],
    )


class NamedByRoute:
    """Names the request's span by its route, which is known when the response starts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        span = get_current_span()

        def name() -> None:
            route = getattr(scope.get("route"), "path", "unmatched")
            span.update_name(f"{scope['method']} {route}")
            span.set_attribute("http.route", route)
            if "abano.tenant" in scope:
                span.set_attribute("abano.tenant", scope["abano.tenant"])

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                name()
            await send(message)

        try:
            await self._app(scope, receive, named)
        except BaseException:
            name()
            raise
