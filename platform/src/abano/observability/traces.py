"""Traces of requests, tasks and database work, sent to an OpenTelemetry collector.

Without ABANO_TRACES_URL nothing is loaded and nothing is sent.

A span carries method, route, status, company and durations. Never a query, an address, a body or a person.
"""

# Imports of OpenTelemetry stand inside: most installations never need them.
# ruff: noqa: PLC0415

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.config import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

_tracer: "Tracer | None" = None


def set_up_traces(settings: Settings, process: str) -> "TracerProvider | None":
    """Begin to send spans of this process, in the background, to the collector that the settings name, if any."""
    global _tracer  # noqa: PLW0603 - one tracer a process, like its log
    if not settings.traces_url:
        _tracer = None
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

    share = TraceIdRatioBased(settings.traces_ratio)
    provider = TracerProvider(
        resource=Resource.create({"service.name": f"abano-{process}"}),
        # Who calls from outside may give a trace its id, not decide that it is kept.
        sampler=ParentBased(share, remote_parent_sampled=share),
    )
    exporter = OTLPSpanExporter(endpoint=f"{settings.traces_url.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    _tracer = provider.get_tracer("abano")
    return provider


@contextmanager
def span(name: str, attributes: Mapping[str, str] | None = None) -> Iterator[None]:
    """Time a piece of work as a part of the present trace. Costs one comparison when traces are off."""
    if _tracer is None:
        yield
        return
    # Not made current: the end of an async generator may run in another context than its beginning.
    piece = _tracer.start_span(name, attributes=attributes)
    try:
        yield
    except Exception as error:
        piece.set_attribute("error.type", type(error).__name__)
        raise
    finally:
        piece.end()


@contextmanager
def root_span(name: str) -> Iterator[None]:
    """A trace of its own, such as of a background task; pieces within become its parts."""
    if _tracer is None:
        yield
        return
    with _tracer.start_as_current_span(name, record_exception=False):
        yield


def trace_headers() -> dict[str, str]:
    """Headers that let another of our services continue the present trace."""
    if _tracer is None:
        return {}
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    headers: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(headers)
    return headers


class TracedRequests:
    """The outermost layer of an application whose requests are traced."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _tracer is None:
            await self._app(scope, receive, send)
            return
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        parent = TraceContextTextMapPropagator().extract(headers)
        method = scope["method"]
        with _tracer.start_as_current_span(
            method, context=parent, kind=SpanKind.SERVER, record_exception=False
        ) as current:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    current.set_attribute("http.response.status_code", message["status"])
                await send(message)

            try:
                await self._app(scope, receive, noted)
            finally:
                route = getattr(scope.get("route"), "path", "unmatched")
                current.update_name(f"{method} {route}")
                current.set_attributes({"http.request.method": method, "http.route": route})
                if "abano.tenant" in scope:
                    current.set_attribute("abano.tenant", scope["abano.tenant"])
