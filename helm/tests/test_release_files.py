"""A release: one version everywhere, its notes, and a chart with exactly the built images."""

import datetime
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml
from helm_python import chart as helm
from rendered_chart import ROOT, pod_specs, values_of

sys.path.insert(0, str(ROOT / ".ci"))
import release

DIGESTS = {"platform": f"sha256:{'a' * 64}", "analytics": f"sha256:{'b' * 64}"}
DOCS = "https://code.example/abano/blob/v0.1.0"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files with a version, and the changelog."""
    for place in [*release.PLACES, "CHANGELOG.md"]:
        target = tmp_path / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, target)
    return tmp_path


def test_one_version_is_written_everywhere() -> None:
    versions = release.versions(ROOT)
    assert all(len(each) == 1 for each in versions.values()), versions
    assert len(set.union(*versions.values())) == 1, versions


def test_a_release_is_prepared_and_then_found_whole(copy: Path) -> None:
    with pytest.raises(SystemExit, match=r"not 7\.8\.9 everywhere.*pyproject.toml says"):
        release.check(copy, "7.8.9")
    changelog = copy / "CHANGELOG.md"
    unreleased = re.compile(r"## Unreleased\n.*?(?=\n## )", re.DOTALL)
    changelog.write_text(unreleased.sub("## Unreleased\n\n- New\n", changelog.read_text(), count=1))
    before = {place: (copy / place).read_text().count("\n") for place in release.PLACES}
    release.prepare(copy, "7.8.9", datetime.date(2030, 1, 2))
    assert {place: (copy / place).read_text().count("\n") for place in release.PLACES} == before
    release.check(copy, "7.8.9")
    text = changelog.read_text()
    assert "## Unreleased\n\n## 7.8.9 — 2030-01-02\n" in text
    assert release.notes(text, "7.8.9") == "- New"
    assert release.notes(text, "1.0.0").startswith("The first release")
    with pytest.raises(SystemExit, match="no section"):
        release.notes(text, "7.8.10")


def test_notes_are_one_section_and_no_more() -> None:
    text = "# Changelog\n\n## Unreleased\n\n## 0.2.0 — 2030-01-02\n\n### Added\n- A\n\n## 0.1.0\n\n- B\n"
    assert release.notes(text, "0.2.0") == "### Added\n- A"
    assert release.notes(text, "0.1.0") == "- B"


def test_a_tag_is_a_version() -> None:
    assert release.version_of("v0.2.0-rc.1") == "0.2.0-rc.1"
    with pytest.raises(Exception, match="no version"):
        release.version_of("latest")


def test_the_released_chart_asks_for_the_images_that_were_built(tmp_path: Path) -> None:
    folder = tmp_path / "abano"
    release.write_chart(ROOT, folder, "registry.example/owner", DIGESTS, DOCS)
    report = helm.lint(folder, {}, strict=True, kube_version="v1.33.0")
    assert report["errors"] == []
    production = values_of(folder / "values-production.yaml", ROOT / "k8s" / "values-example.yaml")
    production["image"] = {}
    files = helm.Chart.load(folder).render(
        production, name="abano", namespace="abano", is_install=True, revision=1
    )
    manifests = [
        each
        for path, text in files.items()
        if "NOTES" not in path
        for each in yaml.safe_load_all(text)
        if each
    ]
    images = {
        container["image"]
        for template in pod_specs(manifests).values()
        for container in [*template["spec"]["containers"], *template["spec"].get("initContainers", [])]
    }
    assert images == {
        *(f"registry.example/owner/abano-{part}@{digest}" for part, digest in DIGESTS.items()),
        "rclone/rclone:1.71.0",
    }
    (rule,) = [each for each in manifests if each["kind"] == "PrometheusRule"]
    first = rule["spec"]["groups"][0]["rules"][0]["annotations"]["runbook_url"]
    assert first == f"{DOCS}/docs/operations/alerts.md#abanodown"


def test_a_digest_that_is_none_stops_the_release(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is no digest"):
        release.write_chart(ROOT, tmp_path / "abano", "r", DIGESTS | {"platform": ""}, DOCS)
