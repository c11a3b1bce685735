"""docker-compose.yml: valid, start order, and closed ports except for the site."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml
from rendered_chart import ROOT

COMPOSE = ROOT / "docker-compose.yml"
SERVICES = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
OURS = ("migrate", "seed", "tools", "backup", "platform", "worker", "analytics")
# These run to completion.
ONCE = ("migrate", "seed", "tools")


def test_it_is_valid_by_the_schema_of_compose() -> None:
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        str(COMPOSE),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_every_service_that_stays_is_watched_and_every_wait_can_end() -> None:
    for name, service in SERVICES.items():
        assert ("healthcheck" in service) == (name not in ONCE), name
        for needed, how in service.get("depends_on", {}).items():
            once = SERVICES[needed].get("restart") == "no"
            assert how["condition"] == ("service_completed_successfully" if once else "service_healthy")


def test_images_are_of_a_named_version_and_ours_have_no_rights() -> None:
    for name, service in SERVICES.items():
        tag = service["image"].rpartition(":")[2]
        assert tag[:1].isdigit() or tag[:1] == "v", name
        if name in OURS:
            assert service["read_only"] is True
            assert service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]


def test_only_the_site_is_open_to_the_network() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert set(published) == {"platform", "grafana"}
    assert all(port.startswith("127.0.0.1:") for port in published["grafana"])
    assert published["platform"] == ["${ABANO_PUBLISH:-127.0.0.1:8000}:8000"]


def test_nothing_of_the_demo_is_in_production() -> None:
    """Passwords and keys have no defaults, and only the demo profile seeds."""
    text = COMPOSE.read_text(encoding="utf-8")
    assert re.findall(r"\$\{(\w*(?:PASSWORD|SECRET|SECRET_KEY)):-[^}]+\}", text) == []
    assert "${ABANO_ENV:-production}" in text
    seeding = [
        name for name, service in SERVICES.items() if {"seed", "prepare"} & set(service.get("command", []))
    ]
    assert seeding == ["seed"]
    assert SERVICES["seed"]["profiles"] == ["demo"]


def variables_of(file: Path) -> dict[str, str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def required() -> set[str]:
    return set(re.findall(r"\$\{(\w+):\?", COMPOSE.read_text(encoding="utf-8")))


def test_a_new_env_has_every_secret_and_overwrites_none(tmp_path: Path) -> None:
    (tmp_path / "compose").mkdir()
    script = tmp_path / "compose" / "new-env.sh"
    shutil.copy(ROOT / "compose" / "new-env.sh", script)
    subprocess.run(["/bin/sh", script], check=True, capture_output=True)
    written = variables_of(tmp_path / ".env")
    secrets = [written[name] for name in required()]
    assert all(len(value) == 48 for value in secrets)
    assert len(set(secrets)) == len(secrets)
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0
    again = subprocess.run(["/bin/sh", script], check=False, capture_output=True)
    assert again.returncode == 1
    assert variables_of(tmp_path / ".env") == written


def test_the_demo_names_all_that_is_asked_for() -> None:
    assert required() <= set(variables_of(ROOT / "compose" / "demo.env"))


def test_a_missing_backup_key_is_reported(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", ROOT / "compose" / "backup.sh"],
        env={"PATH": os.environ["PATH"], "ABANO_DATA_DIR": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "BACKUP_RECIPIENT is empty" in done.stderr
