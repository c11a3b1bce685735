"""What a recording counts: the person's seconds by the model, the machine's by the clock, for each step."""

from typing import Any
from unittest.mock import Mock

import pytest
from loadtests.recordings.__main__ import line
from loadtests.recordings.recorder import KEY, POINT, THINK, TOUCH, Recording


@pytest.fixture
def page() -> Any:
    return Mock(screenshot=Mock(return_value=b""))


def test_seconds_belong_to_the_step_in_which_they_pass(page: Any) -> None:
    film = Recording("two-steps", page)
    film.act(5, Mock())
    film.step("Press")
    film.click(Mock())
    film.step("Write")
    film.type(Mock(), "four")
    film.click(Mock())
    # The machine answers at once.
    assert film.step_seconds == pytest.approx([THINK + POINT, 2 * POINT + 4 * KEY + THINK], abs=0.1)
    assert film.person_seconds == pytest.approx(5 + sum(film.step_seconds), abs=0.1)
    assert (film.taps, film.keys) == (3, 4)


def test_a_touch_is_quicker_than_a_pointer(page: Any) -> None:
    film = Recording("phone", page, touch=True)
    film.click(Mock())
    assert film.person_seconds == THINK + TOUCH


def test_a_row_lists_the_steps_with_their_seconds(page: Any) -> None:
    film = Recording("one-step", page)
    film.step("Look")
    film.act(12.4, Mock())
    assert line(film) == "| one-step | 12 s | 0 | 0 | 0.0 s | Look (12 s) |"


def test_nothing_done_is_no_film(page: Any, tmp_path: Any) -> None:
    with pytest.raises(ValueError, match="nothing was done"):
        Recording("empty", page).save(tmp_path)
