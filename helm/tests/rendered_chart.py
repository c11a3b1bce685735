"""Renders the chart as helm does, with helm's own code as a library, for the tests and for k8s/rendered."""

import json
from collections.abc import Iterable
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml
from helm_python import chart as helm
from kubernetes_validate import utils

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "helm" / "abano"
PRODUCTION = CHART / "values-production.yaml"
EXAMPLE = ROOT / "k8s" / "values-example.yaml"

# The library reads its schemas again for each of the hundreds of objects.
utils.schema_contents = lru_cache(maxsize=None)(utils.schema_contents)

Manifest = dict[str, Any]
Values = dict[str, Any]
_rendered: dict[tuple[str, str, str], list[Manifest]] = {}


def values_of(*files: Path) -> Values:
    """The merged values of several files, later ones first, like ``helm -f a -f b``."""
    merged: Values = {}
    for file in files:
        merged = merge(merged, yaml.safe_load(file.read_text(encoding="utf-8")) or {})
    return merged


def merge(under: Values, over: Values) -> Values:
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        result[key] = merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return result


@lru_cache(maxsize=1)
def _chart() -> helm.Chart:
    return helm.Chart.load(CHART)


def render(values: Values | None = None, *, name: str = "abano", namespace: str = "abano") -> list[Manifest]:
    """Every object of the release, hooks too, ordered by kind and name. Raises helm's errors for bad values.

    The same values are rendered once.
    """
    key = (json.dumps(values or {}, sort_keys=True, default=repr), name, namespace)
    if key not in _rendered:
        files = _chart().render(values or {}, name=name, namespace=namespace, is_install=True, revision=1)
        texts = (text for path, text in sorted(files.items()) if not path.endswith("NOTES.txt"))
        found = [document for text in texts for document in yaml.load_all(text, yaml.CSafeLoader) if document]
        _rendered[key] = sorted(found, key=lambda each: (each["kind"], each["metadata"]["name"]))
    return deepcopy(_rendered[key])


def validate(manifest: Manifest, version: str) -> None:
    """Raises kubernetes_validate's errors, also for an API that this version has removed."""
    kubernetes_validate.validate(manifest, version, strict=True)


def of_kind(manifests: Iterable[Manifest], kind: str) -> dict[str, Manifest]:
    """The objects of one kind by name."""
    return {each["metadata"]["name"]: each for each in manifests if each["kind"] == kind}


def pod_specs(manifests: Iterable[Manifest]) -> dict[str, Manifest]:
    """The pod template of every workload, by kind and name; a bare Pod is its own."""
    found: dict[str, Manifest] = {}
    for each in manifests:
        spec = each.get("spec", {})
        if each["kind"] == "Pod":
            template = each
        elif each["kind"] == "CronJob":
            template = spec["jobTemplate"]["spec"]["template"]
        elif "template" in spec:
            template = spec["template"]
        else:
            continue
        found[f"{each['kind']}/{each['metadata']['name']}"] = template
    return found
