"""Every column that can hold text either has no personal data, or is covered by disclosure and erasure.

A new column fails here until it is classified.
"""

import json
from typing import Any

import httpx
import pytest
from customer_steps import BOOKING, CUSTOMERS, DETAILS, PHONE
from fleet_steps import staff_rental
from product_fixtures import NOW, AdminSql
from yard_steps import handover_things

from abano.core.ids import new_id

pytestmark = pytest.mark.anyio
EMAIL = "planted.person@example.com"
SESSION = "quiz_1780000000000_k3v9"
ADDRESS = "198.51.100.77"
# Not the number of the other booking, which stays.
NUMBER = "+995555777001"
VISIT = "11111111-2222-4333-8444-555555555555"
COLUMNS = """
select c.table_name || '.' || c.column_name
from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'alembic_version'
  and t.table_name !~ '^procrastinate_'
  and c.data_type in ('text', 'character', 'character varying', 'json', 'jsonb', 'ARRAY', 'inet', 'bytea', 'xml')
order by 1
"""
COMPANY = "the company's own words and settings"
STAFF = "someone who works for the company: another relation"
HASH = "a hash or a secret, which cannot be read"
CODE = "one of our own codes, held by a check or a catalogue"
KEY = "made by the browser at random, or by us"

# Columns, or whole tables, without text of customers or affiliates, each with the reason.
NO_WORDS = {
    **dict.fromkeys(
        (
            "cars", "catalog_drafts", "catalog_versions", "delivery_fees", "driving_times", "domain_checks",
            "handover_places", "insurance_options", "bookings.pickup_place", "bookings.dropoff_place",
            "locations", "price_rules", "season_rates", "seasons",
            "services", "site_documents",
            "site_document_drafts", "site_document_versions", "site_redirects", "tenant_domains",
            "tenant_settings", "tenants", "tenant_deletions", "company_setups", "quiz_definitions",
            "quiz_drafts", "experiments", "plans", "plan_limits",
            "vehicles", "vehicle_costs", "vehicle_documents",
            "vehicle_services", "vehicle_states", "conversion_settings", "conversion_senders",
            "ad_accounts", "campaign_costs", "daily_rates", "exchange_rates", "held_rates",
            "handover_terms", "media_items", "media_variants", "seller_settings", "accounting_settings",
            "stripe_settings", "message_settings", "message_texts", "analytics_views", "analytics_annotations",
            "analytics_queries",
            "alert_rules", "alert_firings", "analytics_events",
            "api_key_settings", "insight_alerts", "insight_reports_sent", "insight_watches", "brand_images",
            "webhook_endpoints", "calendar_feeds", "imported_calendars", "channels",
            "price_suggestion_settings", "invoice_numbering", "phone_channels", "phone_templates",
        ),
        COMPANY,
    ),
    **dict.fromkeys(
        ("vehicle_reservations", "vehicle_events"),
        "the company's words about its vehicles; bookings by reference",
    ),
    **dict.fromkeys(
        ("invoices",), "kept by law as issued; the copy has them, test_payments/test_personal_data.py looks"
    ),
    **dict.fromkeys(
        (
            "accounting_exports", "accounting_export_sources", "invoice_counters", "invoice_starts",
            "journal_entries",
            "bookings.agreed_terms",
        ),
        "figures, and codes of ours",
    ),
    **dict.fromkeys(
        ("stripe_events", "online_payments.session_id", "online_payments.intent_id"), "ids that Stripe drew"
    ),
    **dict.fromkeys(
        (
            "admins", "admin_invitations", "admin_sessions", "api_keys", "audit_log", "cash_transfers",
            "custom_roles", "support_sessions", "tills",
        ),
        STAFF,
    ),
    "insight_subscriptions": STAFF,
    **dict.fromkeys(
        (
            "operators", "operator_attempts", "operator_audit_log", "operator_recovery_codes",
            "operator_sessions",
        ),
        "someone who runs the installation; their log names companies, never people",
    ),
    "company_moves": "which cluster a company's rows are on, and which operator asked for it",
    **dict.fromkeys(
        ("company_invitations", "company_sign_ups", "sign_up_attempts"),
        "someone who wants to rent out cars; removed after days",
    ),
    **dict.fromkeys(
        ("announcements", "announcement_companies", "announcement_deliveries"),
        "what operators wrote to all owners alike, without names",
    ),
    **dict.fromkeys(
        (
            "admin_challenges", "admin_password_resets", "admin_recovery_codes", "admin_second_factors",
            "affiliate_sessions", "affiliate_password_resets", "public_write_counts", "sign_in_failures",
            "payment_writes", "online_payments.token_hash",
            "message_unsubscribes.email_hash",
            "affiliates.password_hash", "bookings.ip_hash", "idempotency_keys.body_hash",
            "reviews.digest", "reviews.media_references",
            "car_holds", "handover_records.request_hash", "agreement_signatures.facts_hash",
            "agreement_signatures.digest", "media_files.digest",
            "mail_counts", "translation_counts", "media_parts", "media_removals", "analytics_view_links",
            "usage_days", "usage_warnings",
            "company_exports", "invoice_drafts.content_hash",
        ),
        HASH,
    ),
    **dict.fromkeys(
        (
            "booking_bill_to.country", "invoice_drafts.language",
            "affiliates.language", "affiliates.status", "booking_events.actor", "booking_events.from_status",
            "booking_events.note", "booking_events.to_status", "bookings.language", "booking_changes.kind",
            "customer_actions.kind", "customer_actions.document",
            "booking_notes.kind", "bookings.source", "handover_records.kind", "handover_records.language",
            "handover_records.terms_version", "handover_pictures", "media_files.content_type",
            "agreement_signatures.language", "booking_assignees.kind",
            "vehicle_fines.kind", "vehicle_fines.state", "vehicle_fines.currency", "vehicle_fines.charged_currency",
            "reviews.state", "reviews.language", "reviews.hidden_reason", "reviews.picture",
            "proposed_lines.kind", "proposed_lines.state", "vehicle_damages.kind", "personal_info_drafts.state",
            "booking_notes.kind", "bookings.source", "personal_info_drafts.state",
            "online_payments.purpose", "online_payments.state", "online_payments.pending",
            "online_payments.currency", "online_refunds",
            "customer_events.kind", "customers.language",
            "bookings.attribution_method", "bookings.consent_state", "bookings.currency",
            "bookings.display_currency", "bookings.dropoff_location", "bookings.insurance_code",
            "bookings.pickup_location", "bookings.review_reasons", "bookings.service_codes", "bookings.status",
            "click_records.consent_state", "commission_entries.kind", "commission_holds.reason",
            "commission_payouts.currency", "commissions.currency", "outbox_messages.kind",
            "phone_consents.channel", "phone_consents.source", "phone_messages.channel", "phone_messages.state",
            "phone_messages.occasion", "phone_messages.day", "phone_messages.provider_id",
            "message_unsubscribes.reason", "outbox_messages.outcome", "outbox_messages.once_key",
            "journey_events.step", "journey_events.device", "journey_events.language",
            "quiz_sessions.consent_state", "quiz_sessions.device", "quiz_sessions.language",
            "quiz_sessions.country", "journey_events.country", "warehouse_erasures.kind",
            # Answers are chosen from the company's list and stored with its texts; written ones are in the details.
            "quiz_answers.question_id", "quiz_answers.value", "quiz_answers.question_text",
            "quiz_answers.answer_text",
            "quiz_question_views", "quiz_sessions.quiz_version",
            # Ids of events and their objects.
            "webhook_deliveries", "webhook_attempts",
        ),
        CODE,
    ),
    **dict.fromkeys(
        (
            "bookings.attributed_session_id", "bookings.reference", "click_records.session_id",
            "booking_touches.session_id", "journey_events.session_id", "quiz_sessions.session_id",
            "quiz_answers.session_id",
            "warehouse_erasures.subject",
        ),
        KEY,
    ),
    "vehicle_fines.reference": "the authority's number of a notice, which the company answers for",
    **dict.fromkeys(("conversion_events", "conversion_requests"), "what Google answered about an order id"),
}  # fmt: skip

