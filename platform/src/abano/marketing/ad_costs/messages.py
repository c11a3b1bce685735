"""What can be wrong with the costs of campaigns."""

from abano.core.errors import Conflict, Message, NotFound


class UnknownCostUpload(NotFound):
    """These costs are not there any more."""


class CostsChangedMeanwhile(Conflict):
    """A colleague changed these costs in the meantime. Please send the file again."""


COST_FILE_UNREADABLE = Message(
    "cost_file_unreadable", "This is not a text file in UTF-8 or UTF-16. Download the report as CSV."
)
COST_FILE_TOO_LARGE = Message(
    "cost_file_too_large", "A file has at most {megabytes} MB and {lines, number} lines."
)
COST_COLUMNS_MISSING = Message(
    "cost_columns_missing",
    "There is no line with the names of the columns. The file needs the columns Campaign, Day and Cost.",
)
COST_DAY_MISSING = Message(
    "cost_day_missing",
    "The file says of no day. Add the column Day to the report and download it again.",
)
COST_EMPTY_FILE = Message("cost_empty_file", "There are no costs in this file.")
COST_DAY_UNREADABLE = Message(
    "cost_day_unreadable", "This is not a day that can be read: {value}. Write it as 2026-06-30."
)
COST_NUMBER_UNREADABLE = Message("cost_number_unreadable", "This is not a number that can be read: {value}")
COST_PARTS_OF_CENTS = Message("cost_parts_of_cents", "An amount has at most two decimals: {value}")
COST_TOO_LARGE = Message("cost_too_large", "An amount is at most {largest, number}.")
COST_CAMPAIGN_MISSING = Message("cost_campaign_missing", "The name of the campaign is missing or too long.")
COST_CURRENCY_UNKNOWN = Message("cost_currency_unknown", "This is not the code of a currency: {value}")
COST_WITHOUT_RATE = Message(
    "cost_without_rate",
    "There is no exchange rate from {currency} to {own} on {day, date, full}. Enter one under Currencies,"
    " or upload the costs in {own}.",
)
COST_OVERLAPS = Message(
    "cost_overlaps",
    "There are costs of this campaign for {first_day, date, full} to {last_day, date, full}. Delete those first.",
)
