"""The outbox of emails and notifications, and consent to phone messages."""
