"""Traces of requests, by a setting; without it nothing is loaded and nothing sent.

The platform has its own: the two services share no code. Traces hold no queries, addresses or persons.
"""

# ruff: noqa: PLC0415 - the library is imported only where a setting asks for it

from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano_analytics.config import Settings

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


def trace_requests(app: FastAPI, settings: Settings) -> None:
    """Send a span of each request to the collector of the settings, if any, in the trace the platform began."""
    if not settings.traces_url:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

    # The platform is our only caller: what it keeps, we keep.
    provider = TracerProvider(
        resource=Resource.create({"service.name": "abano-analytics"}),
        sampler=ParentBased(TraceIdRatioBased(settings.traces_ratio)),
    )
    exporter = OTLPSpanExporter(endpoint=f"{settings.traces_url.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    app.state.tracer_provider = provider
    app.add_middleware(_TracedRequests, tracer=provider.get_tracer("abano"))


class _TracedRequests:
    def __init__(self, app: ASGIApp, tracer: "Tracer") -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        parent = TraceContextTextMapPropagator().extract(headers)
        with self._tracer.start_as_current_span(
            scope["method"], context=parent, kind=SpanKind.SERVER, record_exception=False
        ) as current:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    current.set_attribute("http.response.status_code", message["status"])
                await send(message)

            try:
                await self._app(scope, receive, noted)
            finally:
                route = getattr(scope.get("route"), "path", "unmatched")
                current.update_name(f"{scope['method']} {route}")
                current.set_attribute("http.route", route)
