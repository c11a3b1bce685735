"""Settings: defaults, names of bad ones, the reporting role."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from abano_analytics.config import BadSettings, load_settings

URL = "postgresql://owner:pw@db.example/abano"


def test_defaults() -> None:
    settings = load_settings({"ABANO_DATABASE_URL": URL, "ABANO_DATA_DIR": "/data", "ABANO_WAREHOUSE": ""})
    assert settings.warehouse_path == Path("/data/warehouse.duckdb")
    assert (settings.host, settings.analytics_port) == ("127.0.0.1", 8010)
    query = parse_qs(urlsplit(settings.source_url).query)
    assert query["options"] == ["-c role=abano_reporting"]
    assert query["connect_timeout"] == ["3"]


def test_own_address_of_the_reporting_role_is_used_as_it_is() -> None:
    settings = load_settings(
        {
            "ABANO_DATABASE_REPORTING_URL": "postgresql://r@db/abano?connect_timeout=9",
            "ABANO_DATABASE_URL": URL,
        }
    )
    query = parse_qs(urlsplit(settings.source_url).query)
    assert "options" not in query
    assert query["connect_timeout"] == ["9"]


def test_names_of_the_platform_are_left_to_it() -> None:
    load_settings({"ABANO_DATABASE_URL": URL, "ABANO_SMTP_URL": "smtp://mail", "ABANO_PORT": "8000"})


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({}, "ABANO_DATABASE_URL"),
        ({"ABANO_DATABASE_URL": "mysql://db"}, "ABANO_DATABASE_URL"),
        ({"ABANO_DATABASE_URL": URL, "ABANO_ANALYTICS_PORT": "many"}, "ABANO_ANALYTICS_PORT"),
        ({"ABANO_DATABASE_URL": URL, "ABANO_ENV": "staging"}, "ABANO_ENV"),
        ({"ABANO_DATABASE_URL": URL, "ABANO_LOG_FORMAT": "xml"}, "ABANO_LOG_FORMAT"),
        ({"ABANO_DATABASE_URL": URL, "ABANO_ENV": "production"}, "ABANO_INTERNAL_SECRET"),
    ],
)
def test_a_bad_setting_is_named(environ: dict[str, str], name: str) -> None:
    with pytest.raises(BadSettings, match=name):
        load_settings(environ)
