"""Channels and who can say that a number may be written to. Pure."""

from typing import Literal

Channel = Literal["whatsapp", "sms"]
CHANNELS: tuple[Channel, ...] = ("whatsapp", "sms")
Source = Literal["booking_form", "desk", "customer"]
