"""A small built frontend, so that these tests need no Node."""

import gzip
import json
from pathlib import Path

import pytest

TEMPLATE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <!--abano:head-->
    <script type="module" src="/assets/app-abc123.js"></script>
  </head>
  <body>
    <div id="root"></div>
    <!--abano:body-->
  </body>
</html>
"""
# As the build draws them from the components, cut down to what a company can have its words in.
FIRST_SCREENS = {
    "/": (
        '<main><picture><source media="(max-width: 640px)" srcSet="{{ brand.heroPortrait }}"/>'
        '<img src="{{ brand.hero }}" alt=""/></picture><h1>{{ landing.headline }}</h1><ul>'
        "{% for promise in landing.promises[0:4] %}<li>{{ promise.title }}</li>{% endfor %}</ul>"
        '{% if contacts.chatNumber %}<a aria-label="Chat with us"></a>{% endif %}<select>'
        '{% for place in locations %}<option value="{{ place.code }}">{{ place.name }}</option>{% endfor %}'
        "</select></main>"
    ),
    "/cars/:slug": (
        '<main><img src="{{ item.picture.src }}" alt=""/><h1>{{ item.name }}</h1><p>{{ item.title }}</p>'
        "<p>from {{ item.price }} a day</p><p>{{ item.description }}</p><ul>"
        "{% for spec in item.specs %}<li>{{ spec }}</li>{% endfor %}</ul></main>"
    ),
    "/places/:code": (
        "<main><h1>{{ item.name }}</h1><p>{{ item.address }}</p>"
        "{% if item.fee %}<p>costs {{ item.fee }}</p>{% else %}<p>costs nothing extra</p>{% endif %}<ul>"
        '{% for car in item.cars %}<li><a href="{{ car.address }}">{{ car.name }}</a> {{ car.price }}</li>'
        "{% endfor %}</ul></main>"
    ),
    "/booking": "<main><p>{{ tenant.name }}</p><h1>Book your car</h1></main>",
    "/vashlovani-national-park-guide": (
        '<main>{% if page.image.src %}<img src="{{ page.image.src }}" alt=""/>{% endif %}'
        "<h1>{{ page.title }}</h1>{% if page.text %}<p>{{ page.text }}</p>{% endif %}</main>"
    ),
}
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><style>:root{--ink:#000000;--accent:#111111}</style><path/></svg>'


@pytest.fixture(autouse=True)
def frontend(tmp_path: Path) -> Path:
    """Import this into a test module: its application then serves these files."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "drawings").mkdir(parents=True)
    (folder / "index.html").write_text(TEMPLATE)
    (folder / "first-screens.json").write_text(
        json.dumps({"en": FIRST_SCREENS, "ka": FIRST_SCREENS, "ru": FIRST_SCREENS})
    )
    (folder / "assets" / "app-abc123.js").write_text("console.log('plain')")
    (folder / "assets" / "app-abc123.js.gz").write_bytes(gzip.compress(b"console.log('plain')"))
    (folder / "assets" / "app-abc123.js.br").write_bytes(b"brotli bytes")
    (folder / "drawings" / "ridge.svg").write_text(PICTURE)
    (tmp_path / "secret.txt").write_text("not to be served")
    return folder
