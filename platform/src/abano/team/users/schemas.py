"""Schemas of the console's sign-in, accounts and users."""

from datetime import datetime, timedelta
from typing import Annotated, Self, cast
from uuid import UUID

from pydantic import AfterValidator, Field

from abano.accounts.access.models import AdminInvitation, AdminRow, AdminSession
from abano.accounts.access.passwords import MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT
from abano.accounts.access.principals import Admin
from abano.accounts.access.rights import AnyRole, Right, in_order
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.email_address import normal_email
from abano.core.errors import Message, RefusedValue
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH, product_languages
from abano.core.text import clean

MAX_PASSWORD_LENGTH = 200
LANGUAGE_UNKNOWN = Message("language_unknown", "Please choose one of the languages of the console")
NAME_MISSING = Message("name_missing", "Please enter your name")


def _long_enough(password: str) -> str:
    if len(password) < MIN_PASSWORD_LENGTH:
        raise RefusedValue(PASSWORD_TOO_SHORT(min=MIN_PASSWORD_LENGTH))
    return password


def _some_name(name: str) -> str:
    if not (cleaned := clean(name)):
        raise RefusedValue(NAME_MISSING())
    return cleaned


Email = Annotated[str, Field(min_length=1, max_length=254), AfterValidator(normal_email)]
Password = Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD_LENGTH)]
# The minimum length has its own message; the API's description has it for the frontend.
NewPassword = Annotated[
    str,
    Field(max_length=MAX_PASSWORD_LENGTH, json_schema_extra={"minLength": MIN_PASSWORD_LENGTH}),
    AfterValidator(_long_enough),
]
Token = Annotated[str, Field(min_length=1, max_length=100)]
Code = Annotated[str, Field(min_length=1, max_length=40)]


class SignInRequest(ApiModel):
    email: Email
    password: Password


class AdminOut(ApiModel):
    """``language``: of the console, as chosen under the account's settings; null: not chosen.

    ``role_name``: of the company's own role, if ``role`` is ``custom``.
    """

    email: str
    name: str
    role: AnyRole
    role_name: str | None
    language: str | None

    @classmethod
    def of(cls, admin: Admin) -> Self:
        return cls.model_validate(admin, from_attributes=True)


class OwnSupportOut(ApiModel):
    """Of an operator who looks at the console to help."""

    reason: str
    expires_at: datetime
    may_change_drafts: bool


class OwnAccountOut(AdminOut):
    """``has_daily_email``: of the day's tasks. ``rights``: what this admin may do.

    ``support``: null for the company's own people.
    """

    has_daily_email: bool
    rights: list[Right]
    support: OwnSupportOut | None

    @classmethod
    def of(cls, admin: Admin) -> Self:
        return cls(
            email=admin.email,
            name=admin.name,
            role=admin.role,
            role_name=admin.role_name,
            language=admin.language,
            has_daily_email=admin.has_daily_email,
            rights=in_order(admin.rights),
            support=OwnSupportOut.model_validate(admin.support, from_attributes=True)
            if admin.support
            else None,
        )


def _product_language(language: str) -> str:
    if language not in product_languages():
        raise RefusedValue(LANGUAGE_UNKNOWN())
    return language


class LanguageRequest(ApiModel):
    """The language of the console and of one's emails; null: the team's."""

    language: Annotated[str, Field(max_length=MAX_LANGUAGE_LENGTH), AfterValidator(_product_language)] | None


class SignInResponse(SuccessResponse):
    """With ``challenge`` the sign-in is pending: it is sent with the code of the second step."""

    admin: AdminOut | None = None
    challenge: str | None = None


class CodeRequest(ApiModel):
    challenge: Token
    code: Code


class TenantOut(ApiModel):
    """``deletes_at``: when everything of a company that is being deleted will be removed.

    ``suspension_reason``: why an operator suspended it; null: it is not suspended.
    """

    name: str
    slug: str
    timezone: str
    deletes_at: datetime | None
    suspension_reason: str | None