# Tables with the person's rows; a text is planted in each of their other columns.
ROWS = {
    "affiliates": f"email = '{EMAIL}'",
    "booking_bill_to": "booking_id = %(booking)s",
    "invoice_drafts": "booking_id = %(booking)s",
    "booking_changes": "booking_id = %(booking)s",
    "booking_events": "booking_id = %(booking)s",
    "booking_notes": "booking_id = %(booking)s",
    "bookings": "id = %(booking)s",
    "click_records": f"session_id = '{SESSION}'",
    "commission_entries": "kind = 'refused' and booking_id = %(referred)s",
    "commission_payouts": "id = %(payout)s",
    "commission_reversals": "payout_id = %(payout)s",
    "commissions": "promo_code = %(code)s",
    "agreement_signatures": "booking_id = %(booking)s",
    "handover_records": "booking_id = %(booking)s",
    "booking_details": "booking_id = %(booking)s",
    "customer_actions": "booking_id = %(booking)s",
    "customer_contacts": f"email_key = '{EMAIL}'",
    "customer_events": "customer_id = %(customer)s",
    "customer_notes": "customer_id = %(customer)s",
    "customers": "id = %(customer)s",
    "idempotency_keys": "booking_id = %(booking)s",
    "journey_events": f"visit_id = '{VISIT}'",
    "ip_visits": f"ip_address = '{ADDRESS}'",
    "journal_notes": "entry_id in (select id from journal_entries where booking_id = %(booking)s)",
    "online_payments": "booking_id = %(booking)s",
    "outbox_messages": f"payload ->> 'customerEmail' = '{EMAIL}'",
    "personal_info_drafts": f"payload ->> 'customerEmail' = '{EMAIL}'",
    "phone_consents": f"phone = '{NUMBER}'",
    "phone_messages": "booking_id = %(booking)s",
    "promo_codes": "code = %(code)s",
    "proposed_lines": "booking_id = %(booking)s",
    "reviews": "booking_id = %(booking)s",
    "vehicle_damages": "booking_id = %(booking)s",
    "vehicle_fines": "booking_id = %(booking)s",
    "quiz_sessions": f"session_id = '{SESSION}'",
    "quiz_answers": f"session_id = '{SESSION}'",
}
# These columns identify the person or must match other tables: their existing value is the planted text.
EXISTING_VALUES = {
    "affiliates.email": EMAIL,
    "bookings.customer_email": EMAIL,
    # The key follows the number.
    "bookings.customer_phone": NUMBER,
    "bookings.phone_key": NUMBER,
    "phone_consents.phone": NUMBER,
    "customer_contacts.email_key": EMAIL,
    "click_records.ip_address": ADDRESS,
    "ip_visits.ip_address": ADDRESS,
    "bookings.promo_code": "%(code)s",
    "commissions.promo_code": "%(code)s",
    "promo_codes.code": "%(code)s",
}
AS_JSON = {
    "booking_changes.after": "jsonb_build_object('customerName', %(text)s::text)",
    "booking_changes.before": "jsonb_build_object('customerName', %(text)s::text)",
    "customer_events.after": "jsonb_build_object('name', %(text)s::text)",
    "customer_events.before": "jsonb_build_object('name', %(text)s::text)",
    "bookings.price_lines": "jsonb_set(price_lines, '{0,label}', to_jsonb(%(text)s::text))",
    "click_records.browser_storage_support": "jsonb_build_object(%(text)s::text, true)",
    "agreement_signatures.content": "jsonb_build_object(%(text)s::text, true)",
    "agreement_signatures.signature": "jsonb_build_array(%(text)s::text)",
    "handover_records.accessories": "jsonb_build_array(%(text)s::text)",
    "handover_records.signature": "jsonb_build_array(%(text)s::text)",
    "quiz_answers.details": "jsonb_build_object('text', %(text)s::text)",
    "outbox_messages.payload": "jsonb_set(payload, '{customerName}', to_jsonb(%(text)s::text))",
    "personal_info_drafts.payload": "jsonb_set(payload, '{bookingDetails,selectedCar}', to_jsonb(%(text)s::text))",
}


