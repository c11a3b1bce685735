"""Writes the chart as plain manifests, for those who apply without helm: python helm/tests/render_manifests.py"""

import yaml
from rendered_chart import EXAMPLE, PRODUCTION, ROOT, Manifest, render, values_of

FOLDER = ROOT / "k8s" / "rendered"
HEADING = (
    "# Rendered from helm/abano, values-production.yaml and k8s/values-example.yaml. After a change run\n"
)
HEADING += "#   python helm/tests/render_manifests.py\n"


def rendered() -> dict[str, str]:
    """The files by name: the jobs that must succeed first, and the rest, without helm's test."""
    before: list[Manifest] = []
    rest: list[Manifest] = []
    manifests = render(values_of(PRODUCTION, EXAMPLE))
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in manifests if "Autoscaler" in each["kind"]}
    for manifest in manifests:
        if manifest["kind"] == "Deployment" and manifest["metadata"]["name"] in scaled:
            # Without a cluster the current number is unknown, and applying again must not reduce it.
            del manifest["spec"]["replicas"]
        manifest["metadata"].setdefault("namespace", "abano")
        annotations = manifest["metadata"].get("annotations", {})
        hook = annotations.get("helm.sh/hook", "")
        if hook == "test":
            continue
        manifest["metadata"]["labels"]["app.kubernetes.io/managed-by"] = "kubectl"
        del manifest["metadata"]["labels"]["helm.sh/chart"]
        if hook:
            manifest["metadata"]["annotations"] = {
                name: value for name, value in annotations.items() if not name.startswith("helm.sh/")
            }
        (before if hook else rest).append(manifest)
    return {"1-migrations.yaml": _text(before), "2-abano.yaml": _text(rest)}


def _text(manifests: list[Manifest]) -> str:
    return HEADING + yaml.safe_dump_all(manifests, sort_keys=False, width=110, explicit_start=True)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in rendered().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
