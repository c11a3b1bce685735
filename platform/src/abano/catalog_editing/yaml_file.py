"""The whole catalogue as a YAML file."""

from typing import Any

import yaml
from yaml.events import AliasEvent

from abano.catalog.document import Json
from abano.catalog_editing.errors import NOT_YAML
from abano.errors import InvalidInput

PLAIN_TAGS = {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge", "tag:yaml.org,2002:value"}


class PlainLoader(yaml.SafeLoader):
    """Without aliases, which make small files large, and without dates and times of its own: those are texts."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


PlainLoader.yaml_implicit_resolvers = {
    start: [(tag, pattern) for tag, pattern in resolvers if tag not in PLAIN_TAGS]
    for start, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def yaml_text(document: Json) -> str:
    return str(yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=110))


def read_yaml(text: str) -> tuple[Any, yaml.Node | None]:
    """The content, and its nodes with their lines. Raises InvalidInput."""
    try:
        loader = PlainLoader(text)
        node = loader.get_single_node()
        return (loader.construct_document(node) if node else None), node
    except (yaml.YAMLError, ValueError, RecursionError):
        raise InvalidInput.of("text", NOT_YAML()) from None


def line_of(node: yaml.Node | None, path: str) -> int | None:
    """The line of a field such as ``cars.3.rates``, or of what is nearest around it."""
    if node is None:
        return None
    for step in path.split("."):
        found = _child(node, step)
        if found is None:
            break
        node = found
    return int(node.start_mark.line) + 1


def _child(node: yaml.Node, step: str) -> yaml.Node | None:
    found: yaml.Node | None = None
    if isinstance(node, yaml.SequenceNode) and step.isdigit() and int(step) < len(node.value):
        found = node.value[int(step)]
    if isinstance(node, yaml.MappingNode):
        found = next((value for key, value in node.value if key.value == step), None)
    return found