class DailyEmailRequest(ApiModel):
    """Whether the day's tasks come by email each morning."""

    has_daily_email: bool


class MeResponse(SuccessResponse):
    admin: OwnAccountOut
    tenant: TenantOut


class Done(SuccessResponse):
    pass


class PasswordResetRequest(ApiModel):
    email: Email


class PasswordResetConfirmRequest(ApiModel):
    token: Token
    password: NewPassword


class InvitationLookRequest(ApiModel):
    token: Token


class InvitationLookResponse(SuccessResponse):
    """``role_name``: of the company's own role, if ``role`` is ``custom``."""

    email: str
    role: AnyRole
    role_name: str | None
    company: str


class AcceptInvitationRequest(ApiModel):
    token: Token
    name: Annotated[str, Field(max_length=120), AfterValidator(_some_name)]
    password: NewPassword


class PasswordChangeRequest(ApiModel):
    current_password: Password
    new_password: NewPassword


class PasswordProof(ApiModel):
    current_password: Password


class SessionOut(ApiModel):
    """One signed-in browser: ``ip_address`` and ``user_agent`` are those of its sign-in."""

    id: UUID
    signed_in_at: datetime
    expires_at: datetime
    ip_address: str | None
    user_agent: str
    is_current: bool

    @classmethod
    def of(cls, row: AdminSession, *, is_current: bool) -> "SessionOut":
        return cls(
            id=row.id,
            signed_in_at=row.created_at,
            expires_at=row.expires_at,
            ip_address=str(row.ip_address) if row.ip_address else None,
            user_agent=row.user_agent,
            is_current=is_current,
        )


class SessionsResponse(SuccessResponse):
    sessions: list[SessionOut]


class SecondFactorResponse(SuccessResponse):
    enabled: bool
    recovery_codes_left: int


class SecondFactorSetupResponse(SuccessResponse):
    """``uri`` is the otpauth URI, ``qr_svg`` the same as a QR code."""

    secret: str
    uri: str
    qr_svg: str


class FirstCodeRequest(ApiModel):
    code: Code


class RecoveryCodesResponse(SuccessResponse):
    codes: list[str]


class UserOut(ApiModel):
    id: UUID
    email: str
    name: str
    role: AnyRole
    role_id: UUID | None
    disabled: bool
    has_second_factor: bool
    created_at: datetime

    @classmethod
    def of(cls, row: AdminRow, *, has_second_factor: bool) -> "UserOut":
        return cls(
            id=row.id,
            email=row.email,
            name=row.name,
            role=cast(AnyRole, row.role),
            role_id=row.role_id,
            disabled=row.disabled_at is not None,
            has_second_factor=has_second_factor,
            created_at=row.created_at,
        )


class InvitationOut(ApiModel):
    id: UUID
    email: str
    role: AnyRole
    role_id: UUID | None
    created_at: datetime
    expires_at: datetime

    @classmethod
    def of(cls, row: AdminInvitation) -> "InvitationOut":
        return cls(
            id=row.id,
            email=row.email,
            role=cast(AnyRole, row.role),
            role_id=row.role_id,
            created_at=row.created_at,
            expires_at=row.expires_at,
        )


class UsersResponse(SuccessResponse):
    users: list[UserOut]
    invitations: list[InvitationOut]


class InviteRequest(ApiModel):
    """``role_id``: the company's own role, if ``role`` is ``custom``."""

    email: Email
    role: AnyRole
    role_id: UUID | None = None


class UserChangeRequest(ApiModel):
    """Fields that are left out are not changed. ``role_id``: the company's own role, if ``role`` is ``custom``."""

    role: AnyRole | None = None
    role_id: UUID | None = None
    disabled: bool | None = None


# Pure rules of sign-in: lifetimes.

SESSION_LIFETIME = timedelta(hours=12)
CHALLENGE_LIFETIME = timedelta(minutes=5)
INVITATION_LIFETIME = timedelta(days=7)
