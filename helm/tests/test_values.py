"""Values that the chart refuses, and its error messages."""

import json
from typing import Any

import pytest
import yaml
from helm_python import chart as helm
from helm_python.errors import HelmError
from rendered_chart import CHART, EXAMPLE, PRODUCTION, merge, render, values_of


def test_lint_finds_nothing() -> None:
    for values in ({}, values_of(PRODUCTION, EXAMPLE)):
        report = helm.lint(CHART, values, strict=True, kube_version="v1.33.0")
        assert report["errors"] == []


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"platfrom": {}}, "platfrom"),
        ({"platform": {"replica": 3}}, "replica"),
        ({"platform": {"replicas": 0}}, "/platform/replicas"),
        ({"platform": {"spread": "Never"}}, "/platform/spread"),
        ({"platform": {"resources": {"limits": {"memory": "lots"}}}}, "/platform/resources/limits/memory"),
        ({"platform": {"autoscaling": {"enabled": True, "minReplicas": 9, "maxReplicas": 3}}}, "minReplicas"),
        ({"image": {"tag": "latest"}}, "/image/tag"),
        ({"image": {"platformDigest": "sha256:abc"}}, "/image/platformDigest"),
        ({"ingress": {"companies": [{"name": "a", "hosts": ["two words"]}]}}, "/ingress/companies/0/hosts/0"),
        ({"ingress": {"companies": [{"name": "a", "hosts": []}]}}, "/ingress/companies/0/hosts"),
        ({"analytics": {"warehouse": "csv"}}, "/analytics/warehouse"),
        ({"analytics": {"warehouse": "ducklake"}}, "analytics.ducklake.secret"),
        (
            {"analytics": {"warehouse": "ducklake", "ducklake": {"secret": {"name": "lake"}}}},
            "analytics.ducklake.path",
        ),
        ({"analytics": {"ducklake": {"path": "/srv/lake"}}}, "/analytics/ducklake/path"),
        ({"backup": {"enabled": True}}, "backup.recipients"),
        ({"backup": {"recipients": ["my-key"]}}, "/backup/recipients/0"),
        ({"backup": {"schedule": "17 2 * *"}}, "/backup/schedule"),
        ({"backup": {"schedule": "61 2 * * *"}}, "/backup/schedule"),
        ({"backup": {"schedule": "17 24 * * *"}}, "/backup/schedule"),
        ({"backup": {"schedule": "17 2 0 * *"}}, "/backup/schedule"),
        ({"backup": {"schedule": "daily at two o clock"}}, "/backup/schedule"),
        ({"backup": {"upload": {"target": "no-remote"}}}, "/backup/upload/target"),
        ({"backup": {"upload": {"env": {"PATH": "/"}}}}, "'PATH' does not match"),
        (
            {
                "backup": {
                    "enabled": True,
                    "recipients": [f"age1{'q' * 58}"],
                    "upload": {"enabled": True, "image": "rclone/rclone:1.71.0", "target": "store:x"},
                }
            },
            "backup.upload needs rclone's settings",
        ),
        ({"gateway": {"enabled": True}}, "gateway.parents"),
        ({"gateway": {"parents": [{"section": "web"}]}}, "/gateway/parents/0"),
        ({"platform": {"extraEnv": [{"name": "A"}]}}, "/platform/extraEnv/0"),
        ({"worker": {"extraEnv": [{"name": "A-B", "value": "c"}]}}, "/worker/extraEnv/0/name"),
        ({"platform": {"tolerations": [{"effect": "Never"}]}}, "/platform/tolerations/0/effect"),
        ({"analytics": {"affinity": {"nodes": {}}}}, "/analytics/affinity"),
        ({"operations": {"priorityClassName": "Very High"}}, "/operations/priorityClassName"),
        ({"networkPolicy": {"database": {"to": [{"namespace": "x"}]}}}, "/networkPolicy/database/to/0"),
        (
            {"networkPolicy": {"extraEgress": [{"ports": [{"port": 80, "protocol": "HTTP"}]}]}},
            "/networkPolicy/extraEgress/0/ports/0/protocol",
        ),
        (
            {"networkPolicy": {"extraEgress": [{"to": [{"ipBlock": {"cidr": "10.0.0.1"}}]}]}},
            "/networkPolicy/extraEgress/0/to/0/ipBlock/cidr",
        ),
        ({"monitoring": {"prometheusRule": {"runbookUrl": "docs/alerts.md"}}}, "runbookUrl"),
        ({"seed": {"enabled": True}}, "secrets.admin.name"),
        ({"media": {"storage": "s3"}}, "media.s3.path"),
        ({"media": {"storage": "s3", "s3": {"path": "s3://media"}}}, "media.s3.secret.name"),
        ({"media": {"disk": {"accessMode": "Everywhere"}}}, "/media/disk/accessMode"),
        ({"platform": {"spread": "DoNotSchedule"}}, "media.disk.accessMode ReadWriteOnce keeps all copies"),
        ({"settings": {"tracesRatio": 2}}, "/settings/tracesRatio"),
        ({"secrets": {"smtp": {"name": "abano-smtp"}}}, "settings.mailFrom must be an address of yours"),
    ],
)
def test_bad_values_are_refused_by_name(values: dict[str, Any], named: str) -> None:
    with pytest.raises(HelmError, match=named):
        render(values)


def test_the_schema_knows_every_value_and_nothing_else() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    defaults = yaml.safe_load((CHART / "values.yaml").read_text())

    def same_keys(part: dict[str, Any], value: Any, path: str) -> None:
        reference = part.get("$ref")
        if reference:
            part = schema["definitions"][reference.rsplit("/", 1)[1]]
        if not value or not isinstance(value, dict) or "properties" not in part:
            return
        assert part["additionalProperties"] is False, path
        assert set(part["properties"]) == set(value), path
        for key, below in value.items():
            same_keys(part["properties"][key], below, f"{path}/{key}")

    same_keys(schema, defaults, "")


def test_production_alone_asks_for_backup_keys_instead_of_backing_up_in_the_clear() -> None:
    media = {"storage": "disk", "disk": {"accessMode": "ReadWriteMany"}}
    own = {"settings": {"mailFrom": "a@rental.example"}, "media": media}
    production = merge(values_of(PRODUCTION), own)
    with pytest.raises(HelmError, match="age public key"):
        render(production)
    assert render(merge(production, {"backup": {"enabled": False}}))


@pytest.mark.parametrize(
    "schedule", ["17 2 * * *", "*/15 0-6,22 1 JAN-MAR MON-FRI", "0 02 31 12 7", "5,35 */6 * * SUN,3"]
)
def test_every_way_of_writing_a_schedule_is_taken(schedule: str) -> None:
    assert render({"backup": {"schedule": schedule}})
