"""What saved views may be refused."""

from abano.errors import Conflict, NotFound


class TooManyViews(Conflict):
    """There are 100 saved views already. Please delete one that nobody needs."""


class TooManyViewLinks(Conflict):
    """This view has 20 links already. Please withdraw one that nobody needs."""


class SharedViewGone(NotFound):
    """This link has expired or was withdrawn. Please ask for a new one."""
