"""What a customer's own page may be refused."""

from abano.errors import Conflict, NotFound, SignInRequired


class NoSuchBooking(NotFound):
    """We find no booking with this reference and this e-mail address. Please look at your e-mail from us."""


class BookingLinkExpired(NotFound):
    """This link opens no booking any more. Please enter your booking reference and your e-mail address."""


class BookingSessionEnded(SignInRequired):
    """Please open your booking again: by the link in our e-mail, or with its reference and your e-mail address."""


class NotByCustomer(Conflict):
    """This cannot be done here any more. Please write to us, and we will find a way."""


class PriceChanged(Conflict):
    """The price has changed meanwhile. Nothing was changed; please look at the new price."""


class CostNotAcknowledged(Conflict):
    """This cancellation is not free of charge any more. Nothing was changed; please look at what it costs."""


class TooManyOfThem(Conflict):
    """That is more than we can take here. Please write to us by e-mail or in the chat."""