async def pay_and_bill(owner: httpx.AsyncClient, booking: str) -> None:
    """A payment with a note, and the company that invoices are issued to."""
    paid = await owner.post(
        f"/api/admin/bookings/{booking}/payments", json={"amount": 1, "method": "card", "note": "x"}
    )
    assert paid.is_success, paid.text
    company = {"name": "x", "address": "x"}
    billed = await owner.put(f"/api/admin/bookings/{booking}/bill-to", json=company)
    assert billed.is_success, billed.text
    draft = {"revision": 0, "language": "en", "orderNumber": "x", "note": "x", "billTo": company}
    saved = await owner.put(f"/api/admin/bookings/{booking}/invoice-draft", json=draft)
    assert saved.is_success, saved.text


def write_messages(query_admin_sql: AdminSql, tenant: str, booking: str) -> None:
    """Messages from and to the person, and their consent; an opt-out would outlive the erasure."""
    query_admin_sql(
        "insert into customer_actions (tenant_id, id, booking_id, kind, created_at)"
        " values (%s, %s, %s, 'message', now())",
        tenant, new_id(), booking,
    )  # fmt: skip
    query_admin_sql("update bookings set customer_phone = %s where id = %s", NUMBER, booking)
    query_admin_sql(
        "insert into phone_consents (tenant_id, channel, phone, is_opted_in, source, changed_at)"
        " values (%s, 'sms', %s, true, 'desk', now())",
        tenant, NUMBER,
    )  # fmt: skip
    query_admin_sql(
        "insert into phone_messages (tenant_id, id, channel, phone, booking_id, body, state, reason, created_at,"
        " due_at, changed_at) values (%s, %s, 'sms', %s, %s, 'x', 'failed', 'x', now(), now(), now())",
        tenant, new_id(), NUMBER, booking,
    )  # fmt: skip


