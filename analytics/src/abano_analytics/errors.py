"""Failures of the analytics service, in the shape of the whole product: {success, error, message, fields?}."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    """One bad parameter and what is wrong with it."""

    field: str
    message: str


class AnalyticsError(Exception):
    """Something went wrong."""

    status: ClassVar[int] = 500
    retry_after: ClassVar[int | None] = None

    def __init__(self, message: str | None = None, *, fields: tuple[FieldError, ...] = ()) -> None:
        """``message`` defaults to the class docstring."""
        self.message = message or " ".join((type(self).__doc__ or "").split())
        self.fields = fields
        # Further values of the response.
        self.details: Mapping[str, object] = {}
        super().__init__(self.message)


class InvalidInput(AnalyticsError):
    """Please check the marked fields."""

    status = 422


class SignInRequired(AnalyticsError):
    """This address answers the platform only."""

    status = 401


class NotFound(AnalyticsError):
    """Not found."""

    status = 404


class UnknownTenant(AnalyticsError):
    """The warehouse does not know this company yet."""

    status = 404


class WarehouseNotReady(AnalyticsError):
    """The figures are being gathered. Please try again in a moment."""

    status = 503
    retry_after = 2


class CountingBusy(AnalyticsError):
    """Too much is being counted right now. Please try again in a moment."""

    status = 503
    retry_after = 2


class InternalError(AnalyticsError):
    """Something went wrong on our side, and we have logged it. Please try again."""

    status = 500


class SourceUnavailable(Exception):
    """Postgres cannot be reached or does not answer: worth trying again."""


class StoreUnavailable(SourceUnavailable):
    """The warehouse's catalog or object store cannot be reached, or someone else wrote first: worth trying again."""


class DiskFull(StoreUnavailable):
    """A file of the warehouse cannot grow. What is in it stays; new data waits in Postgres."""


class SourceMismatch(Exception):
    """Postgres lacks the reporting views this version reads: its migrations have to run first."""


class UnsafeDatabaseRole(Exception):
    """This process would work as a role that may too much; the message says what, and what ends it."""


class WarehouseUnusable(Exception):
    """The warehouse file cannot be opened or made: held by another process, no rights, no space."""


class WarehouseBroken(Exception):
    """The warehouse file is damaged or gone; it is rebuilt from Postgres."""


class LeaseFailed(Exception):
    """A command on leases did not do what it was asked to; the message says why."""
