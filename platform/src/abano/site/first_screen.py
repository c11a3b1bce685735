"""What a page shows before its scripts have arrived: the words and pictures of its components, where they will stay.

The frontend's build draws the components into templates with a place for each of a company's texts
(``frontend/src/app/first-screens``). Here they are filled in from the site configuration. A company's text is never
part of a template: it is a value, and every value is escaped. The build keeps them to text and quoted attributes.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from jinja2 import Environment, StrictUndefined, Template, TemplateError

from abano.site.routes import HOME, build_route, shown_page
from abano.site.service import Site

log = logging.getLogger(__name__)

# Visitors who came by an advertisement may be on their way to the quiz: they are shown no other page first.
_BY_ADVERTISEMENT = re.compile(r"clid|braid|utm_", re.IGNORECASE)
_ENVIRONMENT = Environment(autoescape=True, undefined=StrictUndefined)


def may_show_first_screen(path: str, query: str) -> bool:
    """Whether who comes to ``path`` with this query string stays there."""
    return path != HOME or not _BY_ADVERTISEMENT.search(query)


@dataclass(frozen=True, slots=True)
class FirstScreens:
    """The templates of one build, by language and path."""

    templates: Mapping[tuple[str, str], Template] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "FirstScreens":
        """From first-screens.json. Raises ValueError, TemplateError, or AttributeError for another shape."""
        return cls(
            {
                (language, path): _ENVIRONMENT.from_string(source)
                for language, screens in orjson.loads(text).items()
                for path, source in screens.items()
            }
        )

    def render(self, site: Site, path: str) -> str:
        """HTML for inside the page's root element; empty for pages that have none."""
        name, about = _about(site, path)
        template = self.templates.get((site.language, name))
        if template is None:
            return ""
        try:
            # What the components read in the browser.
            return template.render(orjson.loads(site.config_json) | about)
        except TemplateError as error:
            # A build of another version: the page draws itself a moment later.
            log.warning("the first screen of %s cannot be filled in: %s", path, error.message)
            return ""


def _about(site: Site, path: str) -> tuple[str, dict[str, Any]]:
    """The name of the route's template, and what it says besides the company: a car, a place or a guide."""
    page, item, guide = shown_page(path), site.items.get(path), site.guide(path)
    if page and item:
        return page.path, {"item": item.screen}
    if guide:
        return build_route(path), {"page": guide.hero.model_dump(by_alias=True)}
    return path, {}
