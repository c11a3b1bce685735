"""Settings from the environment. A bad one stops the start, by name.

The environment is shared with the platform: names that only the platform reads are left to it to check.
"""

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from abano_shared.database_urls import split_database_url

PREFIX = "ABANO_"
DEVELOPMENT_SECRET = "development-only"  # noqa: S105 - refused in production, see load_settings
REPORTING_ROLE = "abano_reporting"
LAKE = "ducklake:"


class BadSettings(Exception):
    """A setting has a value that cannot be used."""


class Settings(BaseModel):
    """All settings of the analytics service. The names outside carry the prefix ``ABANO_``."""

    model_config = ConfigDict(frozen=True)

    env: Literal["development", "production"] = "development"
    host: str = Field("127.0.0.1", description="Address the internal API listens on")
    data_dir: Path = Field(Path("./var"), description="Folder for the warehouse")
    database_url: str = Field("", description="Postgres as its owner, acting as the reporting role")
    database_reporting_url: str = Field("", description="Postgres as the reporting role")
    warehouse: str = Field("", description="DuckDB file, or ducklake:FOLDER, or ducklake:s3://BUCKET/PATH")
    warehouse_catalog_url: str = Field(
        "", description="Postgres for DuckLake's catalog; empty = DATABASE_URL"
    )
    s3_endpoint: str = Field("", description="Object store as http(s)://host[:port]; empty = AWS")
    s3_region: str = "us-east-1"
    s3_access_key: str = Field("", description="Empty: the cloud knows the process by its account")
    s3_secret_key: SecretStr = SecretStr("")
    warehouse_memory_mb: int = Field(256, ge=64, le=65536, description="Most memory of the warehouse, MiB")
    ingest_seconds: float = Field(1.0, gt=0, le=60, description="Pause between looks at Postgres, seconds")
    analytics_port: int = Field(8010, ge=1, le=65535)
    internal_secret: SecretStr = SecretStr(DEVELOPMENT_SECRET)
    traces_url: str = Field("", description="OpenTelemetry collector (OTLP over HTTP); empty = no traces")
    traces_ratio: float = Field(
        0.05, ge=0, le=1, description="Share of requests traced, unless the caller says"
    )
    sentry_dsn: SecretStr = Field(SecretStr(""), description="Where crashes are reported to; empty = nowhere")
    log_format: Literal["auto", "text", "json"] = "auto"

    @field_validator("database_url", "database_reporting_url", "warehouse_catalog_url")
    @classmethod
    def _is_postgres(cls, value: str) -> str:
        if value and split_database_url(value).scheme not in {"postgresql", "postgres"}:
            raise ValueError("must start with postgresql://")
        return value

    @field_validator("s3_endpoint")
    @classmethod
    def _is_http(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in {"http", "https"}:
            raise ValueError("must start with http:// or https://")
        return value

    @cached_property
    def source_url(self) -> str:
        """The database as the reporting role, noticing a dead network within seconds."""
        url = self.database_reporting_url or acting_as(self.database_url, REPORTING_ROLE)
        return with_timeouts(url)

    @cached_property
    def lake_path(self) -> str:
        """Where DuckLake's files are: a folder or an s3:// address; empty when the warehouse is one file."""
        return self.warehouse.removeprefix(LAKE) if self.warehouse.startswith(LAKE) else ""

    @cached_property
    def catalog_url(self) -> str:
        """Postgres as a role that may make its own schema for DuckLake's catalog."""
        return with_timeouts(self.warehouse_catalog_url or self.database_url)

    @cached_property
    def warehouse_path(self) -> Path:
        """The warehouse file; for DuckLake a name beside which work in progress may spill."""
        is_file = self.warehouse and not self.lake_path
        return Path(self.warehouse) if is_file else self.data_dir / "warehouse.duckdb"

    @cached_property
    def json_logs(self) -> bool:
        return self.log_format == "json" or (self.log_format == "auto" and self.env == "production")


def acting_as(url: str, role: str) -> str:
    """``url`` with the session's role set to ``role`` from its first moment."""
    if not url:
        return ""
    parts = split_database_url(url)
    pairs = parse_qsl(parts.query)
    options = " ".join([value for key, value in pairs if key == "options"] + [f"-c role={role}"])
    query = [(key, value) for key, value in pairs if key != "options"] + [("options", options)]
    return urlunsplit(parts._replace(query=urlencode(query, quote_via=quote)))


def with_timeouts(url: str) -> str:
    """``url`` with bounds on connecting and on silence of the network, unless it sets its own."""
    if not url:
        return ""
    parts = split_database_url(url)
    pairs = dict(parse_qsl(parts.query))
    bounds = {
        "connect_timeout": "3",
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "20000",
        "application_name": "abano-analytics",
    }
    return urlunsplit(parts._replace(query=urlencode({**bounds, **pairs}, quote_via=quote)))


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings. Raises BadSettings with the name of the first that is bad."""
    values = os.environ if environ is None else environ
    # An empty value means the default, as .env.example promises.
    given = {
        name: values[f"{PREFIX}{name.upper()}"]
        for name in Settings.model_fields
        if values.get(f"{PREFIX}{name.upper()}")
    }
    try:
        settings = Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = f"{PREFIX}{str(first['loc'][0]).upper()}"
        raise BadSettings(f"{name} cannot be used: {first['msg'].removeprefix('Value error, ')}.") from None
    if not settings.source_url:
        raise BadSettings(
            "ABANO_DATABASE_URL is empty. Start everything with `abano up`, or name the database to read."
        )
    if settings.warehouse.startswith(LAKE) and not (settings.lake_path and settings.catalog_url):
        raise BadSettings(
            "ABANO_WAREHOUSE names a DuckLake: it needs a folder or s3:// address after ducklake:, and"
            " ABANO_WAREHOUSE_CATALOG_URL (or ABANO_DATABASE_URL) for its catalog."
        )
    if settings.env == "production" and len(settings.internal_secret.get_secret_value()) < 32:
        raise BadSettings(
            "ABANO_INTERNAL_SECRET must be set to a secret of at least 32 characters in production."
        )
    return settings
