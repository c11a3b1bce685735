"""Files at addresses that were typed."""

import pytest

from abano.core.errors import InvalidInput
from abano.site.media_library.presentation import fetch_file

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1/a.jpg", "http://localhost/a.jpg", "http://[::1]/", "http://169.254.169.254/latest/meta-data/",
     "file:///etc/passwd", "ftp://example.com/a.jpg"],
)  # fmt: skip
async def test_private_networks_are_reached_by_no_name_and_no_redirect(address: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        await fetch_file(address, 1000)
    assert refused.value.sentence.code == "url_not_public"
    assert refused.value.fields[0].field == "url"
