"""Messages with a person's data: with their address in a field, or about their bookings."""

from collections.abc import Iterable
from uuid import UUID

from abano.core.config import Settings
from abano.db.personal_data import PersonalRecords
from abano.messaging.outbox.transport import written_email

_OF_PERSON = """
tenant_id = :tenant
and (payload ->> 'reference' = any(:references) or booking_id = any(:booking_ids)
  or lower(recipient) = any(:emails) or exists (
  select from jsonb_path_query(payload, '$.** ? (@.type() == "string")') as value
  where lower(value #>> '{}') = any(:emails)
))
"""

MESSAGES = PersonalRecords(
    "messages",
    find=f"""
select jsonb_build_object(
  'kind', kind, 'createdAt', created_at, 'sentAt', sent_at, 'payload', payload, 'lastError', last_error,
  'recipient', recipient, 'subject', subject, 'outcome', outcome, 'outcomeReason', outcome_reason
)
from outbox_messages where {_OF_PERSON} order by created_at, id
""",  # noqa: S608 - a condition from above
    erase=f"delete from outbox_messages where {_OF_PERSON} returning id",  # noqa: S608 - a condition from above
)
RECORDS = (MESSAGES,)


def delete_written_emails(settings: Settings, message_ids: Iterable[UUID]) -> None:
    """Delete emails written to files, as in development. Emails accepted by a mail server are not stored here."""
    for message_id in message_ids:
        written_email(settings, message_id).unlink(missing_ok=True)
