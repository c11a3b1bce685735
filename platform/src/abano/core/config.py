"""Settings from the environment. An unknown or invalid one prevents the start; the error names it."""

import json
import os
import re
from collections.abc import Mapping
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, Self
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)

from abano_shared.database_urls import split_database_url

PREFIX = "ABANO_"
DEVELOPMENT_SECRET = "development-only"  # noqa: S105 - refused in production, see check_production
# Read by the analytics service only; accepted here so that both can share an environment.
ANALYTICS_ONLY = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "WAREHOUSE_MEMORY_MB",
        "WAREHOUSE_CATALOG_URL",
        "INGEST_SECONDS",
    )
)


class BadSettings(Exception):
    """A setting is unknown or has a value that cannot be used."""


class ClusterSettings(BaseModel):
    """Addresses of a further Postgres, its roles and its analytics service."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    app_url: str
    reporting_url: str
    # Only for `abano worker --clusters` and `abano tenant move`; serving processes need none.
    owner_url: str = ""
    # As the role that moves companies, reachable from the other clusters; empty: owner_url.
    moves_url: str = ""
    analytics_url: str = ""
    # As the application role.
    replica_url: str = ""


class Settings(BaseModel):
    """All settings of platform and worker. Environment variables have the prefix ``ABANO_``."""

    model_config = ConfigDict(frozen=True)

    env: Literal["development", "production"] = Field("development", description="development or production")
    host: str = Field("127.0.0.1", description="Address the platform listens on")
    port: int = Field(8000, ge=1, le=65535, description="Port of the site, its API and the admin console")
    data_dir: Path = Field(Path("./var"), description="Folder for database, warehouse, mail and logs")
    database_url: str = Field(
        "", description="Postgres 15 or newer, as the owner of the schema; empty = embedded Postgres"
    )
    database_app_url: str = Field(
        "",
        description="The same database as the application role; empty = DATABASE_URL acting as abano_app,"
        " which production refuses",
    )
    database_reporting_url: str = Field(
        "",
        description="The same database as the reporting role; empty = DATABASE_URL acting as abano_reporting,"
        " which production refuses",
    )
    database_operator_url: str = Field(
        "",
        description="The same database as the operators' role, for the operator console and the sign-up of companies"
        " alone; empty = DATABASE_URL acting as abano_operator, which production refuses",
    )
    database_replica_url: str = Field(
        "",
        description="A streaming replica of it as the application role, for what the console reads; empty = none",
    )
    replica_lag_seconds: float = Field(
        5.0, ge=1, le=60, description="A replica that is further behind is not read from, in seconds"
    )
    clusters: dict[str, ClusterSettings] = Field(
        default_factory=dict,
        description="Further Postgres clusters that companies are placed on, as JSON: name to app_url, reporting_url,"
        " owner_url (for `abano worker --clusters`), moves_url (for moves, empty = owner_url), analytics_url",
    )
    database_moves_url: str = Field(
        "",
        description="The same database as the role that moves companies between clusters, reachable from the other"
        " clusters; empty = DATABASE_URL",
    )
    pool_size: int = Field(8, ge=1, le=200, description="Most database connections of one process and kind")
    pool_wait_seconds: float = Field(
        5.0, gt=0, le=600, description="How long a request waits for a free database connection before 503"
    )
    statement_seconds: float = Field(
        15.0, gt=0, le=600, description="How long one database statement of a request may take before 503"
    )
    task_statement_seconds: float = Field(
        600.0, gt=0, le=86_400, description="The same for background tasks and commands"
    )
    prepare_statements: bool = Field(
        True,
        description="Keep hot statements prepared; false behind a transaction pooler that does not carry them",
    )
    admin_email: str = Field(
        "", description="First owner of the seeded company; empty = owner@abano.localhost"
    )
    admin_password: SecretStr = Field(
        SecretStr(""), description="Password of that owner; empty = made at the first start and printed"
    )
    demo_fleet: bool = Field(
        True, description="Give the demo companies vehicles and a year of rentals when they are seeded"
    )
    operator_host: str = Field(
        "",
        description="Host of the operator console, such as operators.example.com, on which no company's site is"
        " served; empty = no operator console",
    )
    site_domain: str = Field(
        "",
        description="Domain of this installation, such as rent.example.com: a company gets its site at"
        " <slug>.rent.example.com; empty = operators enter a domain",
    )
    sign_up: Literal["off", "invitation", "open"] = Field(
        "off",
        description="Whether companies sign up on their own at https://SITE_DOMAIN/start: off, invitation (addresses"
        " that an operator invited) or open",
    )
    sign_up_bot_check_key: str = Field(
        "", description="Site key of reCAPTCHA for the sign-up of companies; empty = no bot check"
    )
    sign_up_bot_check_secret: SecretStr = Field(SecretStr(""), description="Secret of that key")
    drill: bool = Field(
        False, description="Look at restored data: no background tasks, nothing changes but sign-ins"
    )
    warehouse: str = Field(
        "",
        description="Warehouse file, or ducklake:… (analytics only); empty = warehouse.duckdb in DATA_DIR",
    )
    media: str = Field(
        "",
        description="Photographs and documents: a folder, or s3://bucket/path; empty = media in DATA_DIR",
    )
    media_company_mb: int = Field(
        5_000, ge=1, le=10_000_000, description="Most megabytes of photographs and documents of one company"
    )
    s3_endpoint: str = Field("", description="Object store as http(s)://host[:port]; empty = AWS")
    s3_region: str = Field("us-east-1", description="Region of the object store")
    s3_access_key: str = Field("", description="Key of the object store")
    s3_secret_key: SecretStr = Field(SecretStr(""), description="Secret of that key")
    secret_key: SecretStr = Field(
        SecretStr(DEVELOPMENT_SECRET),
        description="Key for signed links, at least 32 characters in production",
    )
    internal_secret: SecretStr = Field(
        SecretStr(DEVELOPMENT_SECRET),
        description="Shared by platform and analytics, at least 32 characters in production",
    )
    analytics_port: int = Field(
        8010,
        ge=1,
        le=65535,
        description="Port of the internal analytics service; `abano up` takes any free one unless it is set",
    )
    analytics_url: str = Field("", description="Where that service is; empty = this machine, ANALYTICS_PORT")
    worker_port: int = Field(
        8020,
        ge=1,
        le=65535,
        description="Port of the worker's health and metrics; `abano up` takes any free one unless it is set",
    )
    trusted_proxies: int = Field(
        0, ge=0, le=10, description="Proxies in front that append to X-Forwarded-For; 0 = none is believed"
    )
    smtp_url: str = Field(
        "",
        description="smtp://user:password@host:port or smtps://…; empty = mail is written to DATA_DIR/mail",
    )
    mail_from: str = Field(
        "Abano <bookings@abano.example>",
        description="Sender address of all mail, shown with the company's name",
    )
    callable_networks: str = Field(
        "",
        description="Networks that are not public and that companies' chats and links may lead to nonetheless,"
        " such as 10.20.0.0/16, separated by commas; empty = none",
    )
    domain_target: str = Field(
        "",
        description="Host that companies' own domains point to by CNAME, such as sites.example.com; empty = a TXT"
        " record alone proves whose a domain is",
    )
    rates_url: str = Field(
        "",
        description="Exchange rates for companies that follow them daily: the ECB's daily XML, or JSON with base,"
        " date and rates; empty = none",
    )
    stripe_api_url: str = Field(
        "https://api.stripe.com", description="Where Stripe's API is; another one is for tests alone"
    )
    stripe_connect_key: SecretStr = Field(
        SecretStr(""),
        description="Secret key of the platform's Stripe account, with which companies connect theirs in one step;"
        " empty = companies enter keys of their own",
    )
    stripe_connect_webhook_secret: SecretStr = Field(
        SecretStr(""),
        description="Signing secret of the platform's webhook for connected accounts, whose URL ends with"
        " /api/stripe/connect/events",
    )
    whatsapp_api_url: str = Field(
        "https://graph.facebook.com",
        description="Where WhatsApp's Cloud API is; another one is for tests alone",
    )
    twilio_api_url: str = Field(
        "https://api.twilio.com", description="Where Twilio's API is; another one is for tests alone"
    )
    google_ads_api_url: str = Field(
        "https://googleads.googleapis.com",
        description="Where the Google Ads API is; another one, with /token for sign-in, is for tests alone",
    )
    translation_service: Literal["", "deepl", "libretranslate"] = Field(
        "",
        description="Service that proposes translations of companies' texts: deepl or libretranslate; empty = none",
    )
    translation_url: str = Field(
        "",
        description="Where that service is; LibreTranslate needs it, DeepL's follows from the key",
    )
    translation_key: SecretStr = Field(
        SecretStr(""),
        description="Key of that service; DeepL needs one, LibreTranslate where it asks for one",
    )
    translation_daily_characters: int = Field(
        50_000, ge=10_000, le=100_000_000, description="Characters that a company may have translated a day"
    )
    apple_pass_type: str = Field(
        "",
        description="Pass type of Apple Wallet, such as pass.com.example.booking; empty = no passes",
    )
    apple_pass_team: str = Field("", description="Team of that pass type at Apple, ten letters and digits")
    apple_pass_certificate: str = Field(
        "", description="Certificate of that pass type: a PEM file, or its content"
    )
    apple_pass_key: SecretStr = Field(
        SecretStr(""), description="RSA key of that certificate: a PEM file, or its content"
    )
    apple_pass_key_password: SecretStr = Field(
        SecretStr(""), description="Password of that key; empty = it has none"
    )
    apple_pass_issuer: str = Field(
        "", description="Apple's intermediate certificate (WWDR) that issued it: a PEM file, or its content"
    )
    log_format: Literal["auto", "text", "json"] = Field("auto", description="auto = JSON in production")
    traces_url: str = Field(
        "",
        description="OpenTelemetry collector (OTLP over HTTP), such as http://localhost:4318; empty = none",
    )
    traces_ratio: float = Field(0.05, ge=0, le=1, description="Share of requests that are traced")
    sentry_dsn: SecretStr = Field(
        SecretStr(""), description="Where crashes are reported to, Sentry-compatible; empty = nowhere"
    )
    frontend_dir: Path = Field(Path("frontend/dist"), description="Folder of the built frontend")

    @field_validator(
        "database_url",
        "database_app_url",
        "database_reporting_url",
        "database_operator_url",
        "database_replica_url",
        "database_moves_url",
    )
    @classmethod
    def _is_postgres(cls, value: str) -> str:
        if value and split_database_url(value).scheme not in {"postgresql", "postgres"}:
            raise ValueError("must start with postgresql://")
        return value

    @field_validator("operator_host", "site_domain")
    @classmethod
    def _is_host(cls, value: str) -> str:
        if value and not re.fullmatch(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+", value):
            raise ValueError("must be a host in lowercase letters, without scheme and port")
        return value

    @field_validator("clusters", mode="before")
    @classmethod
    def _read_clusters(cls, value: object) -> object:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("clusters")
    @classmethod
    def _are_named(cls, value: dict[str, ClusterSettings]) -> dict[str, ClusterSettings]:
        if not all(re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) for name in value):
            raise ValueError("names are lowercase letters, digits and hyphens")
        return value

    @field_validator("smtp_url")
    @classmethod
    def _is_smtp(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in {"smtp", "smtps"}:
            raise ValueError("must start with smtp:// or smtps://")
        return value

    @field_validator("media")
    @classmethod
    def _is_folder_or_bucket(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme and (parts.scheme != "s3" or not parts.netloc):
            raise ValueError("must be a folder or s3://bucket/path")
        return value

    @field_validator("callable_networks")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        _networks(value)
        return value

    @field_validator(
        "traces_url",
        "stripe_api_url",
        "rates_url",
        "whatsapp_api_url",
        "twilio_api_url",
        "google_ads_api_url",
        "translation_url",
    )
    @classmethod
    def _is_http(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in {"http", "https"}:
            raise ValueError("must start with http:// or https://")
        return value

    @model_validator(mode="after")
    def _has_both_of_connect(self) -> Self:
        if bool(_given(self.stripe_connect_key)) != bool(_given(self.stripe_connect_webhook_secret)):
            raise ValueError(f"{PREFIX}STRIPE_CONNECT_KEY needs {PREFIX}STRIPE_CONNECT_WEBHOOK_SECRET")
        return self

    @model_validator(mode="after")
    def _can_sign_up(self) -> Self:
        if self.sign_up != "off" and not self.site_domain:
            raise ValueError(f"{PREFIX}SIGN_UP={self.sign_up} needs {PREFIX}SITE_DOMAIN")
        if self.site_domain and self.site_domain == self.operator_host:
            raise ValueError(f"{PREFIX}SITE_DOMAIN and {PREFIX}OPERATOR_HOST must differ")
        if bool(self.sign_up_bot_check_key) != bool(_given(self.sign_up_bot_check_secret)):
            raise ValueError(f"{PREFIX}SIGN_UP_BOT_CHECK_KEY needs {PREFIX}SIGN_UP_BOT_CHECK_SECRET")
        return self

    @model_validator(mode="after")
    def _can_translate(self) -> Self:
        if self.translation_service == "deepl" and not _given(self.translation_key):
            raise ValueError(f"{PREFIX}TRANSLATION_SERVICE=deepl needs {PREFIX}TRANSLATION_KEY")
        if self.translation_service == "libretranslate" and not self.translation_url:
            raise ValueError(f"{PREFIX}TRANSLATION_SERVICE=libretranslate needs {PREFIX}TRANSLATION_URL")
        return self

    @model_validator(mode="after")
    def _has_all_of_a_pass(self) -> Self:
        parts = ("team", "certificate", "key", "issuer")
        missing = [part for part in parts if not _given(getattr(self, f"apple_pass_{part}"))]
        if self.apple_pass_type and missing:
            raise ValueError(f"needs {PREFIX}APPLE_PASS_{missing[0].upper()}")
        return self

    @cached_property
    def is_production(self) -> bool:
        return self.env == "production"

    @cached_property
    def app_url(self) -> str:
        """Connection address of the application role."""
        return self.database_app_url or acting_as(self.database_url, "abano_app")

    @cached_property
    def reporting_url(self) -> str:
        """Connection address of the read-only reporting role."""
        return self.database_reporting_url or acting_as(self.database_url, "abano_reporting")

    @cached_property
    def operator_url(self) -> str:
        """Connection address of the operators' role."""
        return self.database_operator_url or acting_as(self.database_url, "abano_operator")

    @cached_property
    def analytics_base_url(self) -> str:
        return self.analytics_url.rstrip("/") or f"http://127.0.0.1:{self.analytics_port}"

    @cached_property
    def media_folder(self) -> Path:
        """Of photographs and documents, unless they are in a bucket."""
        return Path(self.media) if self.media else self.data_dir / "media"

    @cached_property
    def allowed_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """``callable_networks``, parsed."""
        return _networks(self.callable_networks)

    @cached_property
    def owner_email(self) -> str:
        """Sign-in of the seeded company's first owner."""
        return self.admin_email or "owner@abano.localhost"

    @cached_property
    def json_logs(self) -> bool:
        return self.log_format == "json" or (self.log_format == "auto" and self.is_production)

    def check_production(self) -> None:
        """Refuse settings that are only acceptable in development. Raises BadSettings."""
        if not self.is_production:
            return
        for name in ("secret_key", "internal_secret"):
            secret: SecretStr = getattr(self, name)
            if len(secret.get_secret_value()) < 32:
                raise BadSettings(
                    f"{PREFIX}{name.upper()} must be set to a secret of at least 32 characters in production."
                )
        if not self.database_url and not self.database_app_url:
            raise BadSettings(f"{PREFIX}DATABASE_URL must name a Postgres server in production.")


