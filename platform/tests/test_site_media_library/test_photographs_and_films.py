"""What is kept and served of photographs and films: nothing of where they were taken."""

from collections.abc import Callable

import pytest
import pyvips
from media_steps import box, film, photograph

from abano.core.errors import InvalidInput
from abano.site.media_library.films import film_type, parse_link, without_place
from abano.site.media_library.photographs import WIDTHS, Crop, make_variants, read_original
from abano.site.media_library.service import read_upload


def test_a_photograph_is_upright_and_says_nothing_of_its_place() -> None:
    sent = photograph(turned=True)
    assert b"Exif" in sent
    kept = read_original(sent)
    assert (kept.width, kept.height) == (1504, 2400)
    image = pyvips.Image.new_from_buffer(kept.content, "")
    assert [name for name in image.get_fields() if name.startswith("exif")] == []
    for variant in make_variants(kept.content, None).variants:
        shown = pyvips.Image.new_from_buffer(variant.content, "")
        assert [name for name in shown.get_fields() if name.startswith("exif")] == []


def test_each_width_is_there_as_avif_and_webp_and_none_is_larger_than_the_original() -> None:
    prepared = make_variants(read_original(photograph()).content, None)
    assert prepared.widths == list(WIDTHS)
    sizes = {(each.content_type, each.width) for each in prepared.variants}
    assert sizes == {(kind, width) for kind in ("image/avif", "image/webp") for width in WIDTHS} | {
        ("image/jpeg", None)
    }
    for each in prepared.variants:
        if each.width is not None:
            assert pyvips.Image.new_from_buffer(each.content, "").width == each.width
    assert make_variants(read_original(photograph(800, 500)).content, None).widths == [480, 800]


def test_a_part_of_it_is_what_is_shown() -> None:
    prepared = make_variants(read_original(photograph(1000, 600)).content, Crop(500, 0, 500, 1000))
    assert (prepared.width, prepared.height) == (500, 600)


@pytest.mark.parametrize(
    "content", [b"", b"GIF89a" + bytes(99), b"\xff\xd8\xff" + bytes(99), b"%PDF-1.7", b"MZ"]
)
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_upload(content)
    assert refused.value.fields[0].field == "content"


def large_box(kind: bytes, content: bytes) -> bytes:
    return b"\0\0\0\1" + kind + (len(content) + 16).to_bytes(8, "big") + content


@pytest.mark.parametrize("make_box", [box, large_box])
def test_a_film_says_nothing_of_its_place_and_nothing_in_it_moves(
    make_box: Callable[[bytes, bytes], bytes],
) -> None:
    sent = film(make_box(b"udta", box(b"\xa9xyz", b"+41.7151+044.8271/")))
    assert film_type(sent) == "video/mp4"
    cleaned = without_place(sent)
    assert b"+41.7151" not in cleaned
    assert len(cleaned) == len(sent)
    assert cleaned.endswith(b"frames")
    assert read_upload(sent).content == cleaned


def element(name: bytes, *content: bytes) -> bytes:
    """An element of a WebM."""
    inside = b"".join(content)
    return name + (0x10000000 | len(inside)).to_bytes(4, "big") + inside


def webm(kind: bytes = b"\1") -> bytes:
    tracks = element(b"\x16T\xaek", element(b"\xae", element(b"\xd7", b"\1"), element(b"\x83", kind)))
    # A recording ends somewhere: its segment has no size.
    segment = b"\x18S\x80g\x01" + b"\xff" * 7 + tracks + element(b"\x1fC\xb6u", b"frames")
    return element(b"\x1aE\xdf\xa3", element(b"B\x82", b"webm")) + segment


def test_films_are_taken() -> None:
    assert read_upload(film()).content_type == "video/mp4"
    assert read_upload(webm()).content_type == "video/webm"


NESTED = film()
for _ in range(5_000):
    NESTED = box(b"moov", NESTED)


@pytest.mark.parametrize(
    "content",
    [
        film()[:24],
        film()[:-1],
        film(handler=b"soun"),
        box(b"ftyp", b"isom", bytes(4)) + box(b"mdat", b"frames"),
        box(b"ftyp", b"isom", bytes(4)) + NESTED,
        film() + box(b"free") * 100_000,
        webm()[:24],
        webm()[:-7],
        webm(b"\2"),
    ],
    ids=["its first bytes", "cut off", "sound", "no track", "too deep", "too many parts", "WebM's first bytes",
         "WebM cut off", "WebM sound"],
)  # fmt: skip
def test_a_film_without_video_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_upload(content)
    assert (refused.value.fields[0].field, refused.value.fields[0].sentence.code) == ("content", "no_video")


@pytest.mark.parametrize(
    ("address", "player"),
    [
        (
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4",
            "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0",
        ),
        ("https://youtu.be/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0"),
        (
            "https://m.youtube.com/shorts/dQw4w9WgXcQ",
            "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0",
        ),
        ("https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"),
    ],
)
def test_films_of_two_sites_are_known(address: str, player: str) -> None:
    link = parse_link(address)
    assert link is not None
    assert link.player == player


@pytest.mark.parametrize(
    "address",
    ["https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", "javascript:alert(1)", "https://youtu.be/<script>",
     "https://vimeo.com/about", "https://films.example/1.mp4", ""],
)  # fmt: skip
def test_no_other_address_is_a_film_of_theirs(address: str) -> None:
    assert parse_link(address) is None
