"""What a page shows before its scripts have arrived: the words and pictures of its components, where they will stay.

The frontend's build draws the components into templates with a place for each of a company's texts
(``frontend/src/app/first-screens``). Here they are filled in from the site configuration. A company's text is never
part of a template: it is a value, and every value is escaped. The build keeps them to text and quoted attributes.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import orjson
from jinja2 import Environment, StrictUndefined, Template, TemplateError

from abano.site.routes import HOME, shown_page
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
        page = shown_page(path)
        item = site.items.get(path)
        template = self.templates.get((site.language, page.path if page and item else path))
        if template is None:
            return ""
        try:
            # What the components read in the browser.
            values = orjson.loads(site.config_json)
            return template.render(values if item is None else values | {"item": item.screen})
        except TemplateError as error:
            # A build of another version: the page draws itself a moment later.
            log.warning("the first screen of %s cannot be filled in: %s", path, error.message)
            return ""
