"""What figures can be filtered by."""

import polars as pl

FIELDS = {
    "utm_source": "utmSource",
    "utm_campaign": "utmCampaign",
    "quiz_version": "quizVersion",
    "device": "device",
    "utm_medium": "utmMedium",
    "utm_term": "utmTerm",
    "utm_content": "utmContent",
    "landing_page": "landingPage",
    "language": "language",
    "country": "country",
    "visitor": "visitor",
}


# A page offers no more than these; a rarer one can still be asked for by name.
MOST = 200


def choices(counted: pl.DataFrame) -> dict[str, list[dict[str, str | int]]]:
    """Per field its values with their sessions, the most frequent first. ``counted``: field, choice, sessions."""
    values: dict[str, list[dict[str, str | int]]] = {name: [] for name in FIELDS.values()}
    for field, value, sessions in counted.sort(["sessions", "choice"], descending=[True, False]).iter_rows():
        if len(values[FIELDS[field]]) < MOST:
            values[FIELDS[field]].append({"value": value, "sessions": sessions})
    return values
