"""Client of the Google Ads API: what each campaign cost on each day.

Access belongs to the Google Cloud project of the key: developer tokens ended in September 2026, and none is sent.
See https://developers.google.com/google-ads/api/rest/common/search.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import httpx
import orjson

from abano.analytics.ad_costs.ads_report import MAX_NAME_LENGTH, CostLine
from abano.core.errors import Message, Sentence
from abano.core.money import round_half_up
from abano.core.public_ip import tls_context
from abano.marketing.conversions.google import (
    ANSWER_UNREADABLE,
    ANSWERED,
    GRANT,
    KEY_NOT_ACCEPTED,
    TOKEN_URL,
    UNREACHABLE,
    ServiceAccount,
)
from abano_shared.campaign_names import name_key

API_URL = "https://googleads.googleapis.com"
VERSION = "v26"
SCOPE = "https://www.googleapis.com/auth/adwords"
TIMEOUT_SECONDS = 30.0
MAX_PAGE_BYTES = 20_000_000
# Of 10,000 rows each.
MAX_PAGES = 5
MICROS_OF_MINOR = 10_000
MAX_MINOR = 100_000_000_000
MAX_COUNT = 1_000_000_000_000
MAX_RETRY_DELAY = timedelta(days=1)
QUERY = (
    "SELECT customer.currency_code, campaign.id, campaign.name, segments.date, metrics.impressions,"
    " metrics.clicks, metrics.cost_micros, metrics.conversions FROM campaign"
    " WHERE segments.date BETWEEN '{first}' AND '{last}'"
)
_DELAY = re.compile(r"(\d{1,9})(?:\.\d{1,9})?s")
_CURRENCY = re.compile(r"[A-Z]{3}")

ADS_NOT_PERMITTED = Message(
    "google_ads_not_permitted",
    "The service account has no access to this Google Ads account. Add its email in Google Ads under Access and"
    " security, or enter the manager account through which it has access.",
)
ADS_ACCOUNT_UNKNOWN = Message(
    "google_ads_account_unknown", "There is no Google Ads account with this customer ID."
)
ADS_ACCOUNT_INACTIVE = Message(
    "google_ads_account_inactive", "This Google Ads account is not active, or was closed."
)
ADS_MANAGER_ACCOUNT = Message(
    "google_ads_manager_account",
    "This is a manager account, which has no campaigns. Enter the customer ID of the account below it.",
)
ADS_API_OFF = Message(
    "google_ads_api_off",
    "The Google Ads API is turned off in the Google Cloud project of the key. Turn it on there.",
)
ADS_TEST_ACCESS = Message(
    "google_ads_test_access",
    "The Google Cloud project of the key may only read test accounts. Apply for Explorer access on its Google Ads"
    " API overview page.",
)
ADS_QUOTA = Message("google_ads_quota", "Google asks to read less often.")
ADS_TOO_MANY = Message(
    "google_ads_too_many", "This account has more than {lines, number} lines of campaigns and days."
)
ADS_REFUSED = Message("google_ads_refused", "Google refuses to report the costs: {reason}.")

# By Google's codes, the sentence that says what to do.
BY_CODE: Mapping[str, Message] = {
    "USER_PERMISSION_DENIED": ADS_NOT_PERMITTED,
    "NOT_ADS_USER": ADS_NOT_PERMITTED,
    "CUSTOMER_NOT_FOUND": ADS_ACCOUNT_UNKNOWN,
    "INVALID_CUSTOMER_ID": ADS_ACCOUNT_UNKNOWN,
    "CUSTOMER_NOT_ENABLED": ADS_ACCOUNT_INACTIVE,
    "REQUESTED_METRICS_FOR_MANAGER": ADS_MANAGER_ACCOUNT,
    "SERVICE_DISABLED": ADS_API_OFF,
    "PROJECT_DISABLED": ADS_API_OFF,
    "CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION": ADS_TEST_ACCESS,
    "DEVELOPER_TOKEN_NOT_APPROVED": ADS_TEST_ACCESS,
    "RESOURCE_EXHAUSTED": ADS_QUOTA,
    "RESOURCE_TEMPORARILY_EXHAUSTED": ADS_QUOTA,
    "OAUTH_TOKEN_INVALID": KEY_NOT_ACCEPTED,
    "OAUTH_TOKEN_EXPIRED": KEY_NOT_ACCEPTED,
    "OAUTH_TOKEN_REVOKED": KEY_NOT_ACCEPTED,
}
BY_STATUS: Mapping[int, Message] = {
    httpx.codes.UNAUTHORIZED: KEY_NOT_ACCEPTED,
    httpx.codes.FORBIDDEN: ADS_NOT_PERMITTED,
    httpx.codes.TOO_MANY_REQUESTS: ADS_QUOTA,
}


class CannotReadCosts(Exception):
    """``sentence`` is for the admin. ``retry_after``: as long as Google asks to wait at least."""

    def __init__(self, sentence: Sentence, retry_after: timedelta = timedelta(0)) -> None:
        super().__init__(sentence.text)
        self.sentence = sentence
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class AccountIds:
    """Ten digits each. ``login_customer_id``: the manager account through which the key has access."""

    customer_id: str
    login_customer_id: str | None


@dataclass(frozen=True, slots=True)
class CampaignDay:
    """A row of the answer."""

    campaign: str
    day: date
    currency: str
    micros: int
    clicks: int
    impressions: int
    conversions: Decimal


class GoogleAds:
    """Calls of the API. ``api_url``: another one is for tests, and has the URL of tokens, too."""

    def __init__(self, api_url: str = API_URL) -> None:
        self._api_url = api_url.rstrip("/")
        self._token_url = TOKEN_URL if self._api_url == API_URL else f"{self._api_url}/token"

    async def costs(
        self, account: ServiceAccount, ids: AccountIds, days: tuple[date, date], now: datetime
    ) -> list[CostLine]:
        """The costs of the days, both included, by campaign and day. Raises CannotReadCosts."""
        rows: list[CampaignDay] = []
        body = {"query": query(*days)}
        async with httpx.AsyncClient(verify=tls_context(), timeout=TIMEOUT_SECONDS) as client:
            try:
                headers = {"Authorization": f"Bearer {await self._sign_in(client, account, now)}"}
                if ids.login_customer_id:
                    headers["login-customer-id"] = ids.login_customer_id
                url = f"{self._api_url}/{VERSION}/customers/{ids.customer_id}/googleAds:search"
                for _ in range(MAX_PAGES):
                    content = await _post(client, url, headers, body)
                    page, token = await asyncio.to_thread(read_page, content)
                    rows += page
                    if not token:
                        return await asyncio.to_thread(cost_lines, rows)
                    body["pageToken"] = token
            except httpx.HTTPError as error:
                raise CannotReadCosts(UNREACHABLE(cause=type(error).__name__)) from error
        raise CannotReadCosts(ADS_TOO_MANY(lines=MAX_PAGES * 10_000))

    async def _sign_in(self, client: httpx.AsyncClient, account: ServiceAccount, now: datetime) -> str:
        assertion = await asyncio.to_thread(account.assertion, TOKEN_URL, now, SCOPE)
        answer = await client.post(self._token_url, data={"grant_type": GRANT, "assertion": assertion})
        if answer.is_server_error:
            raise CannotReadCosts(ANSWERED(status=str(answer.status_code)))
        token = _json(answer.content).get("access_token")
        if not answer.is_success or not isinstance(token, str):
            raise CannotReadCosts(KEY_NOT_ACCEPTED())
        return token


def query(first: date, last: date) -> str:
    """In Google's query language."""
    return QUERY.format(first=first.isoformat(), last=last.isoformat())


