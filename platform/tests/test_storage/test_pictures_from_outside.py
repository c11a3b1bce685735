"""Pictures whose few bytes ask for gigabytes are refused by their head, or by the limits of the process."""

from dataclasses import replace

import pytest
import pyvips

from abano.core.config import Settings
from abano.core.errors import InvalidInput
from abano.site.media_library import photographs
from abano.site.media_library.service import read_upload
from abano.storage import images
from abano.storage.service import Media
from abano.tenancy.directory.tenant import Tenant


def png(width: int, height: int, *, bands: int = 3, is_deep: bool = False) -> bytes:
    """Of one color: a few kilobytes."""
    image = pyvips.Image.black(width, height, bands=bands)
    if is_deep:
        image = image.cast("ushort").copy(interpretation="rgb16")
    content: bytes = image.pngsave_buffer(compression=9)
    return content


# What each asks for: 191 MB for four lines, 192 MB of four deep colors, and a side that no camera has.
BOMBS = (
    png(5_990_000, 4, bands=4, is_deep=True),
    png(4_000, 6_000, bands=4, is_deep=True),
    png(2, 60_000),
)


@pytest.mark.parametrize("bomb", BOMBS, ids=("wide", "deep", "high"))
def test_a_picture_is_refused_before_it_is_decoded(bomb: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyvips.Image, "thumbnail_image", None)
    for prepare in (images.prepare, read_upload):
        if prepare is read_upload and bomb is BOMBS[1]:
            continue  # within what the library takes
        with pytest.raises(InvalidInput) as refused:
            prepare(bomb)
        assert refused.value.sentence.code.endswith(("too_large", "too_long"))


def test_a_large_photograph_is_taken() -> None:
    assert images.prepare(png(6_000, 4_000)).width == images.MAX_STORED_SIDE
    assert photographs.read_original(png(8_900, 6_700)).width == photographs.MAX_SIDE


@pytest.mark.anyio
@pytest.mark.usefixtures("limited_processes")
async def test_what_takes_too_long_is_refused_and_does_not_stop_the_next(
    settings: Settings, georgia: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drawing whose filters passed the limits of their number; two hundred as a favicon blocked a core forever."""
    # Of ten, each of which the test would wait for.
    monkeypatch.setattr("abano.storage.service.LIMITS", replace(images.LIMITS, cpu_seconds=2))
    media = Media(settings)
    filters = "".join('<feMorphology operator="dilate" radius="400"/><feTurbulence/>' for _ in range(20))
    slow = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"><filter id="f" x="-9" y="-9" width="19"'
        f' height="19">{filters}</filter><rect width="1000" height="1000" filter="url(#f)"/></svg>'
    )
    with pytest.raises(InvalidInput) as refused:
        await media.read_outside_file(georgia.id, read_upload, slow.encode())
    assert refused.value.sentence.code == "file_too_complex"
    assert (await media.prepare(georgia.id, png(40, 30))).width == 40
