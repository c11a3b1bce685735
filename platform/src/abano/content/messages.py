"""What is said about texts that cannot be taken."""

from abano.errors.messages import Message

UNKNOWN_PLACEHOLDER = Message("unknown_placeholder", "There is no placeholder called {name}")
UNKNOWN_PART = Message("unknown_part", "This text has no such part")
TEXT_TOO_LARGE = Message("text_too_large", "This text has become too long. Make two pages of it.")
PICTURE_NOT_OWN = Message("picture_not_own", "Choose a picture of this site")
ADDRESS_NOT_ALLOWED = Message(
    "address_not_allowed", "An address begins with https://, or with / on this site"
)
LANGUAGE_NOT_SPOKEN = Message("text_language_not_spoken", "Your site does not speak this language")
PAGE_EXISTS = Message("page_exists", "There is a page at this address already")
OLD_ADDRESS_INVALID = Message("old_address_invalid", "An old address begins with /, such as /our-cars")
ADDRESS_HAS_PAGE = Message(
    "address_has_page", "Your site has a page at this address: it cannot lead elsewhere"
)
TARGET_NOT_ALLOWED = Message(
    "target_not_allowed", "It leads to a page of this site, such as /booking, or to an https:// address"
)
REDIRECT_LOOP = Message("redirect_loop", "That would lead in a circle")
REVIEW_COLUMNS_MISSING = Message(
    "review_columns_missing", "The first line has to name the columns name, rating and text"
)
MANY_PAGES = Message("many_pages", "At most {max, number} pages of your own fit on a site")
