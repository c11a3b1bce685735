"""The chart's README lists all values with the comment above each."""

import sys

import yaml
from rendered_chart import CHART, ROOT

sys.path.insert(0, str(ROOT / "helm"))
import readme

VALUES = """# A heading of the file.

group:
  # What it does,
  # and why.
  first: 1
  second: {a: b}
  resources:
    limits: { cpu: "1" }
# Of all below.
other:
  - x | y
# Both below.
pair:
  left: ""
"""


def test_a_value_is_documented_by_the_comment_above_it() -> None:
    assert readme.rows(VALUES) == [
        ("group.first", "`1`", "What it does, and why."),
        ("group.second", '`{"a": "b"}`', ""),
        ("group.resources", '`{"limits": {"cpu": "1"}}`', ""),
        ("other", '`["x | y"]`', "Of all below."),
        ("pair", "", "Both below."),
        ("pair.left", '`""`', ""),
    ]


def test_every_value_of_the_chart_has_its_row() -> None:
    text = (CHART / "values.yaml").read_text(encoding="utf-8")
    documented = {name for name, _default, _description in readme.rows(text)}

    def below(values: dict[str, object], path: str) -> set[str]:
        found = set()
        for key, value in values.items():
            name = f"{path}{key}"
            nested = isinstance(value, dict) and value and name not in documented
            found |= below(value, f"{name}.") if nested and isinstance(value, dict) else {name}
        return found

    assert below(yaml.safe_load(text), "") <= documented
    assert readme.main(["--check"]) == 0
