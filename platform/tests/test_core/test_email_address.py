"""What is decided of a plain address without the library is what the library decides."""

import pytest
from email_validator import EmailNotValidError, validate_email

from abano.core.email_address import check_email
from abano.core.errors import RefusedValue

LOCALS = (
    "a",
    "A.b-c_d+tag",
    "a..b",
    ".a",
    "a.",
    "",
    "o'brien",
    '"quo ted"',
    "a@b",
    "é",
    "x" * 64,
    "x" * 65,
    "-",
    "a b",
)
DOMAINS = (
    "example.com", "mail.example.co.uk", "EXAMPLE.com", "localhost", "example", "-a.com", "a-.com", "a_b.com",
    "a..com", "münchen.de", "xn--mnchen-3ya.de", "[127.0.0.1]", "test.invalid", "",
    f"{'d' * 63}.com", f"{'d' * 64}.com", ".".join(["d" * 60] * 3) + ".com",
    ".".join(["d" * 61] * 4) + ".com",
)  # fmt: skip


def is_valid(address: str) -> bool:
    try:
        validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        return False
    return True


@pytest.mark.parametrize("domain", DOMAINS)
def test_check_email_of_any_local_part_agrees_with_the_library(domain: str) -> None:
    refused = []
    for local in LOCALS:
        try:
            check_email(f"{local}@{domain}")
        except RefusedValue:
            refused.append(local)
    assert refused == [local for local in LOCALS if not is_valid(f"{local}@{domain}")]


@pytest.mark.parametrize("address", ["no one", "", "@", "a@b@example.com", "Ada <ada@example.com>"])
def test_check_email_of_no_plain_address_agrees_with_the_library(address: str) -> None:
    assert not is_valid(address)
    with pytest.raises(RefusedValue):
        check_email(address)
