"""What figures can be filtered by."""

import polars as pl

from abano_analytics.metrics.campaign_names import merge_spellings

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


# Whose spellings are put together.
NAMES = ("utm_source", "utm_medium", "utm_campaign")
# A page offers no more than these; a rarer one can still be asked for by name.
MOST = 200


def choices(counted: pl.DataFrame) -> dict[str, list[dict[str, str | int]]]:
    """Per field its values with their sessions, the most frequent first. ``counted``: field, choice, sessions."""
    values: dict[str, list[dict[str, str | int]]] = {name: [] for name in FIELDS.values()}
    is_name = pl.col("field").is_in(NAMES)
    merged = merge_spellings(counted.filter(is_name), ["choice"], by="sessions")
    listed = pl.concat([merged, counted.filter(~is_name)])
    for field, value, sessions in listed.sort(["sessions", "choice"], descending=[True, False]).iter_rows():
        if len(values[FIELDS[field]]) < MOST:
            values[FIELDS[field]].append({"value": value, "sessions": sessions})
    return values
