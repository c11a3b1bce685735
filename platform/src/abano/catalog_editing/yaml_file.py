"""The whole catalogue as a YAML file."""

from typing import Any

import yaml
from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, NodeEvent

from abano.catalog.document import Json
from abano.catalog_editing.errors import NOT_YAML, TOO_DEEP
from abano.errors import InvalidInput
from abano.kit.expensive_work import expensive

MAX_DEPTH = 20
# Several times those of a company with all the cars, places and languages that it may have.
MAX_NODES = 300_000
PLAIN_TAGS = {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge", "tag:yaml.org,2002:value"}


class PlainLoader(yaml.CSafeLoader):
    """Without dates and times of its own: those are texts."""


PlainLoader.yaml_implicit_resolvers = {
    start: [(tag, pattern) for tag, pattern in resolvers if tag not in PLAIN_TAGS]
    for start, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@expensive
def yaml_text(document: Json) -> str:
    dumped = yaml.dump(document, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=110)
    return str(dumped)


def read_yaml(text: str) -> tuple[Any, yaml.Node | None]:
    """The content, and its nodes with their lines. Raises InvalidInput."""
    try:
        _check_events(text)
        loader = PlainLoader(text)
        node = loader.get_single_node()
        return (loader.construct_document(node) if node else None), node
    except (yaml.YAMLError, ValueError, RecursionError):
        raise InvalidInput.of("text", NOT_YAML()) from None


def _check_events(text: str) -> None:
    """Before anything is built. Raises InvalidInput, YAMLError."""
    depth = nodes = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        nodes += isinstance(event, NodeEvent)
        depth += isinstance(event, CollectionStartEvent)
        depth -= isinstance(event, CollectionEndEvent)
        if isinstance(event, AliasEvent):
            raise yaml.YAMLError("aliases are not read: they make small files large")
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise InvalidInput.of("text", TOO_DEEP())


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
