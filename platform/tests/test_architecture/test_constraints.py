"""Every constraint is either mapped to a readable error or cannot be reached by a request."""

from product_fixtures import AdminSql

from abano import cli, main, worker  # noqa: F401 - importing them knows every error
from abano.core.errors import AbanoError
from abano.db.driver_errors import translated_facts

# Kinds (``p`` primary key, ``u`` unique, ``f`` foreign key, ``c`` check), reason, and how the names begin.
IMPOSSIBLE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("p", "keys are random tokens or their hashes", (
        "admin_challenges", "admin_password_resets", "admin_recovery_codes", "admin_sessions",
        "affiliate_password_resets", "affiliate_sessions",
    )),
    ("p", "written with `on conflict`, or after a look under the lock of its owner", (
        "commission_holds", "commission_reversals", "conversion_", "idempotency_keys",
        "promo_codes", "public_write_counts", "quiz_answers", "quiz_question_views", "quiz_sessions",
        "sign_in_failures",
    )),
    ("p", "written with `on conflict`, or once for each entry of the journal, which is drawn again", (
        "booking_bill_to", "invoice_counters", "invoice_drafts", "invoice_numbering", "invoice_starts",
        "journal_notes", "online_refunds", "payment_writes", "seller_settings",
        "accounting_settings", "stripe_",
    )),
    ("u", "drawn at random, by Stripe or by us", (
        "online_payments_session", "online_payments_token", "stripe_settings_account",
    )),
    ("u", "the counter's row is locked until the document is stored; one receipt for each entry", (
        "invoices_number", "invoices_sequence", "invoices_receipt_once",
    )),
    ("f", "the number before is that of the document before, and a start is never deleted either", (
        "invoices_no_gap", "invoices_start",
    )),
    ("f", "nothing of these is ever deleted; the row was read or written in this transaction", (
        "accounting_export", "booking_bill_to_",
        "cash_transfers_", "invoice_drafts_", "invoice_starts_", "invoices_",
        "journal_entries_admin", "journal_entries_booking",
        "journal_entries_till", "journal_entries_transfer", "journal_notes_", "online_", "tills_",
    )),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", (
        "accounting_", "booking_bill_to_",
        "cash_transfers_", "invoice_counters_", "invoice_drafts_", "invoice_numbering_", "invoice_starts_",
        "invoices_", "journal_entries_", "journal_notes_",
        "online_", "bookings_cancellation_fee_", "bookings_dropoff_place_", "bookings_pickup_place_",
        "payment_writes_", "seller_settings_", "stripe_", "tills_",
    )),
    ("p", "keys are random tokens or their hashes, or written with `on conflict`", (
        "operator_attempts", "operator_recovery_codes", "operator_sessions", "sign_up_attempts",
    )),
    ("pc", "drawn at random; the form of the address is checked before, and only our own code writes the rest", (
        "operators_", "operator_sessions_stage_", "operator_audit_log_", "tenants_suspension_reason_",
    )),
    ("pc", "drawn at random; lengths and codes that the API's schema holds", ("company_sign_ups",)),
    ("puc", "written with `on conflict`, to an address whose form is checked before", ("company_invitations",)),
    ("f", "operators are disabled, never deleted", (
        "operator_", "company_invitations_", "company_moves_", "announcements_",
    )),
    ("pc", "drawn at random; the request holds the lengths, our own code writes the rest", ("company_moves_",)),
    ("pc", "one row a company in the statement that adds it; the request holds the lengths", ("announcement",)),
    ("f", "announcements are never deleted; the company is read in the same statement", ("announcement_companies_",)),
    ("pfc", "written with the company by the schema's function, what our own code chose", ("company_setups",)),
    ("p", "one commission a booking, made by the trigger of its insert", ("commissions",)),
    ("pufc", "publishing writes the catalogue under the lock of its draft, what the document's rules held", (
        "car_rates", "catalog_drafts", "catalog_versions", "cars", "delivery_fees", "driving_times",
        "handover_places", "insurance_options", "locations",
        "price_rules", "quiz_definitions", "season", "services",
    )),
    ("pu", "drawn at random", (
        "analytics_view", "analytics_annotations", "analytics_queries", "analytics_events", "alert_rules",
        "alert_firings",
    )),
    ("f", "admins who have acted are never deleted; the rule is locked", ("alert_rules_", "alert_firings_")),
    ("c", "lengths and choices that the API's schema holds", ("alert_rules_", "analytics_events_")),
    ("f", "admins who have acted are never deleted", (
        "analytics_annotations", "analytics_queries", "analytics_events_",
    )),
    ("c", "lengths and choices that the API's schema holds", ("analytics_annotations", "analytics_queries")),
    ("f", "the view is locked in this transaction; admins who have acted are never deleted", ("analytics_view",)),
    ("c", "lengths that the API's schema holds", ("analytics_views_",)),
    ("p", "written with `on conflict`", ("booking_touches",)),
    ("f", "its booking was stored in this transaction", ("booking_touches_",)),
    ("f", "admins who have acted are never deleted", ("ad_accounts_", "campaign_costs_")),
    ("pu", "one of each company, locked or compared by its key", ("ad_accounts_",)),
    ("c", "digits and a source that the API's schema holds", ("ad_accounts_",)),
    ("u", "compared under the lock of the company's costs, which replaces what is there", ("campaign_costs_once",)),
    ("c", "lengths and amounts that the reading of a file and the API's schema hold", ("campaign_costs_",)),
    ("pf", "written under the lock of the company's quiz, by an admin who is signed in", ("quiz_drafts",)),
    ("pfc", "written under the lock of the company's quiz, what its schema held", ("experiments_",)),
    ("pfc", "settings are made with the company, by the operator; what owners change has the schema's bounds", (
        "tenant_settings",
    )),
    ("p", "written with `on conflict`, or after a look under the draft's lock", ("site_document", "site_redirects")),
    ("c", "lengths and numbers that the API's schema holds, or that only our own code writes", (
        "site_document", "site_redirects",
    )),
    ("f", "admins who have acted are never deleted; the caller was read in this transaction", (
        "site_document_", "site_redirects_",
    )),
    ("pfc", "written with `on conflict`, with hosts of the form that the schema asks for", ("domain_checks",)),
    ("pc", "written with `on conflict`, with steps that the API's schema lists", ("journey_events",)),
    ("pu", "drawn at random", ("api_keys", "calendar_feeds")),
    ("f", "its vehicle is locked in this transaction", ("calendar_feeds_", "imported_calendars_")),
    ("c", "lengths that the API's schema holds, or what our own code writes", ("imported_calendars_",)),
    ("f", "its calendar is locked in this transaction", ("vehicle_reservations_imported",)),
    ("c", "written by our own code, as blocks of the kind `other` alone", ("vehicle_reservations_imported",)),
    ("pfc", "written with `on conflict` for the company of the call, as a list", ("price_suggestion_settings",)),
    ("pfc", "written with `on conflict` for the company of the call, counted from 0", ("translation_counts",)),
    ("pfc", "written with `on conflict` for the company of the call, with measures of a closed list", (
        "usage_days", "usage_warnings",
    )),
    ("p", "drawn at random", ("plans",)),
    ("pfc", "of a plan that is locked; the API's schema holds lengths, measures and the order", (
        "plan", "tenants_plan",
    )),
    ("pu", "written with `on conflict`", ("phone_",)),
    ("f", "its channel is locked in this transaction", ("phone_templates_",)),
    ("c", "closed lists, lengths and numbers that the API's schema holds, or that only our own code writes", (
        "phone_",
    )),
    ("p", "drawn at random", ("channels", "custom_roles")),
    ("f", "the role is locked against deletion in this transaction, or held by the invitation", (
        "admins_role_fkey", "admin_invitations_role_fkey",
    )),
    ("c", "lengths and a closed list that the API's schema holds", ("custom_roles_",)),
    ("c", "a role of one's own is looked up by its id", ("admins_role_id", "admin_invitations_role_id")),
    ("f", "channels are never deleted; the row was read in this transaction or before", (
        "api_keys_channel", "bookings_channel",
    )),
    ("c", "closed lists, lengths and numbers that the API's schema holds, or that only our own code writes", (
        "channels_", "bookings_channel_",
    )),
    ("c", "a length that the API's schema holds, and that of a hash", ("calendar_feeds_",)),
    ("p", "written with `on conflict`", ("api_key_settings",)),
    ("f", "keys are revoked, and admins who have acted disabled, never deleted", ("api_keys_", "audit_log_api_key")),
    ("c", "lengths and numbers that the API's schema holds", ("api_key_settings_", "api_keys_")),
    ("p", "drawn at random", ("tenants",)),
    ("pc", "written with `on conflict` by functions of the schema, which hold it", ("tenant_deletions_",)),
    ("c", "written by functions of the schema, which hold it", ("tenants_check",)),
    ("c", "a digest and a number that the server computed", ("media_parts_", "company_exports_")),
    ("c", "a cluster's name, checked when the settings are read", ("tenants_placement", "tenants_way_back")),
    ("pc", "of the company's row, which is locked; names that only our own code writes", ("brand_images_",)),
    ("pc", "written with `on conflict`, counted from 1", ("mail_counts_",)),
    ("p", "written with `on conflict`", ("car_holds", "media_parts", "media_removals", "vehicle_states")),
    ("p", "drawn at random, or named after a content of an item that is locked", ("media_items", "media_variants")),
    ("f", "rows that were read or written in this transaction, or of admins, who are never deleted", (
        "media_items_", "media_variants_",
    )),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", (
        "media_items_", "media_variants_",
    )),
    ("p", "read in the same transaction", ("handover_terms",)),
    ("p", "written with `on conflict do nothing`", ("daily_rates",)),
    ("p", "read under the lock of the company's row of daily rates", ("held_rates",)),
    ("c", "read of the operator's source, which is checked, or of a host", ("held_rates_",)),
    ("p", "read under the lock of its booking", ("booking_details",)),
    ("pu", "written with `on conflict do nothing`", ("message_", "outbox_messages_once")),
    ("f", "admins who have acted are never deleted", ("message_texts_admin",)),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", (
        "bookings_manage_version", "message_", "outbox_messages_outcome",
    )),
    ("f", "their endpoint or delivery is locked in this transaction, or written by a trigger that reads it", (
        "webhook_",
    )),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", ("webhook_",)),
    ("u", "read under the lock of its booking", ("handover_records_once", "agreement_signatures_open")),
    ("u", "written with `on conflict do nothing`", ("vehicle_fines_once", "reviews_imported")),
    ("u", "read under the lock of its booking", ("reviews_once_a_booking",)),
    ("f", "bookings, and admins who have acted, are never deleted, cars only by the operator", ("reviews_",)),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", ("reviews_",)),
    ("pf", "written with `on conflict`, of a locked booking and someone read in this transaction", (
        "booking_assignees_",
    )),
    ("c", "a closed list that the API's schema holds", ("booking_assignees_",)),
    ("pu", "written with `on conflict`, or drawn at random", ("insight_",)),
    ("f", "rows that were read or locked in this transaction, or of admins, who are never deleted", ("insight_",)),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", ("insight_",)),
    ("f", "rows that were read or written in this transaction, and are never deleted", (
        "handover_", "media_files_booking", "proposed_lines_", "agreement_signatures_",
    )),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", (
        "handover_", "media_files_", "proposed_lines_", "agreement_signatures_",
    )),
    ("u", "drawn from a sequence, and the target of a foreign key with it", (
        "vehicles_number", "vehicles_of_reservations",
    )),
    ("pf", "written by the schema's function, which looks first, or under the lock of the customer", (
        "customer_",
    )),
    ("f", "the other customer is locked in this transaction", ("customers_merged",)),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", (
        "customer_", "customers_",
    )),
    ("f", "vehicles are never deleted, cars and locations only by the operator", (
        "car_holds_car", "vehicle_", "vehicles_car", "vehicles_home", "vehicles_location",
    )),
    ("c", "closed lists, lengths and periods that the API's schema holds, or that only our own code writes", (
        "vehicle",
    )),
    ("u", "targets of foreign keys: each holds a primary key", (
        "commission_entries_tenant_id_booking_id_step", "commission_payouts_tenant_id_id",
        "commissions_tenant_id_booking_id_affiliate",
    )),
    ("u", "written with `on conflict do nothing`", ("affiliates_tenant_id_email",)),
    ("u", "drawn at random", ("support_sessions_link", "support_sessions_token")),
    ("f", "admins are disabled, never deleted", ("support_sessions_",)),
    ("c", "lengths that the schema holds, and moments that one function sets together", (
        "support_sessions_", "tenant_settings_support_access",
    )),
    ("u", "drawn at random", ("admin_invitations_token", "admin_sessions_id")),
    ("f", "admins and affiliates who have acted are never deleted; the caller was read in this transaction", (
        "admin_", "affiliate_", "audit_log_tenant_id_admin", "booking_changes_admin", "bookings_taken_by",
        "personal_info_drafts_state_by", "booking_notes_tenant_id_admin", "customer_actions_seen_by",
        "commission_entries_decided_by", "commission_holds_tenant_id_released_by", "commission_payouts_",
        "commission_reversals_tenant_id_reversed_by", "commissions_tenant_id_affiliate", "promo_codes_tenant_id_aff",
        "exchange_rates_tenant_id_created_by", "catalog_drafts_publishes_by", "catalog_versions_published_by",
    )),
    ("f", "bookings and payouts are never deleted; the row was read or written in this transaction", (
        "booking_changes_booking", "booking_events_", "booking_notes_tenant_id_booking", "booking_details_booking",
        "customer_actions_booking", "customer_actions_file",
        "commission_entries_tenant_id_booking_id_affiliate",
        "commission_entries_tenant_id_payout", "commission_holds_tenant_id_booking",
        "commission_reversals_tenant_id_payout", "commissions_tenant_id_booking", "conversion_", "idempotency_keys_",
        "quiz_answers_", "quiz_question_views_",
    )),
    ("c", "closed lists and lengths that the API's schema holds, or that only our own code writes", (
        "admin", "affiliates_", "audit_log_", "booking_changes_", "booking_events_", "booking_notes_",
        "booking_details_", "customer_actions_",
        "bookings_source", "click_records_", "personal_info_drafts_state", "conversion_",
        "idempotency_keys_", "promo_codes_", "public_write_counts_", "quiz_", "tenants_status", "warehouse_erasures_",
        "bookings_ad_", "bookings_attribution", "bookings_consent", "bookings_status", "exchange_rates_",
        "bookings_display_", "catalog_",
    )),
    ("c", "sums that the price rules compute", (
        "bookings_daily_rate", "bookings_days", "bookings_total",
    )),
    ("c", "the ledger's own arithmetic: a violation is a bug, and reported as one", (
        "commission",
    )),
)  # fmt: skip
# SQLSTATEs that our functions raise for faults of the program alone.
FAULTS = {
    "AB009": "a till that does not add up",
    "AB003": "a payout that does not add up",
    "AB005": "a payout without an address, looked at before",
}
CONSTRAINTS = """
    select c.conname, c.contype::text,
      -- Drawn again with each row (UUIDv7), or the company, which stays.
      c.contype = 'p' and array['tenant_id', 'id']::name[] = array(
        select a.attname from unnest(c.conkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place
      ) or coalesce(c.confrelid = 'tenants'::regclass, false)
    from pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'c', 'f', 'x')
      and c.conrelid <> 'alembic_version'::regclass and c.conrelid::regclass::text !~ '^procrastinate_'
    union all
    select i.indexrelid::regclass::text, 'u', false from pg_index i
    join pg_class r on r.oid = i.indrelid
    where i.indisunique and r.relnamespace = 'public'::regnamespace and r.relname !~ '^procrastinate_'
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
"""


