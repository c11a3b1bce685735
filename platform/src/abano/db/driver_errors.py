"""Maps the driver's errors to the product's own, in one place.

A class names the part of the schema it represents: a constraint by its name, or the SQLSTATE raised by one of
the product's functions. ``test_constraints.py`` compares the list with the schema: every violation a request
can cause has a class, and all others are listed as impossible.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psycopg
from sqlalchemy.engine import ExceptionContext

from abano.core.errors import AbanoError, DatabaseUnavailable, InvalidInput

ErrorClass = TypeVar("ErrorClass", bound=type[AbanoError])
# untranslatable_character and character_not_in_repertoire; the driver itself refuses a NUL without a state.
UNSTORABLE_TEXT = frozenset({"22P05", "22021"})

_BY_FACT: dict[str, type[AbanoError]] = {}


class UnreadableText(InvalidInput):
    """The text contains characters that can't be stored. Remove them and try again."""


STATEMENT_CANCELLED = "57014"


def map_db_error(*facts: str) -> Callable[[ErrorClass], ErrorClass]:
    """Decorate the error class to raise when one of these constraints, or SQLSTATEs of our functions, is reported."""

    def register(error: ErrorClass) -> ErrorClass:
        for fact in facts:
            if fact in _BY_FACT:
                raise TypeError(f"{fact} is already mapped to {_BY_FACT[fact].__name__}")
            _BY_FACT[fact] = error
        return error

    return register


def translated_facts() -> dict[str, type[AbanoError]]:
    """What each known constraint and SQLSTATE is translated into."""
    return dict(_BY_FACT)


# Of a standby, while a proxy or an old connection still takes it for the primary.
map_db_error("25006")(DatabaseUnavailable)


@map_db_error(STATEMENT_CANCELLED)
class StatementTimeout(DatabaseUnavailable):
    """This took too long and was cancelled. Nothing was changed. Try again in a moment."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise the product's errors instead of the driver's. Unmapped errors are bugs and are not changed."""
    try:
        yield
    except psycopg.Error as error:
        ours = translated(error)
        if ours is None:
            raise
        raise ours from error


def translated(error: BaseException | None) -> AbanoError | None:
    """Our error for one of psycopg's, if it has one."""
    known = _known(error)
    if known is not None:
        return known
    if isinstance(error, psycopg.OperationalError):  # the pool's own errors are of this kind, too
        return DatabaseUnavailable()
    return UnreadableText() if _is_no_text(error) else None


def translate_in_sqlalchemy(context: ExceptionContext) -> AbanoError | None:
    """For the engine's event ``handle_error``: maps a violated constraint where the statement runs.

    Connection errors are left to SQLAlchemy until the transaction ends: it replaces broken connections.
    """
    return None if context.is_disconnect else _known(context.original_exception)


def _known(error: BaseException | None) -> AbanoError | None:
    if not isinstance(error, psycopg.Error):
        return None
    make_error = _BY_FACT.get(error.diag.constraint_name or "") or _BY_FACT.get(error.sqlstate or "")
    if make_error is None:
        return None
    # Functions of the product may set the error's detail.
    named = getattr(make_error, "of_detail", None)
    detail = error.diag.message_detail or ""
    return named(detail) if named else make_error()


def _is_no_text(error: BaseException | None) -> bool:
    """Whether Postgres, or its driver, refused a text for a NUL or for its encoding."""
    if not isinstance(error, psycopg.DataError):
        return False
    return error.sqlstate in UNSTORABLE_TEXT or (error.sqlstate is None and "NUL" in str(error))
