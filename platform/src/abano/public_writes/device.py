"""The device category of a user agent, for statistics only."""

from typing import Literal

Device = Literal["phone", "tablet", "desktop", "unknown"]


def device_of(user_agent: str) -> Device:
    """Phone, tablet or desktop by common keywords; unknown for an empty user agent."""
    text = user_agent.lower()
    if not text:
        return "unknown"
    if "ipad" in text or "tablet" in text or ("android" in text and "mobile" not in text):
        return "tablet"
    if "mobi" in text or "iphone" in text:
        return "phone"
    return "desktop"
