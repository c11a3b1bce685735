"""Settings: unknown or bad ones stop the start by name, production refuses what only suits a laptop."""

from pathlib import Path

import pytest

from abano.core.config import ANALYTICS_ONLY, BadSettings, Settings, acting_as, load_settings, public_url


def test_empty_environment_gives_the_documented_defaults() -> None:
    settings = load_settings({})
    assert (settings.port, settings.env, settings.data_dir) == (8000, "development", Path("./var"))
    assert settings.analytics_base_url == "http://127.0.0.1:8010"


def test_an_empty_value_means_the_default() -> None:
    assert load_settings({"ABANO_PORT": ""}).port == 8000


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"ABANO_PROT": "8000"}, "ABANO_PROT"),
        ({"ABANO_PORT": "eight thousand"}, "ABANO_PORT"),
        ({"ABANO_PORT": "70000"}, "ABANO_PORT"),
        ({"ABANO_ENV": "staging"}, "ABANO_ENV"),
        ({"ABANO_DATABASE_URL": "mysql://localhost/abano"}, "ABANO_DATABASE_URL"),
        ({"ABANO_SMTP_URL": "mail.example.com"}, "ABANO_SMTP_URL"),
        ({"ABANO_TRUSTED_PROXIES": "-1"}, "ABANO_TRUSTED_PROXIES"),
    ],
)
def test_a_bad_setting_stops_the_start_by_name(environment: dict[str, str], named: str) -> None:
    with pytest.raises(BadSettings, match=named):
        load_settings(environment)


def test_other_programs_settings_are_none_of_our_business() -> None:
    assert load_settings({"PATH": "/bin", "PORT": "x"}).port == 8000


GOOD = {
    "ABANO_ENV": "production",
    "ABANO_SECRET_KEY": "s" * 32,
    "ABANO_INTERNAL_SECRET": "i" * 32,
    "ABANO_DATABASE_URL": "postgresql://abano@db.example.com/abano",
}


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"ABANO_SECRET_KEY": ""}, "ABANO_SECRET_KEY"),
        ({"ABANO_SECRET_KEY": "short"}, "ABANO_SECRET_KEY"),
        ({"ABANO_INTERNAL_SECRET": "development-only"}, "ABANO_INTERNAL_SECRET"),
        ({"ABANO_DATABASE_URL": ""}, "ABANO_DATABASE_URL"),
    ],
)
def test_production_refuses_default_secrets(changed: dict[str, str], named: str) -> None:
    assert load_settings(GOOD).is_production
    with pytest.raises(BadSettings, match=named):
        load_settings({**GOOD, **changed})


def test_secrets_do_not_show_in_logs() -> None:
    assert "s" * 32 not in repr(load_settings(GOOD))


def test_roles_are_set_from_the_first_moment_of_a_connection() -> None:
    url = acting_as("postgresql://owner:pw@db:5432/abano?sslmode=require&options=-c%20jit%3Doff", "abano_app")
    assert "sslmode=require" in url
    assert "options=-c%20jit%3Doff%20-c%20role%3Dabano_app" in url
    assert Settings(database_url="postgresql://db/x").app_url.endswith("role%3Dabano_app")


def test_messages_never_show_the_password() -> None:
    assert public_url("postgresql://owner:pw@db.example.com:6432/abano") == "db.example.com:6432/abano"


def test_the_example_lists_every_setting_with_its_default() -> None:
    example = Path(__file__).parents[3] / ".env.example"
    lines = [line for line in example.read_text(encoding="utf-8").splitlines() if line.startswith("ABANO_")]
    listed = dict(line.split("=", 1) for line in lines)
    fields = Settings.model_fields
    assert set(listed) == {f"ABANO_{name.upper()}" for name in fields} | ANALYTICS_ONLY
    # Taking the whole file as the environment changes nothing.
    assert load_settings(listed) == load_settings({})
