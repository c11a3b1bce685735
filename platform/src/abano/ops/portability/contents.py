"""What of a company goes into an export, table by table, and why the rest does not. A test holds it to the schema."""

from typing import LiteralString

# Tables that are not exported.
SIGN_IN = "sessions, links and second factors: people sign in again"
KEYS = "keys of other services, sealed with the installation's own secret: enter them again"
INSTALLATION = "belongs to the installation"
SHORT_LIVED = "counts or holds for minutes"
LEFT_OUT: dict[str, str] = {
    "admin_sessions": SIGN_IN,
    "sign_in_failures": SIGN_IN,
    "admin_invitations": SIGN_IN,
    "admin_password_resets": SIGN_IN,
    "admin_second_factors": SIGN_IN,
    "admin_recovery_codes": SIGN_IN,
    "admin_challenges": SIGN_IN,
    "affiliate_sessions": SIGN_IN,
    "affiliate_password_resets": SIGN_IN,
    "analytics_view_links": SIGN_IN,
    "support_sessions": SIGN_IN,
    "api_keys": KEYS,
    "calendar_feeds": KEYS,
    "webhook_endpoints": KEYS,
    "webhook_deliveries": KEYS,
    "webhook_attempts": KEYS,
    "stripe_settings": KEYS,
    "conversion_senders": KEYS,
    "ad_accounts": KEYS,
    "tenant_domains": INSTALLATION,
    "domain_checks": INSTALLATION,
    "company_setups": INSTALLATION,
    "company_exports": INSTALLATION,
    "announcement_deliveries": INSTALLATION,
    "usage_days": INSTALLATION,
    "usage_warnings": INSTALLATION,
    "warehouse_erasures": INSTALLATION,
    "media_removals": INSTALLATION,
    "public_write_counts": SHORT_LIVED,
    "translation_counts": SHORT_LIVED,
    "car_holds": SHORT_LIVED,
    "idempotency_keys": SHORT_LIVED,
    "payment_writes": SHORT_LIVED,
    # Keyed with the installation's secret: exported as email addresses instead, where a booking has the address.
    "message_unsubscribes": INSTALLATION,
}

# SQL of the exported value, of columns that hold a secret or a hash keyed with the installation's secret.
REPLACED: dict[str, dict[str, LiteralString]] = {
    # No password has this form: everyone sets a new one by email.
    "admins": {"password_hash": "'reset'"},
    "affiliates": {"password_hash": "null"},
    "bookings": {"ip_hash": "null"},
    "conversion_settings": {"secret_hash": "null", "urls_created_at": "null"},
    # Sealed with the installation's secret: owners enter it again. Blocks are kept until then.
    "imported_calendars": {"sealed_url": "''::bytea"},
    "message_settings": {"events_secret": "null"},
    # Turned off, with its texts: owners enter the keys again.
    "phone_channels": {
        "sealed_token": "''::bytea",
        "sealed_app_secret": "null",
        "sealed_verify_token": "null",
        "is_enabled": "false",
    },
    "online_payments": {"token_hash": "sha256(gen_random_uuid()::text::bytea)", "url": "null"},
    "outbox_messages": {"payload": "payload - 'sealedLink'"},
    "tenant_settings": {
        "integrations": (
            "(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(integrations)"
            " where key not in ('chatWebhookUrl', 'recaptchaSecret') and key not like '%Sealed')"
        )
    },
}

# Rows that are not exported: the old installation still sends its pending messages.
ROWS: dict[str, LiteralString] = {
    "outbox_messages": "sent_at is not null or dead_at is not null",
    "phone_messages": "state not in ('pending', 'sending')",
}

# The database gives each vehicle a new number; reservations follow by the vehicle's id.
NUMBER_OF_VEHICLE: LiteralString = (
    "(select v.number from vehicles v where v.tenant_id = %(tenant)s and v.id = rows.vehicle_id)"
)
RENUMBERED: dict[str, dict[str, LiteralString | None]] = {
    "vehicles": {"number": None},
    "vehicle_reservations": {"vehicle_number": NUMBER_OF_VEHICLE},
}
