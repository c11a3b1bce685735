"""The same cases as the booking form's."""

import json
from pathlib import Path

import pytest

from abano.core.email_address import likely_email

CASES = json.loads(Path(__file__).with_name("mail_domain_vectors.json").read_text())


@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_likely_address_of_mistyped_domain_is_the_providers(typed: str, expected: str | None) -> None:
    assert likely_email(typed) == expected
