"""The console's changing calls: their preconditions and bodies."""

from typing import Any
from uuid import UUID, uuid4

import calendar_feed_steps
import calendar_import_steps
import channel_steps
import company_steps
import httpx
import phone_steps
import price_suggestion_steps
import pyotp
import support_steps
import webhook_steps
from access_places import BLOCK, SETTLEMENT
from api_key_steps import API_KEY, add_api_key
from console_people import PASSWORD, Person, add_person
from cost_steps import TYPED, UPLOADED, cost_things
from customer_rows import add_customer
from fleet_steps import COST, FINE, add_fine, add_lead, add_vehicle, staff_rental, vehicle_things
from insight_steps import insight_body, insight_things
from loadtests.forms import booking_form
from message_steps import add_own_text, add_sent_message
from payment_steps import audited_money, money_body
from product_fixtures import NOW, AdminSql
from review_steps import REVIEW, REVIEWS, add_review
from role_steps import ROLE, add_role
from service_account import KEY_FILE
from view_steps import NOTE, QUERY, VIEW, things_at
from webhook_steps import add_webhook
from yard_steps import RECORD, add_agreement, add_scan, add_second_driver, handover_things, picture

from abano.core.clock import FixedClock
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.storage.images import digest_of
from abano.tenancy.directory.tenant import Tenant

