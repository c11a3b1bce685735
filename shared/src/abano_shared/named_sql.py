"""Reads files of named SQL statements: each starts with a line ``-- name: its_name``."""

import re
from importlib.resources import files

from abano_shared.campaign_names import with_name_keys

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


def load_named_sql(package: str, file: str) -> dict[str, str]:
    """The statements of ``file`` in ``package`` by name, without the trailing semicolon.

    In statements of the warehouse, ``name_key(column)`` is expanded by ``campaign_names``.
    """
    parts = _NAME.split(with_name_keys((files(package) / file).read_text(encoding="utf-8")))
    return {name: body.strip().removesuffix(";") for name, body in zip(parts[1::2], parts[2::2], strict=True)}
