"""Schemas of roles."""

from datetime import datetime
from typing import Annotated, cast
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.accounts.access.models import CustomRole
from abano.accounts.access.rights import GRANTABLE, GrantableRight, Right, Role
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.text import clean

MAX_ROLE_NAME_LENGTH = 40
RoleName = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=MAX_ROLE_NAME_LENGTH),
]


class RoleRequest(ApiModel):
    name: RoleName
    rights: Annotated[list[GrantableRight], Field(min_length=1, max_length=len(GRANTABLE))]


class RoleChangeRequest(RoleRequest):
    """``revision``: of the role as it was read."""

    revision: Annotated[int, Field(ge=1, le=1_000_000_000)]


class BuiltInRoleOut(ApiModel):
    role: Role
    rights: list[Right]


class CustomRoleOut(ApiModel):
    """``people``: how many have this role or an invitation with it."""

    id: UUID
    name: str
    rights: list[GrantableRight]
    revision: int
    people: int
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, row: CustomRole, people: int) -> "CustomRoleOut":
        return cls(
            id=row.id,
            name=row.name,
            rights=cast(list[GrantableRight], row.rights),
            revision=row.revision,
            people=people,
            created_at=row.created_at,
            updated_at=row.updated_at,
        )


class RolesResponse(SuccessResponse):
    """``grantable``: what roles of one's own may contain. ``requires``: the right that comes with another one."""

    built_in: list[BuiltInRoleOut]
    roles: list[CustomRoleOut]
    grantable: list[GrantableRight]
    requires: dict[GrantableRight, GrantableRight]


class RoleResponse(SuccessResponse):
    role: CustomRoleOut
