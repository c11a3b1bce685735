"""The public contract of admin sign-in."""

from typing import Literal

from pydantic import Field

from abano.identity.service import Admin, Role
from abano.kit.api_model import ApiModel


class SignInRequest(ApiModel):
    email: str = Field(min_length=1, max_length=254)
    password: str = Field(min_length=1, max_length=200)


class AdminOut(ApiModel):
    email: str
    name: str
    role: Role

    @classmethod
    def of(cls, admin: Admin) -> "AdminOut":
        return cls(email=admin.email, name=admin.name, role=admin.role)


class SignInResponse(ApiModel):
    success: Literal[True] = True
    admin: AdminOut


class TenantOut(ApiModel):
    name: str
    slug: str
    timezone: str


class MeResponse(ApiModel):
    success: Literal[True] = True
    admin: AdminOut
    tenant: TenantOut


class Done(ApiModel):
    success: Literal[True] = True