async def _post(
    client: httpx.AsyncClient, url: str, headers: Mapping[str, str], body: Mapping[str, str]
) -> bytes:
    async with client.stream("POST", url, headers=headers, json=body) as answer:
        content = b""
        async for part in answer.aiter_bytes():
            content += part
            if len(content) > MAX_PAGE_BYTES:
                raise CannotReadCosts(ANSWER_UNREADABLE())
        if not answer.is_success:
            raise failure(answer.status_code, content)
        return content


def read_page(content: bytes) -> tuple[list[CampaignDay], str]:
    """The rows of a page, and the token of the next one, empty on the last. Raises CannotReadCosts."""
    try:
        body = orjson.loads(content)
        rows = [_row(row) for row in body.get("results", [])]
        return rows, str(body.get("nextPageToken") or "")
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise CannotReadCosts(ANSWER_UNREADABLE()) from error


def _row(row: Mapping[str, Any]) -> CampaignDay:
    """Whole numbers come as text; what is zero may be left out."""
    metrics = row.get("metrics") or {}
    currency = str(row["customer"]["currencyCode"])
    name = str(row["campaign"].get("name") or row["campaign"]["id"]).replace("\0", "").strip()
    micros, clicks, impressions = (
        int(metrics.get(field) or 0) for field in ("costMicros", "clicks", "impressions")
    )
    conversions = round(Decimal(str(metrics.get("conversions") or 0)), 6)
    is_possible = (
        0 <= micros <= MAX_MINOR * MICROS_OF_MINOR
        and all(0 <= number <= MAX_COUNT for number in (clicks, impressions))
        and 0 <= conversions <= MAX_COUNT // 1000
    )
    if not is_possible or not _CURRENCY.fullmatch(currency) or not name:
        raise ValueError
    day = date.fromisoformat(str(row["segments"]["date"]))
    return CampaignDay(name[:MAX_NAME_LENGTH], day, currency, micros, clicks, impressions, conversions)


