"""Sentences of customers."""

from abano.errors.messages import Message

BLACKLIST_REASON_MISSING = Message("blacklist_reason_missing", "Please say why")
SAME_CUSTOMER = Message("same_customer", "This is the same customer already")
NO_SUCH_MERGE = Message("no_such_merge", "This merge is not in the customer's history")
NEITHER_EMAIL_NOR_CUSTOMER = Message(
    "neither_email_nor_customer", "Please give an e-mail address or a customer"
)