FACTOR = "/api/admin/account/second-factor"
PROOF = {"currentPassword": PASSWORD}
EMAIL = "ada@example.com"
# An unknown car is marked for review, and a paid click holds back a commission.
BOOKING = booking_form(customerEmail=EMAIL, dropoffLocation="tbilisi", carType="Lada Niva")
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>'
ANSWERS = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]
EXPERIMENT = {
    "subject": "quiz",
    "name": "Fewer questions",
    "arms": [{"version": "v1", "share": 50}, {"version": "v2", "share": 50}],
    "days": 7,
}
QUIZ = {"questions": [{"id": "first", "text": "First?", "options": ANSWERS}]}
MESSAGE = {"subject": "See you", "heading": "See you", "body": "Tomorrow"}
VEHICLE = {"plate": "AA-1", "car": "Subaru Forester", "homeLocation": "tbilisi"}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/quiz/analytics/annotations": NOTE,
    "PUT /api/quiz/analytics/annotations/{annotation_id}": NOTE | {"text": "Prices of autumn"},
    "POST /api/admin/analytics/queries": QUERY,
    "PUT /api/admin/analytics/queries/{query_id}": QUERY | {"name": "By device", "chart": None},
    "POST /api/quiz/analytics/views": VIEW,
    "PUT /api/quiz/analytics/views/{view_id}": VIEW | {"name": "July", "isShared": True},
    "POST /api/admin/company-data/deletion": PROOF | {"companyName": "Rent4x4"},
    "POST /api/admin/company-data/exports": PROOF,
    "PUT /api/admin/quiz/written/{session_id}/{question_id}/follow-up": {"isDone": True},
    **company_steps.BODIES,
    **support_steps.BODIES,
    "POST /api/admin/yard/bookings/{booking_id}/records": RECORD,
    "PUT /api/admin/yard/records/{record_id}/pictures/{picture_id}": picture(),
    "POST /api/admin/bookings/{booking_id}/proposed-lines/{line_id}": {"decision": "accept"},
    "POST /api/admin/bookings/{booking_id}/proposed-lines/{line_id}/reversal": {"reason": "By mistake"},
    "PUT /api/admin/messages/settings": {
        "revision": 0,
        "switchedOff": [],
        "reminderHour": 9,
        "thanksDays": 2,
    },
    "PUT /api/admin/messages/texts/{occasion}/{language}": {
        "subject": "See you",
        "heading": "See you",
        "body": "Tomorrow",
        "button": "Look",
        "revision": 0,
    },
    "POST /api/admin/messages/texts/{occasion}/{language}/reset": {"revision": 1},
    "PUT /api/admin/handover/terms": {
        "fuelEighth": 12,
        "cleaning": 40,
        "damage": 200,
    },
    "PATCH /api/admin/users/{user_id}": {"role": "analyst"},
    "POST /api/admin/media/files": {"name": "car.svg", "parts": [digest_of(DRAWING)]},
    "POST /api/admin/media/links": {"url": "https://youtu.be/dQw4w9WgXcQ"},
    "PUT /api/admin/media/{item_id}": {"title": "Another one"},
    "POST /api/admin/account/password": PROOF | {"newPassword": "an entirely new password"},
    "POST /api/admin/account/second-factor/disable": PROOF,
    "POST /api/admin/account/second-factor/recovery-codes": PROOF,
    "POST /api/admin/bookings/{booking_id}/emails": {"subject": "Hello", "body": "Hello"},
    "PUT /api/admin/bookings/{booking_id}/second-driver": {
        "secondDriver": {"name": "Charles Babbage", "born": "1991-12-26", "licence": "BAB 1791"},
        "seenAt": None,
    },
    "POST /api/admin/bookings/{booking_id}/second-driver/fee": {"amount": 70},
    "POST /api/admin/bookings/{booking_id}/driver-documents": {
        "kind": "licence",
        "driver": "main",
        "content": picture()["content"],
    },
    "POST /api/admin/bookings/{booking_id}/driver-documents/{file_id}/deletion": {"reason": "Blurred"},
    "POST /api/admin/bookings/{booking_id}/notes": {"text": "Hello"},
    "POST /api/admin/bookings/{booking_id}/status": {"fromStatus": "pending", "toStatus": "confirmed"},
    "POST /api/admin/bookings/{booking_id}/step-back": {
        "fromStatus": "confirmed",
        "toStatus": "pending",
        "reason": "By mistake",
    },
    "POST /api/admin/customers/erase": {"email": EMAIL},
    "POST /api/admin/customers/export": {"email": EMAIL},
    "POST /api/admin/commissions/{booking_id}/refuse": {"reason": "Booked by a colleague of the affiliate"},
    "POST /api/admin/payouts/{payout_id}/reverse": {"reason": "By mistake"},
    "PUT /api/admin/customers/{customer_id}": {"name": "Ada Byron", "seenAt": NOW.isoformat()},
    "POST /api/admin/customers/{customer_id}/notes": {"text": "Hello"},
    "PUT /api/admin/customers/{customer_id}/blacklist": {"isBlacklisted": True, "reason": "Hello"},
    "PUT /api/admin/promo-codes/{code}": {"isActive": False},
    "PUT /api/admin/ad-account": {"customerId": "1234567890", "keyFile": KEY_FILE},
    "POST /api/admin/campaign-costs": TYPED,
    "POST /api/admin/campaign-costs/uploads": UPLOADED | {"onlyCheck": False},
    "POST /api/admin/currencies/rates": {"currency": "USD", "rate": "1.0940"},
    "PUT /api/admin/currencies/shown": {"currencies": ["GEL"]},
    "PUT /api/admin/currencies/daily": {"isOn": False},
    "POST /api/admin/currencies/held/{currency}": {"decision": "accept", "rate": "4.1"},
    "POST /api/admin/content/pages": {"slug": "svaneti", "title": "Svaneti"},
    "PUT /api/admin/content/redirects": {"path": "/our-cars", "target": "/booking"},
    "PATCH /api/admin/content/texts/{kind}": {
        "language": "en",
        "revision": 1000,
        "parts": {"headline": "New"},
    },
    "POST /api/admin/content/texts/{kind}/return": {"version": 1},
    "PUT /api/admin/languages": {"languages": ["en", "ka"], "teamLanguage": "ru"},
    "POST /api/admin/api-keys": API_KEY,
    "PUT /api/admin/api-keys/settings": {"maxDays": 400},
    "POST /api/admin/roles": ROLE,
    "PUT /api/admin/roles/{role_id}": ROLE | {"name": "Auditor", "revision": 1},
    "POST /api/admin/users/invitations": {"email": "new@example.com", "role": "analyst"},
    "PUT /api/admin/conversions": {"conversionName": "Rental"},
    "PUT /api/admin/conversions/hashed-email": {"sendsHashedEmail": True},
    "PUT /api/admin/conversions/sender": {
        "accountId": "1234567890",
        "conversionActionId": "123456789",
        "keyFile": KEY_FILE,
    },
    "PUT /api/ip/excluded-ips": {"ips": ["198.51.100.7"]},
    "POST /api/admin/bookings": staff_rental(customerName="Ada Lovelace", source="phone"),
    "PUT /api/admin/bookings/{booking_id}": staff_rental(customerName="Ada Byron", price="fresh"),
    "POST /api/admin/vehicles": VEHICLE | {"plate": "NEW-1"},
    "POST /api/admin/vehicles/import": {"csv": "Plate,Car,Home location\nNEW-2,Subaru Forester,batumi"},
    "PUT /api/admin/vehicles/{vehicle_id}": VEHICLE | {"color": "red"},
    "POST /api/admin/vehicles/{vehicle_id}/costs": COST,
    "PUT /api/admin/vehicle-costs/{cost_id}": COST,
    "PUT /api/admin/vehicle-costs/{cost_id}/receipt": picture(),
    "POST /api/admin/reviews": REVIEW,
    "POST /api/admin/reviews/import": {"csv": REVIEWS},
    "POST /api/admin/reviews/{review_id}/publish": {"revision": 1},
    "POST /api/admin/reviews/{review_id}/hide": {"revision": 1, "reason": "Spam"},
    "PUT /api/admin/reviews/{review_id}/answer": {"revision": 1, "answer": "Thank you"},
    "PUT /api/admin/reviews/{review_id}/picture": {
        "revision": 1,
        "pictureId": "0198c0de-0000-7000-8000-000000000001",
    },
    "POST /api/admin/fines": FINE | {"plate": "FINED-2"},
    "POST /api/admin/fines/import": {
        "csv": "Plate,Date,Time,Amount,Currency,Kind\nFINED-1,2026-06-01,10:00,5,EUR,toll"
    },
    "POST /api/admin/fines/{fine_id}/charge": {"amount": 5, "handlingFee": 1},
    "POST /api/admin/fines/{fine_id}/keep": {"amount": 5},
    "POST /api/admin/fines/{fine_id}/reversal": {"reason": "Another customer"},
    "PUT /api/admin/fines/{fine_id}/notice": picture(),
    "POST /api/admin/vehicles/{vehicle_id}/documents": {"kind": "insurance", "expiresOn": "2027-01-01"},
    "POST /api/admin/vehicles/{vehicle_id}/services": {"title": "Oil", "dueOn": "2027-01-01"},
    "POST /api/admin/vehicles/{vehicle_id}/services/{service_id}/done": {
        "doneOn": "2027-01-01",
        "doneMileageKm": 1000,
    },
    "POST /api/admin/vehicles/{vehicle_id}/blocks": BLOCK | {"kind": "workshop", "title": "Brakes"},
    "PUT /api/admin/vehicles/{vehicle_id}/blocks/{block_id}": BLOCK,
    "PATCH /api/admin/leads/{lead_id}": {"state": "contacted"},
    "PUT /api/admin/bookings/{booking_id}/assignees": {"kind": "handover", "adminId": None},
    "POST /api/admin/bookings/{booking_id}/payments": {"amount": 5, "method": "card"},
    "POST /api/admin/yard/bookings/{booking_id}/payments": {"amount": 5, "method": "card"},
    "PUT /api/admin/bookings/{booking_id}/cancellation-fee": {"amount": 5},
    "POST /api/admin/bookings/{booking_id}/refunds": {"amount": 1, "method": "card", "reason": "By mistake"},
    "POST /api/admin/bookings/{booking_id}/deposits": {"amount": 1, "method": "card"},
    "POST /api/admin/bookings/{booking_id}/deposits/settlement": SETTLEMENT,
    "POST /api/admin/bookings/{booking_id}/card-holds/{hold_id}/capture": {"amount": 1, "reason": "x"},
    "POST /api/admin/bookings/{booking_id}/payment-links": {"purpose": "payment", "amount": 1},
    "POST /api/admin/bookings/{booking_id}/invoices": {"total": None},
    "PUT /api/admin/bookings/{booking_id}/bill-to": {"name": "Kontor GmbH"},
    "PUT /api/admin/bookings/{booking_id}/invoice-draft": {"revision": 0, "language": "en"},
    "PUT /api/admin/invoice-numbering/{kind}": {
        "series": "RE",
        "format": "{series}{year}-{number:4}",
        "restartsYearly": True,
        "revision": 0,
    },
    "POST /api/admin/invoices/{invoice_id}/credit-note": {"reason": "By mistake"},
    "POST /api/admin/tills": {"opening": 100},
    "POST /api/admin/tills/transfers/{transfer_id}/reversal": {"reason": "By mistake"},
    "POST /api/admin/tills/{till_id}/count": {"counted": 1, "reason": "By mistake"},
    "POST /api/admin/accounting/exports": {"from": "2026-06-01", "to": "2026-06-09"},
    "PUT /api/admin/accounting/settings": {"chart": "skr04", "consultantNumber": 1001, "clientNumber": 1},
    "PUT /api/admin/seller": {"legalName": "Abano LLC", "vatPercent": 18},
    "PUT /api/admin/stripe/options": {"offersHolds": True},
    "POST /api/admin/stripe/connection/return": {"state": "a state"},
    "PUT /api/admin/stripe": {"secretKey": "sk_test_1234567890", "webhookSecret": "whsec_1234567890"},
    **calendar_feed_steps.BODIES,
    **calendar_import_steps.BODIES,
    **channel_steps.BODIES,
    **price_suggestion_steps.BODIES,
    **phone_steps.BODIES,
    **webhook_steps.BODIES,
    "PUT /api/admin/quiz/draft": {"revision": 0, "quiz": QUIZ},
    "POST /api/admin/quiz/publish": {"revision": 1},
    "POST /api/admin/experiments": EXPERIMENT,
    "PUT /api/admin/fleet/settings": {"availability": True, "turnRoundMinutes": 90},
}


