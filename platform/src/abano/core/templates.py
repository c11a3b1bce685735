"""Renders HTML templates. Every value is escaped."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

# A template is named by its path in the package, and read when it is first rendered.
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def render_html(template: str, **values: Any) -> str:
    """The rendered template, such as ``notifications/templates/message.html``."""
    return _ENVIRONMENT.get_template(template).render(values)
