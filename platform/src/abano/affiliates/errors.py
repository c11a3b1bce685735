"""Errors of the affiliate programme."""

from abano.errors import NotFound


class UnknownAffiliate(NotFound):
    """There is no such affiliate."""