def fine_things(endpoint: str, sql: AdminSql, tenant: Tenant, booking: str) -> dict[str, Any]:
    """The vehicle of an imported file, or a fine for some vehicle."""
    named = {"POST /api/admin/fines/import": "FINED-1", "POST /api/admin/fines": "FINED-2"}
    plate = named.get(endpoint, uuid4().hex[:12])
    fine = add_fine(sql, tenant, add_vehicle(sql, tenant, plate), booking)
    if endpoint.endswith("/reversal"):
        sql(
            "update vehicle_fines set state = 'kept', charged_minor = amount_minor, charged_currency = currency,"
            " decided_at = created_at where id = %s",
            fine,
        )
    return {"fine_id": fine}


def yard_things(endpoint: str, sql: AdminSql, tenant: Tenant, booking: str, vehicle: UUID) -> dict[str, UUID]:
    """A return with its records; its line is decided where the call reverses that."""
    ids = handover_things(sql, tenant.id, booking, vehicle, NOW)
    if endpoint.endswith("{line_id}/reversal"):
        sql(
            "update proposed_lines set state = 'refused', decided_at = created_at where id = %s",
            ids["line_id"],
        )
    return ids


def driver_things(endpoint: str, sql: AdminSql, tenant: Tenant, booking: str) -> dict[str, UUID]:
    """A scan, a second driver with a fee, or an agreement to sign."""
    if endpoint.endswith("/agreement"):
        sql("update bookings set status = 'confirmed' where id = %s", booking)
    if endpoint == "DELETE /api/admin/bookings/{booking_id}/agreement":
        add_agreement(sql, tenant.id, booking, NOW)
    if endpoint.endswith("/second-driver/fee"):
        add_second_driver(sql, tenant.id, booking, NOW, fee=7_000)
    return {"file_id": add_scan(sql, tenant.id, booking, NOW)} if "{file_id}" in endpoint else {}


