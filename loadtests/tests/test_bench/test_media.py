"""The bench of photographs measures what visitors are sent."""

import pyvips
from loadtests.bench.media import jpegs_of, measure, photograph_of, scenes, time_figure


def test_photographs_are_made_of_scenes_and_are_as_hard_to_press_as_a_cameras() -> None:
    drawing = scenes()[0].read_bytes()
    made = photograph_of(drawing, 600)
    image = pyvips.Image.new_from_buffer(made, "")
    assert (image.width, image.bands) == (600, 3)
    # A drawing alone is pressed to a fraction of that.
    assert len(made) > 2 * len(pyvips.Image.thumbnail_buffer(drawing, 600).flatten().jpegsave_buffer(Q=90))
    assert made != photograph_of(drawing, 600, seed=2)
    assert [pyvips.Image.new_from_buffer(each, "").width for each in jpegs_of(made, [200, 400])] == [200, 400]


def test_every_kind_is_held_against_jpeg() -> None:
    figures = {figure.name: figure for figure in measure(scenes()[:1], width=480)}
    assert {"bytes, AVIF", "bytes, WebP"} <= {name for name, each in figures.items() if each.met is not None}
    assert figures["bytes, AVIF"].value < figures["bytes, WebP"].value < 1
    assert time_figure("x", 3.0, 1.5).ratio == "× 2.0"
