"""Codes of the product that describe cars; pages have their words in every language."""

from typing import Literal, get_args

CarCategory = Literal["economy", "sedan", "estate", "suv", "offRoad", "van", "premium"]
Equipment = Literal[
    "airConditioning",
    "appleCarPlay",
    "bluetooth",
    "cruiseControl",
    "diffLock",
    "heatedSeats",
    "isofix",
    "navigation",
    "parkingSensors",
    "rearCamera",
    "roofRails",
    "sunroof",
    "thirdRow",
    "towBar",
    "usb",
    "winterTyres",
]
EQUIPMENT = frozenset(get_args(Equipment))