def things_of_the_day(endpoint: str, sql: AdminSql, tenant: Tenant, booking: str) -> dict[str, Any]:
    """A lead, a vehicle, and its records, where the path requires one."""
    ids = fine_things(endpoint, sql, tenant, booking) if "/fines" in endpoint else {}
    ids |= {
        name: add(sql, tenant)
        for name, add in (
            ("lead_id", add_lead),
            ("review_id", add_review),
            ("feed_id", calendar_feed_steps.add_feed),
            ("calendar_id", calendar_import_steps.add_calendar),
            ("channel_id", channel_steps.add_channel),
        )
        if f"{{{name}}}" in endpoint
    }
    if "{action_id}" in endpoint:
        ids["action_id"] = uuid4()
        sql(
            "insert into customer_actions (tenant_id, id, booking_id, kind, created_at)"
            " values (%s, %s, %s, 'message', %s)",
            tenant.id, ids["action_id"], booking, NOW,
        )  # fmt: skip
    ids |= driver_things(endpoint, sql, tenant, booking)
    if "{vehicle_id}" in endpoint or "{cost_id}" in endpoint:
        ids |= vehicle_things(tenant, sql, "Subaru Forester", "tbilisi")
    if any(each in endpoint for each in ("{record_id}", "{line_id}", "{damage_id}")):
        vehicle = ids.get("vehicle_id") or add_vehicle(sql, tenant, uuid4().hex[:12])
        ids |= yard_things(endpoint, sql, tenant, booking, vehicle)
    if "{picture_id}" in endpoint:
        ids["picture_id"] = uuid4()
    if "{webhook_id}" in endpoint:
        ids |= add_webhook(sql, tenant)
    if "{message_id}" in endpoint:
        ids["message_id"] = add_sent_message(sql, tenant, booking)
    if "{language}" in endpoint:
        ids |= {"occasion": "thanks", "language": "en"}
    if endpoint.endswith("/reset"):
        add_own_text(sql, tenant, "thanks", "en")
    if endpoint == "PUT /api/admin/messages/settings":
        sql("delete from message_settings")
    if endpoint == "DELETE /api/admin/messages/reports-secret":
        sql(
            "insert into message_settings (tenant_id, reminder_hour, thanks_days, events_secret, updated_at)"
            " values (%s, 9, 1, 'sealed', %s) on conflict (tenant_id) do update set events_secret = 'sealed'",
            tenant.id, NOW,
        )  # fmt: skip
    if endpoint.endswith("/records"):
        sql("update bookings set status = 'confirmed' where id = %s", booking)
    return ids


