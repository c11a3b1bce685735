"""Hooks for Schemathesis: every second call that names things names ones that are there.

Loaded into its process by ``SCHEMATHESIS_HOOKS``; ``described_calls`` writes the file that they are read from.
"""

import atexit
import json
import os
import zlib
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import schemathesis

FILE = "ABANO_EXISTING_THINGS"
AFFILIATES = "/api/referrers/"
FILE_URLS = "/api/admin/conversions/file-urls"
COUNT = "named"
_file = Path(os.environ[FILE])
known: dict[str, list[str]] = json.loads(_file.read_text())
named = 0


def put_in(given: object, number: int) -> int:
    """Replace what ``given`` holds under names that are known, at every depth; how many there were."""
    if isinstance(given, list):
        return sum(put_in(item, number + place) for place, item in enumerate(given))
    if not isinstance(given, MutableMapping):
        return 0
    found = 0
    for name, value in given.items():
        things = known.get(name)
        if things and isinstance(value, str):
            given[name] = things[number % len(things)]
            found += 1
        else:
            found += put_in(value, number)
    return found


@schemathesis.hook
def before_call(_context: object, case: "schemathesis.Case[Any]", _kwargs: object) -> None:
    """The same call is changed in the same way each time: what fails can be tried again."""
    found = 0
    parts = (case.path_parameters, case.query, case.body)
    number = zlib.crc32(repr((case.method, case.path, *parts)).encode())
    if number % 2:
        found = sum(put_in(part, number // 2) for part in parts)
    if case.path_parameters.get("user_id") in known["own_id"]:
        # An earlier call answered it. Disabled, nothing more could be called in that name.
        case.path_parameters["user_id"] = known["user_id"][0]
    if case.path.startswith(AFFILIATES) and "authorization" in known:
        case.headers["Authorization"] = known["authorization"][0]
        found += 1
    global named  # noqa: PLW0603 - the process counts for the one that started it
    named += found > 0


@schemathesis.hook
def after_call(_context: object, case: "schemathesis.Case[Any]", response: schemathesis.Response) -> None:
    """New file URLs replace the ones before."""
    if case.path == FILE_URLS and case.method == "POST" and response.status_code == 200:
        known["secret"] = response.json()["urls"]["clicks"].split("/")[-2:-1]


@atexit.register
def report() -> None:
    """Leave beside the file how many calls named something that was there."""
    _file.with_name(COUNT).write_text(str(named))