async def take_quiz(client: httpx.AsyncClient) -> None:
    start = {"sessionId": SESSION, "gclid": "click-of-planted"}
    assert (await client.post("/api/quiz/session/start", json=start, headers=PHONE)).status_code == 200
    answer = {"sessionId": SESSION, "answers": [{"questionId": "q1", "value": "leisure"}]}
    assert (await client.post("/api/quiz/answers", json=answer, headers=PHONE)).status_code == 200


async def live(
    client: httpx.AsyncClient, owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> dict[str, Any]:
    """Create the person as a customer with an unknown car and as a paid affiliate; returns their keys."""
    registered = await client.post(
        "/api/referrers/register",
        json={
            "name": "Planted Person", "email": EMAIL, "paypalEmail": EMAIL, "phone": "+995 555 014 285",
            "website": "https://planted.example", "notes": "x", "password": "correct horse battery",
            "confirmPassword": "correct horse battery",
        },
    )  # fmt: skip
    assert registered.status_code == 201, registered.text
    code = registered.json()["referrer"]["promoCode"]
    # Someone else's booking with the affiliate's code.
    other = BOOKING | {
        "customerEmail": "other@example.com",
        "promoCode": code,
        "quizSessionId": "",
        "gclid": "",
    }
    referred = await client.post("/api/bookings", json=other, headers=PHONE)
    assert referred.status_code == 201
    click = {"gclid": "click-of-planted", "sessionId": SESSION, "browserStorageSupport": {"cookies": True}}
    assert (await client.post("/api/gclid/save", json=click, headers=PHONE)).status_code == 200
    for table, moment in (("click_records", "created_at"), ("ip_visits", "visited_at")):
        query_admin_sql(
            f"update {table} set ip_address = '{ADDRESS}' where {moment} ="
            " (select max(created_at) from click_records)"
        )
    await take_quiz(client)
    visit = {"visitId": VISIT, "steps": [{"step": "quiz_start", "sessionId": SESSION}]}
    assert (await client.post("/api/journey", json=visit, headers=PHONE)).status_code == 200
    draft = {"firstName": "Planted", "lastName": "Person", "customerEmail": EMAIL,
             "bookingDetails": dict.fromkeys(DETAILS, "Not selected")}  # fmt: skip
    assert (await client.post("/api/personal-info-step", json=draft, headers=PHONE)).status_code == 200
    body = BOOKING | {
        "customerEmail": EMAIL,
        "carType": "My own car",
        "quizSessionId": SESSION,
        "gclid": "click-x",
    }
    headers = PHONE | {"idempotency-key": "key-of-planted"}
    booked = await client.post("/api/bookings", json=body, headers=headers)
    assert booked.status_code == 201, booked.text
    booking = booked.json()["bookingId"]
    note = await owner.post(f"/api/admin/bookings/{booking}/notes", json={"text": "x"})
    assert note.is_success, note.text
    shown = (await owner.get(f"/api/admin/bookings/{booking}")).json()["booking"]
    await pay_and_bill(owner, booking)
    query_admin_sql(
        "insert into online_payments (tenant_id, id, booking_id, purpose, state, currency, amount_minor, token_hash,"
        " url, created_at, expires_at, checked_at) select tenant_id, id, id, 'payment', 'open', 'EUR', 100, 'x', 'x',"
        " now(), now(), now() from bookings where id = %s",
        booking,
    )
    change = staff_rental(customerName="Planted Person", customerEmail=EMAIL, price="agreed", groupSize=3)
    changed = await owner.put(f"/api/admin/bookings/{booking}", json=change | {"seenAt": shown["updatedAt"]})
    assert changed.is_success, changed.text
    # Restores the unknown car.
    query_admin_sql("update bookings set car_id = null, car_name = 'My own car' where id = %s", booking)
    [(tenant,)] = query_admin_sql("select tenant_id from bookings where id = %s", booking)
    vehicle = new_id()
    query_admin_sql(
        "insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)"
        " select tenant_id, %s, id, 'PP-1', 'PP1', 'tbilisi', now(), now() from cars where tenant_id = %s limit 1",
        vehicle, tenant,
    )  # fmt: skip
    handover_things(query_admin_sql, tenant, booking, vehicle, NOW)
    query_admin_sql(
        "insert into vehicle_fines (tenant_id, id, vehicle_id, kind, happened_at, amount_minor, currency, booking_id,"
        " created_at) values (%s, %s, %s, 'fine', now(), 1, 'EUR', %s, now())",
        tenant, new_id(), vehicle, booking,
    )  # fmt: skip
    query_admin_sql(
        "insert into reviews (tenant_id, id, booking_id, author, rating, text, language, written_on, created_at)"
        " values (%s, %s, %s, 'x', 5, 'x', 'en', now(), now())",
        tenant, new_id(), booking,
    )  # fmt: skip
    query_admin_sql(
        "insert into booking_details (tenant_id, booking_id, updated_at) values (%s, %s, now())",
        tenant,
        booking,
    )
    write_messages(query_admin_sql, tenant, booking)
    page = await owner.get(f"/api/admin/bookings/{booking}")
    customer = page.json()["booking"]["customer"]["customerId"]
    noted = await owner.post(f"{CUSTOMERS}/{customer}/notes", json={"text": "x"})
    assert noted.is_success, noted.text
    listed = await owner.put(f"{CUSTOMERS}/{customer}/blacklist", json={"isBlacklisted": True, "reason": "x"})
    assert listed.is_success, listed.text
    payout = new_id()
    # Bypasses the ledger's checks, which are tested elsewhere.
    query_admin_sql("set session_replication_role = replica")
    query_admin_sql(
        "insert into commission_payouts (tenant_id, id, affiliate_id, currency, total_minor, paid_by, created_at,"
        " paypal_email) select a.tenant_id, %s, a.id, 'EUR', 100, d.id, now(), a.email from affiliates a"
        " join admins d using (tenant_id) where a.email = %s limit 1",
        payout, EMAIL,
    )  # fmt: skip
    query_admin_sql(
        "insert into commission_reversals (tenant_id, payout_id, reason, reversed_by, created_at)"
        " select tenant_id, id, 'x', paid_by, now() from commission_payouts where id = %s",
        payout,
    )
    query_admin_sql(
        "insert into commission_entries (tenant_id, booking_id, step, previous_step, affiliate_id, kind,"
        " amount_minor, was_void, was_paid, is_void, is_paid, created_at, reason, decided_by)"
        " select e.tenant_id, e.booking_id, 2, 1, e.affiliate_id,"
        " 'refused', e.amount_minor, false, false, true, false, now(), 'x', p.paid_by"
        " from commission_entries e join commission_payouts p on p.id = %s where e.booking_id = %s",
        payout, referred.json()["bookingId"],
    )  # fmt: skip
    query_admin_sql("reset session_replication_role")
    return {
        "booking": booking,
        "customer": customer,
        "payout": payout,
        "code": code,
        "referred": referred.json()["bookingId"],
    }


def plant(query_admin_sql: AdminSql, keys: dict[str, Any]) -> dict[str, str]:
    """Plant a text in every column not declared to hold none; returns the texts by column."""
    texts: dict[str, str] = {}
    unplaced = []
    for (place,) in query_admin_sql(COLUMNS):
        table = place.partition(".")[0]
        if table in NO_WORDS or place in NO_WORDS:
            continue
        if table not in ROWS:
            unplaced.append(place)
            continue
        if place in EXISTING_VALUES:
            texts[place] = EXISTING_VALUES[place] % keys
            continue
        texts[place] = f"planted {new_id().hex}"
        changed = plant_one(
            query_admin_sql, place, AS_JSON.get(place, "%(text)s"), keys | {"text": texts[place]}
        )
        assert changed, f"{place}: the person has no row"
    assert unplaced == [], (
        "say in NO_WORDS why they hold no person's words, or look and erase must reach them"
    )
    return texts


def plant_one(query_admin_sql: AdminSql, place: str, value: str, values: dict[str, Any]) -> bool:
    table, _, column = place.partition(".")
    statement = f"update {table} set {column} = {value} where {ROWS[table]} returning 1"
    names = [part.partition(")")[0] for part in statement.split("%(")[1:]]
    for name in names:
        statement = statement.replace(f"%({name})s", "%s", 1)
    return bool(query_admin_sql(statement, *(values[name] for name in names)))


def columns_containing(query_admin_sql: AdminSql, texts: list[str]) -> list[str]:
    """The columns of the whole database that contain one of the texts."""
    found = []
    for (place,) in query_admin_sql(COLUMNS):
        table, _, column = place.partition(".")
        looked = " or ".join([f"position(lower(%s) in lower({column}::text)) > 0"] * len(texts))
        if query_admin_sql(f"select 1 from {table} where {looked} limit 1", *texts):
            found.append(place)
    return found


async def test_what_can_hold_a_persons_words_is_looked_at_and_erased(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    keys = await live(client, owner_client, query_admin_sql)
    ledger = (
        "select earned_minor, voided_minor, paid_minor, payout_id from commission_entries order by 1, 2, 3"
    )
    figures = query_admin_sql(ledger), query_admin_sql("select total_minor from commission_payouts")
    planted = plant(query_admin_sql, keys)
    assert set(EXISTING_VALUES) | set(AS_JSON) <= set(planted)

    look = (await owner_client.post(f"{CUSTOMERS}/look", json={"email": EMAIL})).json()
    copy = await owner_client.post(f"{CUSTOMERS}/export", json={"email": EMAIL})
    shown = json.dumps(copy.json(), ensure_ascii=False)
    assert [place for place, text in planted.items() if text not in shown] == []

    erased = await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL})
    assert erased.status_code == 200, erased.text
    # Issued documents and payment figures are shown, and kept as tax law requires.
    assert look["kept"] == ["payments", "invoices"]
    counts = {kind: count for kind, count in look["counts"].items() if kind not in look["kept"]}
    assert erased.json()["counts"] == counts
    assert all(count > 0 for count in look["counts"].values()), look
    assert columns_containing(query_admin_sql, [*planted.values(), "planted person", "PLANTED"]) == [
        "invoices.data"
    ]
    assert (query_admin_sql(ledger), query_admin_sql("select total_minor from commission_payouts")) == figures