def rate_things(sql: AdminSql, tenant: Tenant) -> dict[str, Any]:
    """Daily rates, with one that needs a decision."""
    sql("insert into daily_rates (tenant_id, due_at) values (%s, %s) on conflict do nothing", tenant.id, NOW)
    sql(
        "insert into held_rates (tenant_id, currency, base_currency, rate, source, source_day, created_at)"
        " values (%s, 'GEL', %s, 4.1, 'rates.example', %s, %s) on conflict do nothing",
        tenant.id, tenant.currency, NOW, NOW,
    )  # fmt: skip
    return {"currency": "GEL"}


async def prepare(
    endpoint: str,
    owner: Person,
    visitor: httpx.AsyncClient,
    db: Database,
    tenant: Tenant,
    sql: AdminSql,
    clock: FixedClock,
) -> tuple[str, dict[str, Any]]:
    """Create the endpoint's preconditions; returns its path and body."""
    console = owner.client
    sql("update tenant_settings set is_open = true")
    sql("update tenants set deletes_at = null; delete from tenant_deletions")
    affiliate, visit, code = new_id(), new_id(), f"CODE{uuid4().hex[:12].upper()}"
    colleague, _ = await add_person(db, tenant, "manager")
    sql(
        "insert into affiliates (tenant_id, id, name, email, paypal_email, created_at)"
        " values (%s, %s, 'Affiliate', %s, 'pay@example.com', %s)",
        tenant.id, affiliate, f"{affiliate.hex}@example.com", NOW,
    )  # fmt: skip
    sql(
        "insert into promo_codes (tenant_id, code, affiliate_id, discount_basis_points, created_at)"
        " values (%s, %s, %s, 0, %s)",
        tenant.id, code, affiliate, NOW,
    )  # fmt: skip
    sql(
        "insert into ip_visits (tenant_id, id, ip_address, visited_at) values (%s, %s, '192.0.2.1', %s)",
        tenant.id, visit, NOW,
    )  # fmt: skip
    sql(
        "insert into admin_second_factors (tenant_id, admin_id, sealed_secret, confirmed_at, created_at)"
        " values (%s, %s, '', %s, %s)",
        tenant.id, colleague, NOW, NOW,
    )  # fmt: skip
    session = sql(
        "insert into admin_sessions (tenant_id, token_hash, admin_id, created_at, expires_at)"
        " values (%s, %s, %s, %s, %s + interval '1 hour') returning id",
        tenant.id, uuid4().bytes, owner.id, NOW, NOW,
    )  # fmt: skip
    rented = await visitor.post("/api/bookings", json=BOOKING | {"promoCode": code})
    sql("update bookings set status = 'completed' where id = %s", rented.json()["bookingId"])
    held = await visitor.post("/api/bookings", json=BOOKING | {"promoCode": code, "gclid": uuid4().hex})
    assert held.status_code == 201, held.text
    invited = await console.post(
        "/api/admin/users/invitations", json={"email": f"{uuid4().hex}@example.com", "role": "analyst"}
    )
    body = BODIES.get(endpoint, {})
    payout = None
    if "{payout_id}" in endpoint:
        assert (await console.post(f"/api/admin/pay-commission/{affiliate}")).status_code == 200
        payout = sql("select id from commission_payouts where affiliate_id = %s", affiliate)[0][0]
    await booking_steps(endpoint, console, held.json()["bookingId"])
    body = await factor_steps(endpoint, console, clock, body)
    if endpoint == "DELETE /api/admin/conversions/file-urls":
        assert (await console.post("/api/admin/conversions/file-urls")).status_code == 200
    ids = {
        "affiliate_id": affiliate,
        "key_id": add_api_key(sql, tenant.id, owner.id),
        "booking_id": held.json()["bookingId"],
        "invitation_id": invited.json()["id"],
        "role_id": add_role(sql, tenant.id) if "{role_id}" in endpoint else None,
        "payout_id": payout,
        "session_id": session[0][0],
        "status": "paused",
        "user_id": colleague,
        "visit_id": visit,
        "code": code,
        "kind": "invoice",
        "version": "v2",
    }
    ids |= things_of_the_day(endpoint, sql, tenant, held.json()["bookingId"]) | rate_things(sql, tenant)
    ids |= phone_steps.phone_things(endpoint, sql, tenant, held.json()["bookingId"])
    ids |= cost_things(endpoint, sql, tenant.id, NOW)
    if endpoint.endswith("/settings/commission"):
        # Payability of commissions belongs to the ledger: changing it would be a separate entry.
        sql("update tenant_settings set commission_payable_on = 'confirmation'")
    if endpoint.endswith("/settings/clock"):
        sql("update bookings set status = 'cancelled'")
    if any(part in endpoint for part in ("/brand/", "/setup/", "/domains")):
        ids |= await company_steps.prepare_company(endpoint, console, db, tenant, NOW)
    if endpoint == "PUT /api/admin/bookings/{booking_id}" or endpoint.endswith("/no-show"):
        body = body | {"seenAt": NOW.isoformat()}
    if endpoint.endswith("/cancellation-fee"):
        sql("update bookings set status = 'cancelled'")
    if endpoint.endswith("/no-show"):
        sql("update bookings set pickup_at = %s where id = %s", NOW, held.json()["bookingId"])
    body = await price_suggestion_steps.prepared(endpoint, console, sql, tenant) or body
    if any(part in endpoint for part in ("/quiz/", "/experiments", "/analytics/queries")):
        ids |= await quiz_things(endpoint, owner, tenant, sql)
        body = body or insight_body(endpoint, owner.id)
    body = vehicle_body(endpoint, sql, tenant, held.json()["bookingId"]) or body
    body = await deletion_body(endpoint, console, tenant) or body
    if endpoint == "DELETE /api/admin/quiz/draft":
        endpoint += "?revision=1"
    ids |= export_ids(endpoint, sql, tenant, owner.id) | await audited_money(
        endpoint, console, sql, held.json()["bookingId"], owner.id
    )
    return endpoint.partition(" ")[2].format_map(ids), money_body(endpoint, ids) or body


