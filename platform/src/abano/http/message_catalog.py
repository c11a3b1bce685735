"""All sentences of the API, for the pages that translate them and for the tests."""

import importlib
import json
import pkgutil
from collections.abc import Iterator

import abano
from abano.errors import AbanoError
from abano.errors.messages import registered_messages

# Commands of the operator: nobody else hears what they say.
OPERATORS_PACKAGES = ("abano.analytics.rebuild", "abano.backup", "abano.tenants.service")
HEAD = """\
// The server's sentences, by the codes of its answers. Written by `make types` from the server's code.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const serverMessages: Record<string, MessageDescriptor> = {
"""


def message_templates() -> dict[str, str]:
    """The English template of every code: of messages, and of errors by their class names."""
    for module in pkgutil.walk_packages(abano.__path__, "abano."):
        importlib.import_module(module.name)
    templates = {
        message.code: message.template
        for message in registered_messages().values()
        if not message.for_operators
    }
    for error in error_classes():
        if not error.__module__.startswith(OPERATORS_PACKAGES):
            templates[error.__name__] = error.docstring()
    return dict(sorted(templates.items()))


def error_classes() -> Iterator[type[AbanoError]]:
    """Every error class of the modules that are loaded; a name is given once."""
    waiting = [AbanoError]
    while waiting:
        error = waiting.pop()
        # Tests define some of their own.
        if error.__module__.startswith("abano."):
            yield error
            waiting.extend(error.__subclasses__())


def as_typescript() -> str:
    """The templates as message descriptors of the frontend."""
    lines = (
        f'  {code}: msg({{ context: "server", message: {json.dumps(template, ensure_ascii=False)} }}),\n'
        for code, template in message_templates().items()
    )
    return f"{HEAD}{''.join(lines)}}};\n"
