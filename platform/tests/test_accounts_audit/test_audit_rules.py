"""What of a change the audit log keeps."""

from uuid import UUID

from abano.accounts.audit.rules import MAX_TEXT_LENGTH, changes, redacted


def test_only_what_differs_is_kept() -> None:
    before = {"role": "analyst", "name": "Nino", "disabled": False}
    after = {"role": "manager", "name": "Nino", "disabled": False}
    assert changes(before, after) == ({"role": "analyst"}, {"role": "manager"})


def test_what_was_added_has_no_before() -> None:
    assert changes({}, {"role": "owner"}) == ({}, {"role": "owner"})


def test_secrets_and_personal_data_are_noted_but_not_shown() -> None:
    changed = {
        "passwordHash": "$argon2id$…",
        "customer_email": "guest@example.com",
        "paypalEmail": "pay@example.com",
        "customerPhone": "+995 599 123456",
        "pickup": {"ip_address": "192.0.2.1", "city": "tbilisi"},
        "secretKey": None,
    }
    kept = redacted(changed)
    assert "example.com" not in str(kept)
    assert "599" not in str(kept)
    assert kept["pickup"] == {"ip_address": "redacted", "city": "tbilisi"}
    assert kept["secretKey"] is None


def test_a_changed_secret_still_shows_that_it_changed() -> None:
    assert changes({"password": "a"}, {"password": "b"}) == (
        {"password": "redacted"},
        {"password": "redacted"},
    )


def test_values_become_json_and_long_texts_are_cut() -> None:
    kept = redacted({"id": UUID(int=1), "label": "x" * 1000, "codes": ("a", "b")})
    assert kept["id"] == "00000000-0000-0000-0000-000000000001"
    assert len(str(kept["label"])) == MAX_TEXT_LENGTH + 1
    assert kept["codes"] == ["a", "b"]


def test_what_people_type_freely_is_not_kept() -> None:
    kept = redacted({"status": "cancelled", "reason": "Ada asked for it", "subject": "Dear Ada", "body": "…"})
    assert kept == {"status": "cancelled", "reason": "redacted", "subject": "redacted", "body": "redacted"}