def vehicle_body(endpoint: str, sql: AdminSql, tenant: Tenant, booking: str) -> dict[str, Any]:
    """Where the body names a vehicle."""
    if endpoint == f"POST {calendar_import_steps.CALENDARS}":
        return BODIES[endpoint] | {"vehicleId": str(add_vehicle(sql, tenant, uuid4().hex[:12]))}
    if endpoint.endswith("/calendar/moves"):
        vehicle = str(add_vehicle(sql, tenant, uuid4().hex[:12]))
        return {"bookingId": booking, "fromVehicleId": None, "toVehicleId": vehicle, "acceptOtherCar": True}
    return {}


async def quiz_things(endpoint: str, owner: Person, tenant: Tenant, sql: AdminSql) -> dict[str, Any]:
    """For the quiz and its figures."""
    if "/quiz/written/" in endpoint:
        return add_written_answer(sql, tenant)
    if "/analytics/" not in endpoint:
        await quiz_steps(endpoint, owner.client, sql)
    ids = insight_things(sql, tenant.id, owner.id)
    if "{experiment_id}" in endpoint:
        ids["experiment_id"] = sql("select id from experiments")[0][0]
    return ids | await things_at(endpoint, owner.client)


def add_written_answer(sql: AdminSql, tenant: Tenant) -> dict[str, str]:
    """A contact that a visitor left in the quiz."""
    session = f"quiz_{uuid4().hex}"
    sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " values (%s, %s, 'v1', %s, %s)",
        tenant.id, session, NOW, NOW,
    )  # fmt: skip
    sql(
        "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
        " answered_at, details) values (%s, %s, 'contact', 'given', '?', 'Contact given', %s, '{\"name\": \"Ada\"}')",
        tenant.id, session, NOW,
    )  # fmt: skip
    return {"session_id": session, "question_id": "contact"}


