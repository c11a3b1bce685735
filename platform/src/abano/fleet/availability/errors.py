"""Errors of availability."""

from abano.database.driver_errors import stands_for
from abano.errors import Conflict


@stands_for("AB006")
class CarNoLongerAvailable(Conflict):
    """Somebody else has just booked the last one of this car for your dates."""
