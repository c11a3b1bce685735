"""What search engines ask of structured data. For tests of pages.

``schema_org.json``: which properties each type of schema.org has. ``REQUIRED``: without which Google shows no result,
from https://developers.google.com/search/docs/appearance/structured-data (product-snippet, merchant-listing,
breadcrumb, faqpage, local-business, video, carousel, review-snippet). In November 2026 products, businesses and films
were compared with stored copies of these pages and with the profiles of schemaorg-validate 0.3.0.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

TYPES: dict[str, list[str]] = json.loads(Path(__file__).with_name("schema_org.json").read_text())["types"]
REQUIRED: dict[str, list[set[str]]] = {
    # One of each set.
    "Product": [{"name"}, {"offers", "review", "aggregateRating"}],
    "AggregateOffer": [{"lowPrice"}, {"priceCurrency"}],
    "Offer": [{"price", "priceSpecification"}, {"priceCurrency", "priceSpecification"}],
    "BreadcrumbList": [{"itemListElement"}],
    "ItemList": [{"itemListElement"}],
    "ListItem": [{"position"}, {"item", "url"}],
    "FAQPage": [{"mainEntity"}],
    "Question": [{"name"}, {"acceptedAnswer"}],
    "Answer": [{"text"}],
    "LocalBusiness": [{"name"}, {"address"}],
    "AutoRental": [{"name"}, {"address"}],
    "AggregateRating": [{"ratingValue"}, {"ratingCount", "reviewCount"}],
    "Review": [{"author"}, {"reviewRating"}],
    "VideoObject": [{"name"}, {"thumbnailUrl"}, {"uploadDate"}],
    "Organization": [{"name"}, {"url"}],
}
_BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def structured(html: str) -> list[Json]:
    return [json.loads(block) for block in _BLOCK.findall(html)]


def of_type(html: str, name: str) -> Json:
    """The one block of this type."""
    [found] = [block for block in structured(html) if name in _types(block)]
    return found


def problems(html: str) -> list[str]:
    """What the vocabulary does not know, and what search engines miss."""
    found = []
    for block in structured(html):
        if block.get("@context") != "https://schema.org":
            found.append(f"no context: {block}")
        for part in _parts(block):
            found += _problems_of(part)
    return found


def _problems_of(part: Json) -> Iterator[str]:
    names = _types(part)
    properties = {name for name in part if not name.startswith("@")}
    unknown = [name for name in names if name not in TYPES]
    if unknown:
        yield f"unknown types: {unknown}"
        return
    if not names:
        # A reference to another node.
        if properties or "@id" not in part:
            yield f"neither a type nor a reference: {part}"
        return
    allowed = {name for kind in names for name in TYPES[kind]} | {"query-input"}
    yield from (f"{'/'.join(names)} has no {name}" for name in properties - allowed)
    yield from (
        f"{'/'.join(names)}: {name} is empty" for name in properties if part[name] in ("", None, [], {})
    )
    for kind in names:
        yield from (
            f"{kind} needs {' or '.join(sorted(some))}"
            for some in REQUIRED.get(kind, [])
            if not some & properties
        )


def _parts(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(item)


def _types(part: Json) -> list[str]:
    kind = part.get("@type", [])
    return kind if isinstance(kind, list) else [kind]
