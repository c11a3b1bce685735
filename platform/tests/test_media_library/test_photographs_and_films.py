"""What is kept and served of photographs and films: nothing of where they were taken."""

import pytest
import pyvips
from media_steps import photograph

from abano.errors import InvalidInput
from abano.media_library.films import film_type, parse_link, without_place
from abano.media_library.photographs import WIDTHS, Crop, make_variants, read_original
from abano.media_library.uploads import read_upload


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


def box(kind: bytes, content: bytes) -> bytes:
    return (len(content) + 8).to_bytes(4, "big") + kind + content


def test_a_film_says_nothing_of_its_place_and_nothing_in_it_moves() -> None:
    place = box(b"udta", box(b"\xa9xyz", b"+41.7151+044.8271/"))
    film = box(b"ftyp", b"isom\0\0\0\0") + box(b"moov", box(b"trak", place) + place) + box(b"mdat", b"frames")
    assert film_type(film) == "video/mp4"
    cleaned = without_place(film)
    assert b"+41.7151" not in cleaned
    assert len(cleaned) == len(film)
    assert cleaned.endswith(b"frames")
    assert read_upload(film).content == cleaned


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