async def factor_steps(
    endpoint: str, console: httpx.AsyncClient, clock: FixedClock, body: dict[str, Any]
) -> dict[str, Any]:
    """A second factor, confirmed unless the call does that; returns the call's body."""
    if not endpoint.startswith(f"POST {FACTOR}"):
        return body
    secret = (await console.post(FACTOR, json=PROOF)).json()["secret"]
    first = {"code": pyotp.TOTP(secret).at(clock.now())}
    if not endpoint.endswith("/confirm"):
        assert (await console.post(f"{FACTOR}/confirm", json=first)).status_code == 200
    return body or first


async def booking_steps(endpoint: str, console: httpx.AsyncClient, booking_id: str) -> None:
    """Earlier changes of the booking, where the call undoes one."""
    if endpoint.endswith("{booking_id}/restore"):
        path = f"/api/admin/commissions/{booking_id}/refuse"
        refused = await console.post(path, json={"reason": "Too hasty"})
        assert refused.status_code == 200, refused.text
    if endpoint.endswith("/step-back"):
        path = f"/api/admin/bookings/{booking_id}/status"
        assert (await console.post(path, json={"fromStatus": "pending", "toStatus": "confirmed"})).is_success


async def quiz_steps(endpoint: str, console: httpx.AsyncClient, sql: AdminSql) -> None:
    """No draft, one that can be published or discarded, or a version to restore."""
    sql("delete from experiments")
    sql("delete from quiz_drafts")
    sql("delete from quiz_definitions where version <> 'v1'")
    if "/draft" in endpoint and endpoint.startswith("PUT"):
        return
    body = {"revision": 0, "quiz": QUIZ}
    assert (await console.put("/api/admin/quiz/draft", json=body)).is_success
    if endpoint.endswith("/current") or "/experiments" in endpoint:
        kept = {"revision": 1, "isCurrent": False}
        assert (await console.post("/api/admin/quiz/publish", json=kept)).json()["version"] == "v2"
    if endpoint.endswith("/stop"):
        assert (await console.post("/api/admin/experiments", json=EXPERIMENT)).is_success


