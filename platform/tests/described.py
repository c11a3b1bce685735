"""The API from its OpenAPI description, from which attacks on every endpoint are generated."""

import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import calendar_feed_steps
import calendar_import_steps
import channel_steps
import company_steps
import cost_steps
import httpx
import phone_steps
import price_suggestion_steps
import support_steps
import webhook_steps
from api_key_steps import API_KEY
from fleet_steps import COST, FINE, FINES
from insight_steps import EVENT, RULE
from loadtests.forms import booking_form
from review_steps import REVIEW, REVIEWS
from view_steps import QUERY
from yard_steps import RECORD, picture

from abano.core.config import Settings
from abano.main import create_app

Json = dict[str, Any]
SOURCES = Path(__file__).parents[2]
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
PICTURE = picture()
MESSAGE: Json = {"subject": "none", "heading": "none", "body": "none", "button": "none"}
STAFF_RENTAL: Json = {
    "car": "Subaru Forester", "pickupLocation": "tbilisi", "dropoffLocation": "batumi", "pickupDate": "2027-01-01",
    "pickupTime": "09:00", "returnDate": "2027-01-08", "returnTime": "09:00", "insuranceType": "minimum",
    "services": ["babySeat"], "driverAge": 36, "groupSize": 2,
    "manualLines": [{"label": "none", "amount": 10}], "discountPercent": 5,
}  # fmt: skip
OWN_RENTAL: Json = {
    key: STAFF_RENTAL[key]
    for key in (
        "pickupLocation", "dropoffLocation", "pickupDate", "pickupTime", "returnDate", "returnTime", "insuranceType",
        "services",
    )
}  # fmt: skip
# A body that each endpoint takes. A new endpoint with a body fails the attacks until it is given one here.
BODIES: dict[str, Json] = {
    **support_steps.BODIES,
    "POST /api/admin/company-data/deletion": {"companyName": "none", "currentPassword": "wrong"},
    "POST /api/admin/company-data/exports": {"currentPassword": "wrong"},
    "POST /api/admin/account/password": {"currentPassword": "wrong", "newPassword": "a password for no one"},
    "POST /api/admin/media/files": {"name": "car.jpg", "parts": ["ab" * 32]},
    "POST /api/admin/media/links": {"url": "https://youtu.be/dQw4w9WgXcQ"},
    "PUT /api/admin/media/{item_id}": {
        "title": "Golf", "altTexts": {"en": "A car"}, "focusX": 400, "focusY": 600,
        "crop": {"x": 0, "y": 0, "width": 500, "height": 500}, "posterId": None,
    },
    "PUT /api/admin/account/language": {"language": "de"},
    "PUT /api/admin/account/daily-email": {"hasDailyEmail": True},
    "POST /api/admin/account/second-factor": {"currentPassword": "wrong"},
    "POST /api/admin/account/second-factor/confirm": {"code": "123456"},
    "POST /api/admin/account/second-factor/disable": {"currentPassword": "wrong"},
    "POST /api/admin/account/second-factor/recovery-codes": {"currentPassword": "wrong"},
    "POST /api/admin/bookings": STAFF_RENTAL | {
        "customerName": "No one Known", "customerEmail": "unknown@example.com", "customerPhone": "1",
        "source": "phone", "note": "none", "reason": "none", "message": {"subject": "none", "body": "none"},
        "language": "en", "tell": True,
    },
    "POST /api/admin/bookings/quotes": STAFF_RENTAL | {
        "customerEmail": "unknown@example.com", "customerPhone": "1",
    },
    "POST /api/admin/bookings/{booking_id}/payments": {"amount": 10, "method": "card", "note": "none"},
    "PUT /api/admin/bookings/{booking_id}/cancellation-fee": {"amount": 0},
    "POST /api/admin/bookings/{booking_id}/refunds": {"amount": 10, "method": "card", "reason": "none"},
    "POST /api/admin/bookings/{booking_id}/deposits": {"amount": 10, "method": "card", "note": "none"},
    "POST /api/admin/bookings/{booking_id}/deposits/settlement": {
        "returned": 5, "kept": 5, "applied": 0, "method": "card", "reason": "none",
    },
    "POST /api/admin/bookings/{booking_id}/card-holds/{hold_id}/capture": {"amount": 10, "reason": "A scratch"},
    "POST /api/admin/bookings/{booking_id}/payment-links": {"purpose": "payment", "amount": 10, "sendEmail": True},
    "POST /api/admin/bookings/{booking_id}/invoices": {"total": 10, "email": True},
    "PUT /api/admin/bookings/{booking_id}/bill-to": {
        "name": "none", "address": "none", "country": "DE", "vatNumber": "DE136695976",
    },
    "PUT /api/admin/bookings/{booking_id}/invoice-draft": {
        "revision": 0, "language": "en", "dueOn": "2026-06-20", "orderNumber": "none", "note": "none",
        "billTo": {"name": "none", "address": "none", "country": "DE", "vatNumber": "DE136695976"},
    },
    "PUT /api/admin/invoice-numbering/{kind}": {
        "series": "RE", "format": "{series}{year}-{number:4}", "restartsYearly": True, "revision": 0,
    },
    "POST /api/admin/invoices/{invoice_id}/credit-note": {"reason": "none"},
    "POST /api/admin/tills": {"opening": 100},
    "POST /api/admin/tills/transfers": {
        "fromTill": None, "toTill": "00000000-0000-4000-8000-000000000000", "amount": 10, "movedOn": "2026-01-01",
        "note": "none",
    },
    "POST /api/admin/tills/transfers/{transfer_id}/reversal": {"reason": "none"},
    "POST /api/admin/tills/{till_id}/count": {"counted": 100, "reason": "none"},
    "POST /api/admin/tills/{till_id}/difference": {"reason": "none"},
    "POST /api/admin/accounting/exports": {"from": "2026-06-01", "to": "2026-06-09"},
    "PUT /api/admin/accounting/settings": {"chart": "skr04", "consultantNumber": 1001, "clientNumber": 1},
    "PUT /api/admin/seller": {
        "legalName": "none", "registrationNumber": "none", "taxId": "none", "address": "none", "bankAccount": "none",
        "vatPercent": 18, "vatRates": {"insurance": 5}, "vatByItem": {"babySeat": 5}, "footer": "none",
        "taxLabel": "none",
        "paymentTerms": {"en": "none"},
    },
    "PUT /api/admin/messages/settings": {
        "revision": 0, "switchedOff": ["thanks"], "reminderHour": 9, "thanksDays": 2,
        "reviewUrl": "https://example.com",
    },
    "PUT /api/admin/messages/texts/{occasion}/{language}": MESSAGE | {"revision": 0},
    "POST /api/admin/messages/texts/{occasion}/{language}/reset": {"revision": 1},
    "POST /api/admin/messages/texts/{occasion}/{language}/preview": MESSAGE,
    "POST /api/admin/translations": {"source": "en", "target": "ka", "texts": ["Full insurance"]},
    "POST /api/admin/messages/texts/{occasion}/{language}/test": MESSAGE,
    "PUT /api/admin/messages/reports-secret": {"secret": "a secret of no one"},
    **calendar_feed_steps.BODIES,
    **calendar_import_steps.BODIES,
    **channel_steps.BODIES,
    **price_suggestion_steps.BODIES,
    **phone_steps.BODIES,
    **webhook_steps.BODIES,
    "PUT /api/admin/stripe/options": {"offersHolds": True},
    "POST /api/admin/stripe/connection/return": {"state": "none"},
    "PUT /api/admin/stripe": {"secretKey": "sk_test_1234567890", "webhookSecret": "whsec_1234567890"},
    "PUT /api/admin/bookings/{booking_id}": STAFF_RENTAL | {
        "customerName": "No one Known", "customerEmail": "unknown@example.com", "customerPhone": "1",
        "seenAt": "2026-06-10T09:00:00Z", "price": "fresh", "reason": "none",
    },
    "POST /api/admin/bookings/{booking_id}/no-show": {"seenAt": "2026-06-10T09:00:00Z", "reason": "none"},
    "POST /api/admin/bookings/{booking_id}/emails": {"subject": "Hello", "body": "Hello"},
    "PUT /api/admin/bookings/{booking_id}/second-driver": {
        "secondDriver": {
            "name": "No one Known", "born": "1990-01-01", "licence": "none", "licenceExpiresOn": "2031-01-01",
        },
        "seenAt": None,
    },
    "POST /api/admin/bookings/{booking_id}/second-driver/fee": {"amount": 70},
    "POST /api/admin/bookings/{booking_id}/driver-documents": {
        "kind": "licence", "driver": "main", "content": PICTURE["content"],
    },
    "POST /api/admin/bookings/{booking_id}/driver-documents/{file_id}/deletion": {"reason": "none"},
    "POST /api/admin/bookings/{booking_id}/notes": {"text": "Hello"},
    "POST /api/admin/bookings/{booking_id}/status": {
        "fromStatus": "pending", "toStatus": "confirmed", "reason": "Hello",
    },
    "POST /api/admin/bookings/{booking_id}/step-back": {
        "fromStatus": "confirmed", "toStatus": "pending", "reason": "Hello",
    },
    "POST /api/admin/commissions/{booking_id}/refuse": {"reason": "By mistake"},
    "PUT /api/admin/conversions": {"conversionName": "Booking"},
    "PUT /api/admin/conversions/hashed-email": {"sendsHashedEmail": True},
    "PUT /api/admin/conversions/sender": {
        "accountId": "1234567890", "loginAccountId": "1234567890", "conversionActionId": "123456789", "keyFile": "{}",
    },
    "PATCH /api/admin/catalog/draft/{part}/{key}": {"revision": "none", "item": {"title": "none"}},
    "POST /api/admin/catalog/draft/{part}": {"item": {"code": "none", "name": "none"}},
    "POST /api/admin/catalog/draft/discard": {"items": [{"part": "cars", "key": "none"}]},
    "POST /api/admin/catalog/draft/publish": {
        "revision": "none", "note": "none", "day": "2027-01-01", "time": "06:00",
    },
    "POST /api/admin/catalog/versions/{number}/restore": {
        "items": [{"part": "cars", "key": "none"}], "to": "before",
    },
    "POST /api/admin/catalog/preview": {
        "carType": "Hyundai Elantra", "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi", "days": 7,
    },
    "POST /api/admin/catalog/import": {
        "format": "csv", "table": "places", "text": "code,name\ntbilisi,Tbilisi", "onlyCheck": True,
    },
    "POST /api/admin/currencies/rates": {"currency": "USD", "rate": "1.0940", "startsOn": "2026-06-11"},
    "PUT /api/admin/currencies/shown": {"currencies": ["GEL"]},
    "PUT /api/admin/currencies/daily": {"isOn": False},
    "POST /api/admin/currencies/held/{currency}": {"decision": "accept", "rate": "4.1"},
    "POST /api/admin/content/pages": {"slug": "none", "title": "none"},
    "PUT /api/admin/content/redirects": {"path": "/none", "target": "/booking"},
    "PATCH /api/admin/content/texts/{kind}": {"language": "en", "revision": 0, "parts": {"effective": "none"}},
    "POST /api/admin/content/texts/{kind}/publication": {"revision": 0},
    "POST /api/admin/content/texts/{kind}/return": {"version": 1},
    "POST /api/quiz/analytics/annotations": {"day": "2026-06-01", "text": "none"},
    "PUT /api/quiz/analytics/annotations/{annotation_id}": {"day": "2026-06-01", "text": "none"},
    "PUT /api/admin/ad-account": {"customerId": "1234567890", "managerId": "1234567890", "keyFile": "{}"},
    "POST /api/admin/campaign-costs": cost_steps.TYPED | {"currency": "EUR"},
    "POST /api/admin/campaign-costs/uploads": cost_steps.UPLOADED | {"source": "google", "onlyCheck": True},
    "POST /api/quiz/analytics/mail": {
        "adminId": "01975a3c-7c00-7000-8000-000000000001", "kind": "week", "query": "device=phone",
    },
    "POST /api/quiz/analytics/mail/test": {"span": "week", "query": "device=phone"},
    "PUT /api/quiz/analytics/watch": {"isOn": True},
    "POST /api/quiz/analytics/events": EVENT,
    "PUT /api/quiz/analytics/events/{event_id}": EVENT | {"revision": 1},
    "POST /api/quiz/analytics/alert-rules": RULE,
    "POST /api/quiz/analytics/alert-rules/preview": RULE,
    "PUT /api/quiz/analytics/alert-rules/{rule_id}": RULE,
    "POST /api/admin/analytics/queries": QUERY,
    "POST /api/admin/analytics/queries/run": {"sql": "select 1"},
    "POST /api/admin/analytics/queries/export": {"sql": "select 1", "format": "csv"},
    "PUT /api/admin/analytics/queries/{query_id}": QUERY,
    "PUT /api/quiz/analytics/alert-rules/{rule_id}/snooze": {"until": None},
    "POST /api/quiz/analytics/views": {"name": "none", "parameters": "year=2026", "isShared": True},
    "PUT /api/quiz/analytics/views/{view_id}": {"name": "none", "parameters": "year=2026", "isShared": True},
    "POST /api/quiz/analytics/views/{view_id}/links": {"days": 7},
    "POST /api/shared-figures": {"token": "none", "lang": "ka"},
    "PUT /api/admin/languages": {"languages": ["en", "ka"], "teamLanguage": "ru"},
    "PUT /api/admin/quiz/draft": {
        "revision": 0, "basedOn": "v1",
        "quiz": {"questions": [], "encouragements": [], "translations": {}, "sameQuestions": []},
    },
    "PUT /api/admin/quiz/written/{session_id}/{question_id}/follow-up": {"isDone": True},
    "POST /api/admin/quiz/publish": {"revision": 1, "note": "none", "isCurrent": False},
    "POST /api/admin/experiments": {
        "subject": "quiz", "name": "none",
        "arms": [{"version": "v1", "share": 50}, {"version": "none", "share": 50}], "days": 1,
        "promoteWinner": False,
    },
    **company_steps.BODIES,
    "POST /api/admin/customers/erase": {"email": "unknown@example.com"},
    "POST /api/admin/customers/export": {"email": "unknown@example.com"},
    "POST /api/admin/customers/look": {"email": "unknown@example.com"},
    "PUT /api/admin/customers/{customer_id}": {
        "name": "No one Known", "language": "en", "licenceNumber": "none", "licenceExpiresOn": "2031-01-01",
        "seenAt": "2026-06-10T09:00:00Z",
    },
    "POST /api/admin/customers/{customer_id}/notes": {"text": "none"},
    "PUT /api/admin/customers/{customer_id}/blacklist": {"isBlacklisted": True, "reason": "none"},
    "POST /api/admin/customers/{customer_id}/merge": {
        "otherId": "00000000-0000-4000-8000-000000000000", "onlyPlan": True,
    },
    "POST /api/admin/customers/{customer_id}/unmerge": {"eventId": "00000000-0000-4000-8000-000000000000"},
    "POST /api/admin/customers/{customer_id}/tell-apart": {"otherId": "00000000-0000-4000-8000-000000000000"},
    "POST /api/admin/invitations/accept": {
        "token": "none", "name": "No one", "password": "a password for no one",
    },
    "POST /api/admin/invitations/look": {"token": "none"},
    "POST /api/admin/login": {"email": "unknown@example.com", "password": "wrong"},
    "POST /api/admin/login/code": {"challenge": "none", "code": "123456"},
    "POST /api/admin/password-reset": {"email": "unknown@example.com"},
    "POST /api/admin/password-reset/confirm": {"token": "none", "password": "a password for no one"},
    "POST /api/admin/payouts/{payout_id}/reverse": {"reason": "By mistake"},
    # No name: one that another company gave a code is free here, and would then exist.
    "POST /api/admin/promo-codes": {
        "affiliateId": "00000000-0000-4000-8000-000000000000", "firstDay": "2026-06-11", "maximumUses": 3,
    },
    "PUT /api/admin/promo-codes/{code}": {"isActive": False, "lastDay": "2026-06-11"},
    "POST /api/admin/calendar/moves": {
        "bookingId": "00000000-0000-4000-8000-000000000000", "fromVehicleId": None,
        "toVehicleId": "00000000-0000-4000-8000-000000000000", "acceptOtherCar": False,
    },
    "PATCH /api/admin/leads/{lead_id}": {"state": "contacted"},
    "POST /api/admin/yard/bookings/{booking_id}/records": RECORD | {
        "note": "none", "accessories": [{"code": "keys", "label": "none", "count": 2}],
        "damages": [{"id": "5f0c6c0e-6d5c-4c57-9d2c-4b6a0c8f1a12", "kind": "dent", "x": 1, "y": 1, "note": "none"}],
    },
    "POST /api/admin/yard/bookings/{booking_id}/payments": {"amount": 10, "method": "card", "note": "none"},
    "POST /api/admin/yard/bookings/{booking_id}/costs": RECORD | {"kind": "return"},
    "PUT /api/admin/yard/records/{record_id}/pictures/{picture_id}": PICTURE,
    "POST /api/admin/bookings/{booking_id}/proposed-lines/{line_id}": {
        "decision": "accept", "amount": 10, "label": "none", "reason": "none",
    },
    "POST /api/admin/bookings/{booking_id}/proposed-lines/{line_id}/reversal": {"reason": "none"},
    "PUT /api/admin/handover/terms": {
        "fuelEighth": 12, "cleaning": 40, "damage": 200,
    },
    "PUT /api/admin/fleet/settings": {"availability": False, "turnRoundMinutes": 120},
    "POST /api/admin/vehicles": {
        "plate": "NONE-1", "car": "Subaru Forester", "year": 2020, "color": "none", "mileageKm": 10,
        "homeLocation": "tbilisi", "state": "in_service", "reason": "none",
    },
    "PUT /api/admin/vehicles/{vehicle_id}": {
        "plate": "NONE-2", "car": "Subaru Forester", "year": 2020, "color": "none", "mileageKm": 10,
        "homeLocation": "tbilisi", "state": "in_service", "reason": "none",
    },
    "POST /api/admin/vehicles/import": {"csv": "Plate,Car,Home location\nNONE-3,Subaru Forester,batumi"},
    "POST /api/admin/vehicles/{vehicle_id}/blocks": {
        "kind": "workshop", "title": "none", "startsAt": "2027-01-01T09:00:00Z", "endsAt": "2027-01-02T09:00:00Z",
    },
    "PUT /api/admin/vehicles/{vehicle_id}/blocks/{block_id}": {
        "startsAt": "2027-02-01T09:00:00Z", "endsAt": "2027-02-02T09:00:00Z",
    },
    "POST /api/admin/vehicles/{vehicle_id}/costs": COST,
    "PUT /api/admin/vehicle-costs/{cost_id}": COST,
    "PUT /api/admin/vehicle-costs/{cost_id}/receipt": PICTURE,
    "POST /api/admin/reviews": REVIEW,
    "POST /api/admin/reviews/import": {"csv": REVIEWS},
    "POST /api/admin/reviews/{review_id}/publish": {"revision": 1},
    "POST /api/admin/reviews/{review_id}/hide": {"revision": 1, "reason": "Spam"},
    "PUT /api/admin/reviews/{review_id}/answer": {"revision": 1, "answer": "Thank you"},
    "PUT /api/admin/reviews/{review_id}/picture": {"revision": 1, "pictureId": None},
    "POST /api/admin/fines": FINE,
    "POST /api/admin/fines/import": {"csv": FINES},
    "PUT /api/admin/bookings/{booking_id}/assignees": {"kind": "handover", "adminId": None},
    "POST /api/admin/fines/{fine_id}/charge": {"amount": 1, "handlingFee": 0},
    "POST /api/admin/fines/{fine_id}/keep": {"amount": 1},
    "POST /api/admin/fines/{fine_id}/reversal": {"reason": "none"},
    "PUT /api/admin/fines/{fine_id}/notice": PICTURE,
    "POST /api/admin/vehicles/{vehicle_id}/documents": {
        "kind": "insurance", "title": "none", "expiresOn": "2027-01-01",
    },
    "POST /api/admin/vehicles/{vehicle_id}/services": {
        "title": "none", "dueOn": "2027-01-01", "dueMileageKm": 10000,
    },
    "POST /api/admin/vehicles/{vehicle_id}/services/{service_id}/done": {
        "doneOn": "2027-01-01", "doneMileageKm": 10000,
    },
    "POST /api/admin/api-keys": API_KEY,
    "PUT /api/admin/api-keys/settings": {"maxDays": 400},
    "POST /api/admin/roles": {"name": "none", "rights": ["reports"]},
    "PUT /api/admin/roles/{role_id}": {"name": "none", "rights": ["reports"], "revision": 1},
    "POST /api/admin/users/invitations": {"email": "unknown@example.com", "role": "analyst"},
    "PATCH /api/admin/users/{user_id}": {"role": "analyst", "disabled": True},
    "POST /api/availability/holds": {
        "car": "Subaru Forester", "pickupDate": "2027-01-01", "pickupTime": "09:00", "returnDate": "2027-01-08",
        "returnTime": "09:00", "token": "none",
    },
    "POST /api/availability/holds/release": {"token": "none"},
    "POST /api/bookings": booking_form(
        customerName="No one Known", customerEmail="unknown@example.com", gclid="none",
        quizSessionId="none", deviceFingerprint="none",
    ),
    "POST /api/consent/ad-answers": {
        "consentId": "none", "clickIds": ["none"], "sessionIds": ["none"], "deviceFingerprint": "none",
        "adUserData": False, "adPersonalization": False,
    },
    "POST /api/consent/refusal": {
        "consentId": "none", "clickIds": ["none"], "sessionIds": ["none"], "deviceFingerprint": "none",
    },
    "POST /api/journey": {
        "visitId": "00000000-0000-4000-8000-000000000000", "steps": [{"step": "landing"}], "page": "none",
    },
    "POST /api/gclid/save": {
        "gclid": "unknown-click", "deviceFingerprint": "none", "domain": "none", "sessionId": "none",
        "referrer": "none", "userAgent": "none", "sourceUrl": "none",
    },
    "PUT /api/ip/excluded-ips": {"ips": ["192.0.2.7"]},
    "POST /api/personal-info-step": {
        "firstName": "No one", "lastName": "Known", "customerEmail": "unknown@example.com", "customerPhone": "1",
        "driverAge": "36", "groupSize": "2", "bookingDetails": {"selectedCar": "none"},
    },
    "POST /api/promo-codes/validate": {"promoCode": "NONE"},
    "POST /api/quiz/answers": {
        "sessionId": "none", "answers": [{"questionId": "q1", "value": "leisure", "sequence": 1}],
        "quizVersion": "v1",
    },
    "POST /api/my-booking/link": {"token": "none"},
    "POST /api/my-booking/agreement/signature": {
        "version": "none", "signerName": "Ada", "signature": RECORD["signature"],
    },
    "POST /api/reviews/own/link": {"token": "none"},
    "PUT /api/reviews/own": {"token": "none", "rating": 5, "text": "none", "author": "none", "language": "en"},
    "POST /api/payments/online": {"token": "none"},
    "POST /api/my-booking/sign-in": {"reference": "ABC-DEFG", "email": "unknown@example.com"},
    "POST /api/my-booking/quotes": OWN_RENTAL,
    "PUT /api/my-booking/rental": OWN_RENTAL | {"seenAt": "2026-06-10T09:00:00Z", "total": 10},
    "POST /api/my-booking/cancellation": {"cost": 0, "reason": "none"},
    "PUT /api/my-booking/details": {
        "flightNumber": "TK 386", "secondDriver": {"name": "No one Known", "born": "1990-01-01", "licence": "none"},
    },
    "PUT /api/my-booking/licences": {"content": PICTURE["content"], "isSecondDriver": False},
    "POST /api/my-booking/messages": {"text": "none"},
    "POST /api/quiz/question-view": {"sessionId": "none", "questionId": "q1", "quizVersion": "v1"},
    "POST /api/quiz/session/complete": {"sessionId": "none", "completionStatus": "completed"},
    "POST /api/quiz/session/start": {
        "sessionId": "none", "gclid": "none", "utmSource": "none", "utmCampaign": "none", "referrer": "none",
        "sourceUrl": "none", "entryPath": "/", "deviceFingerprint": "none", "userAgent": "none",
    },
    "POST /api/quotes": {
        "carType": "Subaru Forester", "days": 7, "promoCode": "NONE", "pickupLocation": "tbilisi",
        "dropoffLocation": "batumi", "insuranceType": "minimum",
    },
    "POST /api/recaptcha/verify": {"token": "none", "action": "none"},
    "POST /api/referrers/login": {"email": "unknown@example.com", "password": "wrong password"},
    "POST /api/referrers/password-reset": {"email": "unknown@example.com"},
    "POST /api/referrers/password-reset/confirm": {"token": "none", "password": "a password for no one"},
    "PUT /api/referrers/payout-address": {"paypalEmail": "unknown@example.com", "password": "wrong password"},
    "POST /api/referrers/register": {
        "name": "No one Known", "email": "unknown@example.com", "paypalEmail": "unknown@example.com",
        "phone": "1", "website": "https://example.com", "password": "a password for no one", "notes": "none",
    },
}  # fmt: skip
# What a call cannot do without in its query.
QUERIES: dict[str, dict[str, str]] = {
    "GET /api/availability": {
        "pickupDate": "2027-01-01", "pickupTime": "09:00", "returnDate": "2027-01-08", "returnTime": "09:00",
    },
    "GET /api/availability/days": {"from": "2027-01-01"},
    "GET /api/quiz/analytics/export": {"table": "sessions"},
}  # fmt: skip
# Words that a path takes where it takes no id.
WORDS = {
    "status": "paused",
    "kind": "clicks",
    "occasion": "confirmed",
    "language": "en",
    "provider": "generic",
    "channel": "whatsapp",
    "table": "cars",
}
# The same for endpoints where a word has another meaning.
WORDS_UNDER = {"/api/admin/content/texts/": {"kind": "terms-of-service"}}