async def test_a_shared_campaign_stays_and_an_exclusive_one_is_erased(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for session, campaign in (
        ("quiz_theirs", "summer"),
        ("quiz_someone", "summer"),
        ("quiz_theirs_2", "for-maryam"),
    ):
        body = {
            "sessionId": session,
            "utmCampaign": campaign,
            "utmTerm": "suv",
            "gclid": f"click-of-{session}",
        }
        assert (await client.post("/api/quiz/session/start", json=body, headers=PHONE)).status_code == 200
        if session != "quiz_someone":
            booking = BOOKING | {"customerEmail": EMAIL, "quizSessionId": session, "gclid": ""}
            assert (await client.post("/api/bookings", json=booking, headers=PHONE)).status_code == 201
    assert (await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL})).status_code == 200
    rows = query_admin_sql(
        "select session_id, utm_campaign, utm_term from quiz_sessions where session_id like 'quiz_theirs%%'"
        " or session_id = 'quiz_someone' order by 1"
    )
    assert rows == [
        ("quiz_someone", "summer", "suv"),
        ("quiz_theirs", "summer", None),
        ("quiz_theirs_2", None, None),
    ]


# Columns readable by analytics that can hold personal text or ids. Erasing empties these columns (the test
# above), and the warehouse follows (analytics/tests/test_ingest/test_erasures.py).
READ_BY_ANALYTICS = {
    "bookings.car_name", "bookings.gbraid", "bookings.gclid", "bookings.wbraid",
    "click_records.gbraid", "click_records.gclid", "click_records.wbraid",
    "journey_events.page", "journey_events.link", "journey_events.label",
    "journey_events.utm_content", "journey_events.utm_term",
    "journey_events.utm_campaign", "journey_events.utm_medium", "journey_events.utm_source",
    "quiz_sessions.entry_path", "quiz_sessions.gbraid", "quiz_sessions.gclid", "quiz_sessions.utm_campaign",
    "quiz_sessions.utm_content", "quiz_sessions.utm_medium", "quiz_sessions.utm_source", "quiz_sessions.utm_term",
    "quiz_sessions.wbraid",
}  # fmt: skip