async def prepare_customer(
    endpoint: str, console: httpx.AsyncClient, tenant: Tenant, sql: AdminSql
) -> tuple[str, dict[str, Any]]:
    """Two customers, merged where the call undoes that."""
    customer, other = add_customer(sql, tenant), add_customer(sql, tenant, "Ada Byron")
    body = BODIES.get(endpoint, {"otherId": str(other)})
    if endpoint.endswith("/unmerge"):
        assert (await console.post(f"/api/admin/customers/{customer}/merge", json=body)).is_success
        event = sql("select id from customer_events where customer_id = %s", customer)[0][0]
        body = {"eventId": str(event)}
    return endpoint.partition(" ")[2].format_map({"customer_id": customer}), body


async def prepare_text(endpoint: str, console: httpx.AsyncClient) -> tuple[str, dict[str, Any]]:
    """The home page's texts with a draft, a page of the company's own, an old URL."""
    path, body, texts = endpoint.partition(" ")[2], BODIES.get(endpoint, {}), "/api/admin/content/texts"
    if endpoint.startswith("DELETE") and endpoint.endswith("/redirects"):
        assert (await console.put(path, json={"path": "/gone", "target": "/"})).is_success
        return f"{path}?path=/gone", body
    if endpoint == "DELETE /api/admin/content/texts/{kind}":
        page = {"slug": "batumi", "title": "Batumi"}
        assert (await console.post("/api/admin/content/pages", json=page)).is_success
        return path.format(kind="guide.batumi"), body
    if "{kind}" in path:
        draft = {"language": "en", "revision": 1000, "parts": {"subheadline": uuid4().hex}}
        saved = await console.patch(f"{texts}/landing", json=draft)
        assert saved.is_success, saved.text
        body = body or {"revision": saved.json()["revision"]}
    return path.format(kind="landing"), body


async def prepare_media(
    endpoint: str, console: httpx.AsyncClient, tenant: Tenant, sql: AdminSql
) -> tuple[str, dict[str, Any]]:
    """A video of the library, and the part of a drawing that will become another item."""
    item = new_id()
    sql(
        "insert into media_items (tenant_id, id, kind, state, title, film_site, film_id, created_at, updated_at)"
        " values (%s, %s, 'film_link', 'ready', '', 'vimeo', '76979871', %s, %s)",
        tenant.id, item, NOW, NOW,
    )  # fmt: skip
    assert (await console.put(f"/api/admin/media/parts/{digest_of(DRAWING)}", content=DRAWING)).is_success
    return endpoint.partition(" ")[2].format_map({"item_id": item}), BODIES.get(endpoint, {})


def export_ids(endpoint: str, sql: AdminSql, tenant: Tenant, owner: UUID) -> dict[str, Any]:
    """An export where the path names one, else none at all; a request of support where it is about one."""
    if "/support-access" in endpoint:
        support_steps.add_support(sql, tenant)
    sql("delete from company_exports")
    return {"export_id": add_export(sql, tenant, owner)} if "{export_id}" in endpoint else {}


def add_export(sql: AdminSql, tenant: Tenant, owner: UUID) -> UUID:
    """An empty one."""
    export_id = new_id()
    sql(
        "insert into company_exports (tenant_id, id, requested_by, requested_at, state, expires_at)"
        " values (%s, %s, %s, %s, 'ready', '2036-01-01')",
        tenant.id, export_id, owner, NOW,
    )  # fmt: skip
    return export_id


async def deletion_body(endpoint: str, console: httpx.AsyncClient, tenant: Tenant) -> dict[str, Any] | None:
    """The company is being deleted before it is kept, and not before it is deleted."""
    url, body = "/api/admin/company-data/deletion", PROOF | {"companyName": tenant.name}
    if url not in endpoint:
        return None
    if endpoint.startswith("DELETE "):
        assert (await console.post(url, json=body)).status_code == 201
        return None
    return body
