"""One form for every log record of the process."""

import logging
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import ExcInfo, Processor

from abano_analytics.observability.error_text import without_quotes

# Without the variables of the stack, which hold rows and secrets.
_stacks = ExceptionDictTransformer(show_locals=False)


def set_up_logging(*, as_json: bool) -> None:
    """Send every log record to standard error in one form. Messages name events, never persons."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = (
        [structlog.processors.ExceptionRenderer(_described), structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for noisy in ("apscheduler", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.ERROR)


def _described(exc_info: ExcInfo) -> list[dict[str, Any]]:
    """An error's kind, the places it passed, and the first line of what it says, without what that quotes."""
    return [_without_words(stack) for stack in _stacks(exc_info)]


def _without_words(stack: dict[str, Any]) -> dict[str, Any]:
    inner = [[_without_words(part) for part in group] for group in stack.get("exceptions", [])]
    said = without_quotes(stack["exc_value"])
    return stack | {"exc_value": said, "exc_notes": [], "syntax_error": None, "exceptions": inner}
