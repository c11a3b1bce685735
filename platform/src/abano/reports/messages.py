"""What can be wrong with a report that is asked for."""

from abano.errors.messages import Message

PERIOD_TOO_LONG = Message("period_too_long", "Choose a period of at most three years.")
QUESTION_MISSING = Message("question_missing", "Say which question it is an answer to.")
