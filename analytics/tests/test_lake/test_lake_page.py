"""docs/operations/lake.md names every table and column of the lake, with its type."""

import re
from pathlib import Path

from abano_analytics.feed_tables import FEED_TABLES

PAGE = Path(__file__).parents[3] / "docs" / "operations" / "lake.md"


def test_the_page_has_each_table_with_its_columns_and_types() -> None:
    _, *sections = re.split(r"^### ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    described = {}
    for section in sections:
        name, _, text = section.partition("\n")
        key = re.findall(r"`(\w+)`", re.findall(r"^Key: (.+)\.$", text, flags=re.MULTILINE)[0])
        rows = re.findall(r"^\| `(\w+)` \| (\w+) \| [^|]{3,} \|$", text, flags=re.MULTILINE)
        described[name] = (tuple(key), dict(rows))
    assert described == {table.name: (("tenant_id", *table.key), table.columns) for table in FEED_TABLES}
