"""Pure rules of promo codes."""

INVALID_PROMO = "Invalid promo code"
LONGEST_CODE = 40


def normal_code(typed: str | None) -> str | None:
    """A code as it is stored, whatever spaces and case it was typed with; None when nothing was typed."""
    return (typed or "").strip().upper() or None


def could_be_code(code: str) -> bool:
    """Whether it is worth asking the database."""
    return len(code) <= LONGEST_CODE and code.isprintable()
