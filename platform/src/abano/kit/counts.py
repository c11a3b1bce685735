"""A number with its noun."""


def count_of(count: int, one: str, many: str | None = None) -> str:
    """``count_of(1, "day") == "1 day"``, ``count_of(2, "day") == "2 days"``; ``many`` where no s makes the plural."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
