"""The client IP, behind a configured number of proxies and with forged headers."""

import pytest

from abano.web.requests import client_ip


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "expected"),
    [
        ("203.0.113.7", [], 0, "203.0.113.7"),
        ("203.0.113.7", ["198.51.100.1"], 0, "203.0.113.7"),  # no one is trusted: the header is a claim
        ("10.0.0.1", ["203.0.113.7"], 1, "203.0.113.7"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.7"], 1, "203.0.113.7"),  # the client wrote 1.1.1.1 itself
        ("10.0.0.1", ["1.1.1.1", "203.0.113.7"], 1, "203.0.113.7"),  # as its own line
        ("10.0.0.1", ["203.0.113.7, 10.0.0.2"], 2, "203.0.113.7"),
        ("10.0.0.1", ["9.9.9.9, 203.0.113.7, 10.0.0.2"], 2, "203.0.113.7"),
        ("10.0.0.1", ["203.0.113.7"], 2, None),  # fewer entries than proxies: the setting is wrong
        ("10.0.0.1", [], 1, None),
        ("10.0.0.1", ["unknown"], 1, None),
        ("10.0.0.1", ["<script>"], 1, None),
        ("10.0.0.1", [""], 1, None),
        ("2001:db8::1", [], 0, "2001:db8::1"),
        ("10.0.0.1", ["2001:DB8:0:0::7"], 1, "2001:db8::7"),
        ("10.0.0.1", ["[2001:db8::7]:4711"], 1, "2001:db8::7"),
        ("10.0.0.1", ["203.0.113.7:4711"], 1, "203.0.113.7"),
        ("::ffff:203.0.113.7", [], 0, "203.0.113.7"),
        (None, [], 0, None),
    ],
)
def test_client_ip(peer: str | None, forwarded: list[str], proxies: int, expected: str | None) -> None:
    assert client_ip(peer, forwarded, proxies) == expected