@dataclass(frozen=True)
class Operation:
    """One kind of call. ``path_ids``: the path's parameters that name a thing; ``texts``: the query's.

    ``takes_uuids``: all of the path's ids are such by their description.
    """

    name: str
    method: str
    path: str
    path_ids: tuple[str, ...]
    takes_uuids: bool
    texts: tuple[str, ...]
    schema: Json | None

    @property
    def body(self) -> Json | None:
        if self.schema is None:
            return None
        assert self.name in BODIES, f"a new endpoint: say in {__name__}.BODIES what {self.name} takes"
        return BODIES[self.name]

    def url(self, **ids: object) -> str:
        here: dict[str, str] = next(
            (words for start, words in WORDS_UNDER.items() if self.path.startswith(start)), {}
        )
        words = WORDS | here | ids
        return self.path.format_map({key: quote(str(value), safe="") for key, value in words.items()})

    async def call(
        self, client: httpx.AsyncClient, *, body: Json | None = None, ids: Json | None = None, **more: Any
    ) -> httpx.Response:
        """Request as a browser on this host. Ids that are not given refer to nothing."""
        blank = dict.fromkeys(self.path_ids, "00000000-0000-4000-8000-000000000000")
        headers = {"origin": str(client.base_url).rstrip("/"), **more.pop("headers", {})}
        content: Json = {"json": body or self.body} if self.schema else {}
        url = self.url(**(blank | (ids or {})))
        more["params"] = QUERIES.get(self.name, {}) | (more.get("params") or {})
        return await client.request(self.method, url, headers=headers, **content, **more)


