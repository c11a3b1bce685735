"""The public contract of a refusal."""

from typing import Annotated

from pydantic import Field

from abano.kit.api_model import ApiModel

# Random, made by the browser when consent is given.
ConsentId = Annotated[str | None, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
MOST_IDS = 50
# Postgres keeps no NUL in a text.
NO_NUL = r"^[^\x00]*$"
ClaimedId = Annotated[str, Field(min_length=1, max_length=200, pattern=NO_NUL)]


class RefusalIn(ApiModel):
    """What the browser knows of itself. ``click_ids`` are gclid, gbraid and wbraid values."""

    consent_id: ConsentId = None
    click_ids: Annotated[tuple[ClaimedId, ...], Field(max_length=MOST_IDS)] = ()
    session_ids: Annotated[tuple[ClaimedId, ...], Field(max_length=MOST_IDS)] = ()
    device_fingerprint: Annotated[str | None, Field(max_length=200, pattern=NO_NUL)] = None