def cost_lines(rows: Iterable[CampaignDay]) -> list[CostLine]:
    """Added up by campaign and day, in minor units. Campaigns whose names are the same are one."""
    groups: dict[tuple[str, date, str], list[CampaignDay]] = {}
    for row in rows:
        groups.setdefault((name_key(row.campaign), row.day, row.currency), []).append(row)
    return [_line(group) for group in groups.values()]


def _line(group: Sequence[CampaignDay]) -> CostLine:
    first = group[0]
    micros = sum(row.micros for row in group)
    return CostLine(
        line=0,
        campaign=first.campaign,
        first_day=first.day,
        last_day=first.day,
        currency=first.currency,
        amount_minor=round_half_up(Decimal(micros) / MICROS_OF_MINOR),
        clicks=sum(row.clicks for row in group),
        impressions=sum(row.impressions for row in group),
        conversions=sum((row.conversions for row in group), Decimal(0)),
    )


def failure(status: int, content: bytes) -> CannotReadCosts:
    """What an answer that is no success says, by Google's codes. Its descriptions are not repeated."""
    codes: list[str] = []
    delay = timedelta(0)
    try:
        for detail in _json(content)["error"].get("details") or []:
            codes += [str(detail["reason"])] if "reason" in detail else []
            for error in detail.get("errors") or []:
                codes += [str(code) for code in error.get("errorCode", {}).values()]
                delay = max(delay, _delay_of(error))
    except (AttributeError, KeyError, TypeError, ValueError):
        codes = []
    known = next((BY_CODE[code] for code in codes if code in BY_CODE), BY_STATUS.get(status))
    if known is not None:
        return CannotReadCosts(known(), delay)
    if status == httpx.codes.BAD_REQUEST and codes:
        return CannotReadCosts(ADS_REFUSED(reason=codes[0][:100].replace("_", " ").lower()))
    return CannotReadCosts(ANSWERED(status=str(status)), delay)


def _delay_of(error: Mapping[str, Any]) -> timedelta:
    quota = (error.get("details") or {}).get("quotaErrorDetails") or {}
    found = _DELAY.fullmatch(str(quota.get("retryDelay") or ""))
    return min(timedelta(seconds=int(found[1])), MAX_RETRY_DELAY) if found else timedelta(0)


def _json(content: bytes) -> dict[str, Any]:
    try:
        body = orjson.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