@cache
def description() -> Json:
    """The API's description, which the first of a run's workers computes for all."""
    folder = os.environ.get("PYTEST_DEBUG_TEMPROOT")
    if folder is None:
        return _computed()
    newest = max(path.stat().st_mtime_ns for path in SOURCES.glob("*/src/**/*.py"))
    file = Path(folder) / f"openapi-{newest}.json"
    with (Path(folder) / "openapi.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            file.write_text(json.dumps(_computed()), encoding="utf-8")
    found: Json = json.loads(file.read_text(encoding="utf-8"))
    return found


def _computed() -> Json:
    return create_app(Settings(database_url="postgresql://localhost/abano")).openapi()


@cache
def operations() -> tuple[Operation, ...]:
    return tuple(
        _operation(method.upper(), path, operation)
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
    )


def admins() -> Iterator[Operation]:
    """Operations that change data and require a signed-in admin."""
    for one in operations():
        if one.method in CHANGING and one.path.startswith(("/api/admin/", "/api/ip/")):
            yield one


def csv_operations() -> Iterator[Operation]:
    """Every spreadsheet export."""
    for one in operations():
        operation = description()["paths"][one.path][one.method.lower()]["responses"].get("200", {})
        is_csv = one.path.endswith(".csv") or "text/csv" in operation.get("content", {})
        # A query's file is another service's, which tests it.
        if is_csv and one.method == "GET":
            yield one


def fields(body: Json, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Paths of the texts in a body."""
    for key, value in body.items():
        if isinstance(value, str):
            yield (*at, key)
        elif isinstance(value, dict):
            yield from fields(value, (*at, key))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, str):
                    yield (*at, key, index)
                elif isinstance(item, dict):
                    yield from fields(item, (*at, key, index))


def replaced(body: Json, at: tuple[str | int, ...], value: object) -> Json:
    """The same body with another value at one path."""
    whole: Any = _copy(body)
    inner = whole
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return dict(whole)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def _operation(method: str, path: str, reported: Json) -> Operation:
    parameters = reported.get("parameters", [])
    content = reported.get("requestBody", {}).get("content", {})
    ids = [p for p in parameters if p["in"] == "path" and p["name"] not in WORDS]
    return Operation(
        name=f"{method} {path}",
        method=method,
        path=path,
        path_ids=tuple(p["name"] for p in ids),
        takes_uuids=all(p["schema"].get("format") == "uuid" for p in ids),
        texts=tuple(p["name"] for p in parameters if p["in"] == "query"),
        schema=content["application/json"]["schema"] if "application/json" in content else None,
    )
