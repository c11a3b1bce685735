"""The country of an address: of any kind of address, and of none."""

import pytest

from abano.web.public_writes import country_of


@pytest.mark.parametrize(
    ("address", "country"),
    [
        ("95.104.0.1", "GE"),
        ("8.8.8.8", "US"),
        ("2a02:8388::1", "AT"),
        ("127.0.0.1", None),
        ("10.1.2.3", None),
        ("fe80::1%eth0", None),
        ("no address", None),
        ("", None),
        (None, None),
    ],
)
def test_country(address: str | None, country: str | None) -> None:
    assert country_of(address) == country
