"""docker-compose.yml: valid, in order of start, closed but for the site."""

import subprocess
import sys

import yaml
from rendered_chart import ROOT

COMPOSE = ROOT / "docker-compose.yml"
SERVICES = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
# These three run to their end or keep what they keep themselves.
OURS = ("migrate", "platform", "worker", "analytics")


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
        assert ("healthcheck" in service) == (name != "migrate"), name
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
