"""Pure: limits of sign-ups, and the links and seals that prove who confirmed one."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from abano.accounts.access.limits import Limit
from abano.core.email_address import is_provider

# A request sends an email to an address that no one has proved to be theirs.
REQUESTS_OF_IP = Limit(10, timedelta(hours=1))
REQUESTS_OF_DOMAIN = Limit(20, timedelta(hours=1))
# Of a provider whose addresses belong to many people.
REQUESTS_OF_PROVIDER = Limit(200, timedelta(hours=1))
REQUESTS_OF_EMAIL = Limit(3, timedelta(days=1))
# Of the whole installation: more would cost the reputation of its mail server.
REQUESTS_OF_ALL = Limit(500, timedelta(hours=1))
CHECKS_OF_IP = Limit(120, timedelta(minutes=1))
# Each may hash a password.
CONFIRMATIONS_OF_IP = Limit(20, timedelta(minutes=1))
# Of one link: each reads all slugs and may hash a password, from however many addresses.
CONFIRMATIONS_OF_LINK = Limit(30, timedelta(hours=1))
MAX_WINDOW = REQUESTS_OF_EMAIL.window
LIFETIME = timedelta(days=7)
INVITATION_LIFETIME = timedelta(days=14)
MAX_MAIL_ATTEMPTS = 10
# The pages that emails link to.
START_PAGE, CONFIRM_PAGE = "/start", "/start/confirm"
# The id of the sign-up, then the proof, in hexadecimal.
ID_DIGITS, TOKEN_DIGITS = 32, 96
# Providers that ignore dots before the @.
DOTLESS = frozenset({"gmail.com", "googlemail.com"})


@dataclass(frozen=True, slots=True)
class SignUp:
    """A stored sign-up, as far as its link shows it. ``company_id``: of the company, once there is one."""

    id: UUID
    email: str
    company_name: str
    slug: str
    requested_at: datetime
    confirmed_at: datetime | None
    is_slug_taken: bool
    company_id: UUID | None


def limit_of_domain(email: str) -> tuple[str, Limit]:
    """The domain of an address, and how many of it may sign up."""
    domain = email.rpartition("@")[2].lower()
    return domain, REQUESTS_OF_PROVIDER if is_provider(domain) else REQUESTS_OF_DOMAIN


def mailbox_of(email: str) -> str:
    """The same for addresses that reach one mailbox: nino+1@gmail.com and ni.no@gmail.com. Only counted by, never
    written to.
    """
    name, _, domain = email.lower().rpartition("@")
    name = name.partition("+")[0]
    return f"{name.replace('.', '') if domain in DOTLESS else name}@{domain}"


def link_token(key: str, sign_up_id: UUID, email: str) -> str:
    """What the link of a sign-up carries. It is not stored: who reads the database cannot confirm a sign-up."""
    return f"{sign_up_id.hex}{_mac(key, 'link', sign_up_id, email).hex()}"


def id_of(token: str) -> UUID | None:
    """Which sign-up a token names. Nothing is proved yet."""
    try:
        return UUID(hex=token[:ID_DIGITS]) if len(token) == TOKEN_DIGITS else None
    except ValueError:
        return None


def is_link_of(token: str, key: str, sign_up_id: UUID, email: str) -> bool:
    """Whether we made this token, for this address. Compared in constant time."""
    return hmac.compare_digest(token.encode(), link_token(key, sign_up_id, email).encode())


def seal_of(key: str, sign_up_id: UUID, email: str, slug: str, password_hash: str) -> bytes:
    """Proof that the platform saw the link and stored exactly this. The worker creates nothing without it."""
    return _mac(key, "confirmed", sign_up_id, email, slug, password_hash)


def _mac(key: str, *parts: object) -> bytes:
    text = "\0".join(map(str, ("company sign-up", *parts)))
    return hmac.digest(key.encode(), text.encode(), hashlib.sha256)
