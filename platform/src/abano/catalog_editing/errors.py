"""What can be wrong with a change of the catalogue."""

from abano.errors import Conflict, NotFound
from abano.errors.messages import Message


class ItemChangedMeanwhile(Conflict):
    """Somebody else changed this in the meantime. Nothing of yours is lost: choose which of the two holds."""


class DraftChangedMeanwhile(Conflict):
    """The draft is not what you looked at any more. Please look at the changes again."""


class CatalogUnchanged(Conflict):
    """There is nothing to publish: the catalogue is as it is on your site."""


class UnknownCatalogItem(NotFound):
    """This is not in the catalogue any more."""


KEY_TAKEN = Message("catalog_key_taken", "There is one with this code already")
KEY_FIXED = Message("catalog_key_fixed", "This cannot be changed: bookings name it")
NOT_IN_FUTURE = Message("catalog_not_in_future", "Please choose a moment within the next year")
COLUMNS_MISSING = Message("catalog_columns_missing", "The first line must name the columns {columns}")
TABLE_UNKNOWN = Message("catalog_table_unknown", "There is no such table")
CAR_OR_SEASON_UNKNOWN = Message("catalog_car_or_season_unknown", "The catalogue has no {name}")
NOT_CSV = Message("catalog_not_csv", "This is not a CSV file that can be read")
NOT_YAML = Message("catalog_not_yaml", "This is not a YAML file that can be read")
TOO_MANY_LINES = Message("catalog_too_many_lines", "A file has at most {max, number} lines")
TOO_DEEP = Message("catalog_file_too_deep", "This file is nested too deeply, or has too many entries")
