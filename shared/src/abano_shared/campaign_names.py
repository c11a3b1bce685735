"""When two spellings of a source, a medium or a campaign are one: the one rule, for Python and for SQL.

Advertisers, their reports and the links of a company write the same campaign with and without capitals, and with
spaces at its ends. Filters, costs and rows compare the key; what is shown is the most frequent spelling.
"""

import re

_BLANK = " \t\n\r\u00a0"
_CALL = re.compile(r"\bname_key\((\w+)\)")
_SQL = r"lower(trim(\1, ' ' || chr(9) || chr(10) || chr(13) || chr(160)))"


def name_key(name: str) -> str:
    """What two spellings of a name have in common.

    Letter by letter, as DuckDB's ``lower`` does it: Python's makes two letters of one, and looks at a word's end.
    """
    return "".join(letter.lower()[0] for letter in name.strip(_BLANK))


def with_name_keys(sql: str) -> str:
    """``sql`` with each ``name_key(column)`` written out, for DuckDB."""
    return _CALL.sub(_SQL, sql)