async def test_analytics_reads_no_other_column_that_can_hold_a_persons_words(
    query_admin_sql: AdminSql,
) -> None:
    readable = {
        place
        for (place,) in query_admin_sql(COLUMNS)
        if query_admin_sql(
            "select has_column_privilege('abano_reporting', %s, %s, 'select')", *place.split(".", 1)
        )
        == [(True,)]
    }
    words = {place for place in readable if place not in NO_WORDS and place.partition(".")[0] not in NO_WORDS}
    assert words == READ_BY_ANALYTICS
    # Of what someone works with there is nothing either.
    tables = {place.partition(".")[0] for place in readable}
    assert tables == {
        "booking_touches", "bookings", "click_records", "insight_subscriptions", "journey_events", "outbox_messages",
            "phone_messages",
        "quiz_answers", "quiz_definitions",
        "quiz_question_views",
        "quiz_sessions", "stripe_settings", "tenant_settings", "tenants", "vehicle_reservations", "vehicle_states",
        "warehouse_erasures",
    }  # fmt: skip
    # An event of Stripe names the account, which says whose it is.
    of_stripe = {place for place in readable if place.startswith("stripe_settings.")}
    assert of_stripe == {"stripe_settings.account_id"}
    # The worker looks there for companies that want reports.
    of_subscriptions = {place for place in readable if place.startswith("insight_subscriptions.")}
    assert of_subscriptions == {"insight_subscriptions.kind"}
