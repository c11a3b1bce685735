"""Generates the chart's README from its values: python helm/readme.py [--check]

A value's description is the comment above it; a group's comment applies to all its values.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import yaml

CHART = Path(__file__).resolve().parent / "abano"
README = CHART / "README.md"
# Shown in one row, as written.
WHOLE = ("resources", "labels")
HEADING = """# The Abano chart

{description}.

* How to install, with what, and what must be there before: [install.md](../../docs/operations/install.md).
* The Secrets that it asks for: [k8s/README.md](../../k8s/README.md).
* [values-production.yaml](values-production.yaml) hardens and scales; `values.schema.json` refuses what it does not
  know, by name.

Kubernetes {kubernetes}. Made from `values.yaml` by `python helm/readme.py`; `make check` compares.

| value | default | description |
| --- | --- | --- |
"""

Row = tuple[str, str, str]


def rows(text: str) -> list[Row]:
    """Every value with its default and description."""
    root = yaml.compose(text)
    if not isinstance(root, yaml.MappingNode):
        raise TypeError("values are a mapping")
    return list(_below(root, "", text.splitlines()))


def _below(node: yaml.MappingNode, path: str, lines: list[str]) -> list[Row]:
    found: list[Row] = []
    for key, value in node.value:
        name = f"{path}.{key.value}" if path else str(key.value)
        description = _comment(key.start_mark.line, lines, first=not path and not found)
        nested = isinstance(value, yaml.MappingNode) and value.value and not value.flow_style
        if nested and key.value not in WHOLE:
            if description:
                found.append((name, "", description))
            found += _below(value, name, lines)
        else:
            found.append((name, _shown(value), description))
    return found


def _comment(line: int, lines: list[str], *, first: bool) -> str:
    """The comment lines directly above; the file's own heading, before the first value, does not count."""
    words: list[str] = []
    line -= 1
    while line >= 0 and re.match(r"\s*#", lines[line]):
        words.insert(0, lines[line].strip().removeprefix("#").strip())
        line -= 1
    return "" if first else " ".join(words)


def _shown(node: yaml.Node) -> str:
    value: Any = yaml.safe_load(yaml.serialize(node))
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def readme() -> str:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    heading = HEADING.format(
        description=chart["description"],
        kubernetes=chart["kubeVersion"].removesuffix("-0"),
    )
    table = rows((CHART / "values.yaml").read_text(encoding="utf-8"))
    return heading + "".join(
        f"| `{name}` | {default} | {description.replace('|', chr(92) + '|')} |\n"
        for name, default, description in table
    )


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        if README.read_text(encoding="utf-8") == readme():
            return 0
        print("helm/abano/README.md is not what its values say: run `python helm/readme.py`.")
        return 1
    README.write_text(readme(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
