"""What commands do first: they know their database, and report what goes wrong."""

from abano.config import BadSettings, Settings


def check_admin_password(settings: Settings) -> None:
    if settings.is_production and not settings.admin_password.get_secret_value():
        raise BadSettings("ABANO_ADMIN_PASSWORD must be set to seed demo companies in production.")


def with_database(settings: Settings) -> Settings:
    if not settings.database_url and not settings.database_app_url:
        raise BadSettings(
            "ABANO_DATABASE_URL is empty. Start everything with `abano up`, or name the database to use."
        )
    return settings


def observe(settings: Settings, process: str) -> None:
    from abano_shared.error_reports import set_up_error_reports
    from abano_shared.logging import set_up_logging
    from abano_shared.traces import set_up_traces

    set_up_logging(as_json=settings.json_logs, process=process)
    set_up_error_reports(settings.sentry_dsn.get_secret_value(), env=settings.env, process=process)
    set_up_traces(settings.traces_url, ratio=settings.traces_ratio, service=f"abano-{process}")
