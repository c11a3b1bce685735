"""Announcements for nodes of the accessibility tree, and nodes that must not be silent."""

from typing import Any

import pytest
from loadtests.recordings.screen_reader import NotUsable, words_of


def node(role: str, name: str, **more: Any) -> dict[str, Any]:
    properties = [{"name": key, "value": {"value": value}} for key, value in more.pop("states", {}).items()]
    values = {key: {"value": value} for key, value in more.items()}
    return {"role": {"value": role}, "name": {"value": name}, "properties": properties, **values}


def test_name_role_value_states_and_description_are_announced_in_this_order() -> None:
    field = node(
        "textbox", "Email  address", value="ada", description="Not right", states={"invalid": "true"}
    )
    assert words_of(field) == "Email address, textbox, ada, invalid, Not right"
    menu = node("combobox", "Pick up in", states={"expanded": False, "required": False})
    assert words_of(menu) == "Pick up in, combobox, not expanded"


@pytest.mark.parametrize("silent", [node("none", ""), node("generic", ""), node("button", " ")])
def test_a_control_without_announcement_is_a_dead_end(silent: dict[str, Any]) -> None:
    with pytest.raises(NotUsable):
        words_of(silent)
