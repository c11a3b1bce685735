"""Error messages without quoted texts: errors of databases and parsers repeat rows and personal data."""

import re

MAX_LENGTH = 200
# An unclosed quote ends with the line.
_QUOTED = re.compile(r"\"[^\"]*(?:\"|$)|(?<!\w)'[^']*(?:'|$)|«[^»]*(?:»|$)")
_PERSONAL = re.compile(r"\S+@\S+|\+?\d[\d ().-]{6,}\d")


def without_quotes(text: object) -> str:
    """The first line of ``text``, at most 200 characters, with quoted texts, addresses and long numbers as ``…``."""
    line = str(text or "").split("\n", 1)[0][: MAX_LENGTH * 5]
    return _PERSONAL.sub("…", _QUOTED.sub("…", line))[:MAX_LENGTH]
