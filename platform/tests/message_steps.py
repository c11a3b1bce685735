"""Messages to customers as rows, for tests that need one to be there."""

from uuid import UUID, uuid4

from product_fixtures import NOW, AdminSql

from abano.tenancy.directory.tenant import Tenant


def add_sent_message(query_admin_sql: AdminSql, tenant: Tenant, booking: UUID | str) -> UUID:
    """What someone of the team wrote to the customer of a booking, and was sent."""
    message = uuid4()
    query_admin_sql(
        "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at, attempts, sent_at,"
        " booking_id, recipient, subject) values (%s, %s, 'booking.customer_email', %s, %s, %s, 1, %s, %s,"
        " 'ada@example.com', 'Your car')",
        tenant.id, message, '{"to": "ada@example.com", "subject": "Your car", "body": "It waits."}', NOW, NOW, NOW,
        booking,
    )  # fmt: skip
    return message


def add_own_text(query_admin_sql: AdminSql, tenant: Tenant, occasion: str, language: str) -> None:
    query_admin_sql(
        "insert into message_texts (tenant_id, occasion, language, subject, heading, body, button, updated_at)"
        " values (%s, %s, %s, 'Ours', 'Ours', 'Ours', '', %s) on conflict do nothing",
        tenant.id, occasion, language, NOW,
    )  # fmt: skip
