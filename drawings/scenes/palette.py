"""The palettes: the names are shared, the values are the tenant's brand."""

from __future__ import annotations

GEORGIA: dict[str, str] = {
    "ink": "#14302b",
    "pine": "#1d4a40",
    "slate": "#3b4a54",
    "stone": "#e9e1d5",
    "snow": "#fbfaf7",
    "accent": "#d9541e",
    "sky": "#dbe7ea",
    "ridge": "#b9c9c6",
    "sun": "#f6d3a4",
    "rock": "#b59a7d",
    "clay": "#b9694a",
    "wood": "#7d5a41",
    "rose": "#e2a58f",
    "grass": "#8f9c66",
    "moss": "#6a7a52",
    "water": "#8db1b3",
    "steppe": "#cfba86",
    "ash": "#a3a69d",
    "dune": "#a99260",
}

#: The alpine tenant: glacier blue, graphite and white with a raspberry accent under the same names.
ALPS: dict[str, str] = {
    "ink": "#18222c",
    "pine": "#274a63",
    "slate": "#46525d",
    "stone": "#e3e8ec",
    "snow": "#ffffff",
    "accent": "#c2204f",
    "sky": "#d8e9f4",
    "ridge": "#a9c5d8",
    "sun": "#f7dcc4",
    "rock": "#98a3ac",
    "clay": "#a2594f",
    "wood": "#7a5c48",
    "grass": "#87a37c",
    "rose": "#dfa59a",
    "moss": "#5f7d66",
    "water": "#7fb0c6",
}