def _given(value: str | SecretStr) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else value


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Raises ValueError."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def acting_as(url: str, role: str) -> str:
    """``url`` with ``role`` set at the start of the session, so that RESET ROLE keeps it."""
    if not url:
        return ""
    parts = split_database_url(url)
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "options"]
    options = [value for key, value in parse_qsl(parts.query) if key == "options"]
    query.append(("options", " ".join([*options, f"-c role={role}"])))
    return urlunsplit(parts._replace(query=urlencode(query, quote_via=quote)))


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings. Raises BadSettings naming the first unknown or invalid one."""
    values = os.environ if environ is None else environ
    names = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    unknown = sorted(
        name for name in values if name.startswith(PREFIX) and name not in names | ANALYTICS_ONLY
    )
    if unknown:
        raise BadSettings(f"{unknown[0]} is not a setting of Abano; .env.example lists them all.")
    # An empty value means the default, as .env.example promises.
    given = {
        name[len(PREFIX) :].lower(): value for name, value in values.items() if name in names and value != ""
    }
    try:
        settings = Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        # Errors about several settings have no single location.
        name = f"{PREFIX}{str(first['loc'][0] if first['loc'] else 'APPLE_PASS_TYPE').upper()}"
        raise BadSettings(f"{name} cannot be used: {first['msg'].removeprefix('Value error, ')}.") from None
    settings.check_production()
    return settings


def sqlalchemy_url(url: str) -> str:
    """The same URL for SQLAlchemy with psycopg 3, which takes several servers in the query only."""
    parts = split_database_url(url)
    account, _, servers = parts.netloc.rpartition("@")
    if "," in servers:
        # An IPv6 address has colons of its own, within brackets.
        places = re.findall(r"(\[[^]]*\]|[^:,]+)(?::(\d+))?", servers)
        named = {"host": ",".join(host.strip("[]") for host, _ in places)}
        named["port"] = ",".join(port or "5432" for _, port in places)
        query = urlencode({**dict(parse_qsl(parts.query)), **named}, quote_via=quote)
        parts = parts._replace(netloc=f"{account}@" if account else "", query=query)
    return urlunsplit(parts._replace(scheme="postgresql+psycopg"))


def public_url(url: str) -> str:
    """``url`` without its password, for messages."""
    parts = split_database_url(url)
    servers = parts.netloc.rpartition("@")[2]
    if "," in servers:
        return f"{servers}{parts.path}"
    host = parts.hostname or unquote(dict(parse_qsl(parts.query)).get("host", "localhost"))
    return f"{host}:{parts.port or 5432}{parts.path}"