# States that Postgres itself raises: a transaction that may not write.
SERVERS_OWN = {"25006", "57014"}


def impossible(name: str, kind: str) -> bool:
    return any(kind in kinds and name.startswith(starts) for kinds, _, starts in IMPOSSIBLE)


def test_every_constraint_is_translated_or_named_as_impossible(query_admin_sql: AdminSql) -> None:
    known = translated_facts()
    found = query_admin_sql(CONSTRAINTS)
    assert len(found) > 150
    open_ends = [
        name for name, kind, drawn in found if name not in known and not drawn and not impossible(name, kind)
    ]
    assert open_ends == []
    # No entry for a removed constraint, and every prefix matches one.
    names = {name for name, *_ in found}
    assert {fact for fact in known if not fact.startswith("AB")} - SERVERS_OWN - names == set()
    for kinds, _, starts in IMPOSSIBLE:
        for start in starts:
            assert any(kind in kinds and name.startswith(start) for name, kind, _ in found), start


def test_every_sqlstate_of_our_functions_is_translated_or_a_fault(query_admin_sql: AdminSql) -> None:
    rows = query_admin_sql(
        "select distinct m[1] from pg_proc, regexp_matches(prosrc, 'errcode = ''(AB[0-9]{3})', 'g') as m"
        " where pronamespace = 'public'::regnamespace"
    )
    assert {state for (state,) in rows} == {
        fact for fact in translated_facts() if fact.startswith("AB")
    } | set(FAULTS)


def test_errors_are_ours() -> None:
    assert all(issubclass(error, AbanoError) for error in translated_facts().values())
