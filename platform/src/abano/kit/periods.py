"""What can be wrong with a period of days."""

from abano.errors.messages import Message

LAST_DAY_BEFORE_FIRST = Message("last_day_before_first", "The last day must not be before the first")
