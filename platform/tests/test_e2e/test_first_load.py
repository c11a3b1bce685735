"""What the home page's scripts weigh, counted in the built files; and that the page asks for all of them at once."""

import json
import re

import httpx
import pytest
from loadtests.local_product import FRONTEND
from running_stack import Stack

# Kilobytes (1000 bytes) of JavaScript that a first visit may load, compressed as a browser of today asks for it.
HOME_LIMIT = 130.0
# The wizard carries its forms and prices on top.
LIMITS = {"/": HOME_LIMIT, "/booking": 150.0, "/black": 150.0, "/vashlovani-national-park-guide": HOME_LIMIT}


def scripts_of(path: str) -> list[str]:
    html = (FRONTEND / "index.html").read_text()
    always = re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', html)
    routes: dict[str, list[str]] = json.loads((FRONTEND / "first-load.json").read_text())["routes"]
    return [*always, *routes[path]]


def compressed_size(file: str) -> int:
    plain = FRONTEND / file.lstrip("/")
    twin = plain.with_name(f"{plain.name}.br")
    return (twin if twin.exists() else plain).stat().st_size


@pytest.mark.parametrize("path", LIMITS)
def test_first_load_javascript_stays_small(path: str) -> None:
    files = scripts_of(path)
    assert len(files) > 3, "the build names no scripts: this test would count nothing"
    sizes = {file: compressed_size(file) for file in files}
    assert sum(sizes.values()) / 1000 <= LIMITS[path], sizes


def test_page_names_every_file_it_will_need(stack: Stack) -> None:
    html = httpx.get(f"{stack.origin}/").text
    for file in scripts_of("/"):
        assert f'"{file}"' in html
    assert re.search(r'<link rel="preload" as="image" href="[^"]+portrait[^"]*" media="[^"]+"', html)
    assert 'as="font"' in html
