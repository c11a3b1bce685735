"""The programs of the control plane, built from source once and cached: build/plane/bin.

Needs Go 1.26 or newer and, the first time, half an hour and 6 GB of disk. ABANO_PLANE_BIN names a folder with
existing programs.
"""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "plane"
BIN = Path(os.environ.get("ABANO_PLANE_BIN", FOLDER / "bin"))
SOURCES = FOLDER / "sources"

KUBERNETES = "1.36.3"
LIBRARIES = f"v0.{KUBERNETES.removeprefix('1.')}"
SERVERS = ("kube-apiserver", "kube-scheduler", "kube-controller-manager")
# `go install` refuses modules with `replace` directives; a module that requires the programs builds them.
ASKED = {
    "etcd": ("go.etcd.io/etcd/server/v3", "go.etcd.io/etcd/server/v3", "v3.7.3"),
    "helm": ("helm.sh/helm/v4/cmd/helm", "helm.sh/helm/v4", "v4.2.4"),
    "helm3": ("helm.sh/helm/v3/cmd/helm", "helm.sh/helm/v3", "v3.21.4"),
}
KWOK = ("sigs.k8s.io/kwok", "v0.8.0")
# The same version everywhere, so that compiled packages are shared.
SHARED = [
    f"k8s.io/{name}@{LIBRARIES}"
    for name in (
        "api", "apimachinery", "apiserver", "client-go", "component-base", "kubectl", "cli-runtime",
        "apiextensions-apiserver",
    )
]  # fmt: skip
# Modules with definitions of operators' kinds, and the files in them that the chart's objects need.
DEFINITIONS = {
    ("sigs.k8s.io/gateway-api", "v1.6.3"): ["config/crd/standard/*_httproutes.yaml"],
    ("github.com/prometheus-operator/prometheus-operator", "v0.85.0"): [
        "example/prometheus-operator-crd/*_prometheusrules.yaml",
        "example/prometheus-operator-crd/*_servicemonitors.yaml",
    ],
}
ENVIRONMENT = {
    **os.environ,
    "CGO_ENABLED": "0",
    "GOTOOLCHAIN": "local",
    "GOFLAGS": "-buildvcs=false -modcacherw",
}


class CannotBuild(Exception):
    """A program is missing and cannot be built here; the message has the reason."""


def build() -> dict[str, Path]:
    """Every program by name, built if missing."""
    recipes = {**dict.fromkeys(SERVERS, _servers), **dict.fromkeys(ASKED, _asked), "kwok": _kwok}
    for name, recipe in recipes.items():
        if not (BIN / name).exists():
            if shutil.which("go") is None:
                raise CannotBuild(f"{name} is not in {BIN}, and there is no Go to build it")
            print(f"building {name} …", flush=True)
            BIN.mkdir(parents=True, exist_ok=True)
            recipe(name)
    return {name: BIN / name for name in recipes}


def definitions() -> list[Path]:
    """The files with the definitions of operators' kinds."""
    found: list[Path] = []
    for (module, version), patterns in DEFINITIONS.items():
        found += [path for pattern in patterns for path in _module(module, version).glob(pattern)]
    return found


def stages() -> list[Path]:
    """kwok's own definitions of the behaviour of pods and nodes."""
    folder = _module(*KWOK) / "kustomize" / "stage"
    files = [folder / "node/fast/node-initialize.yaml", folder / "node/chaos/node-not-ready.yaml"]
    files.append(folder / "node/heartbeat-with-lease/node-heartbeat-with-lease.yaml")
    files.append(folder / "pod/chaos/pod-container-running-failed.yaml")
    return files + sorted((folder / "pod" / "general").glob("pod-*.yaml"))


def _servers(_name: str) -> None:
    source = _copy("k8s.io/kubernetes", f"v{KUBERNETES}")
    shutil.rmtree(source / "vendor", ignore_errors=True)
    for path in source.glob("go.work*"):
        path.unlink()
    # The published libraries instead of the vendored ones.
    module = source / "go.mod"
    lines = module.read_text().splitlines()
    for number, line in enumerate(lines):
        name, arrow, there = line.strip().partition(" => ")
        if arrow and there.startswith("./staging/src/"):
            lines[number] = f"\t{name} => {there.removeprefix('./staging/src/')} {LIBRARIES}"
    module.write_text("\n".join(lines) + "\n")
    version = "k8s.io/component-base/version"
    major, minor, _ = KUBERNETES.split(".")
    defines = (
        f"-X {version}.gitVersion=v{KUBERNETES} -X {version}.gitMajor={major} -X {version}.gitMinor={minor}"
    )
    packages = [f"./cmd/{name}" for name in SERVERS]
    flags = ["-mod=mod", "-p", "2", "-ldflags", f"-s -w {defines}"]
    _go(["build", *flags, "-o", f"{BIN}/", *packages], source)


def _asked(name: str) -> None:
    package, module, version = ASKED[name]
    folder = SOURCES / name
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "go.mod").exists():
        _go(["mod", "init", f"build.local/{name}"], folder)
    (folder / "tools.go").write_text(f'//go:build tools\n\npackage tools\n\nimport _ "{package}"\n')
    _go(["get", f"{module}@{version}", *([] if name == "etcd" else SHARED)], folder)
    _go(["mod", "tidy"], folder)
    _go(["build", "-mod=mod", "-ldflags", "-s -w", "-o", str(BIN / name), package], folder)


def _kwok(name: str) -> None:
    source = _copy(*KWOK)
    _go(["get", *SHARED], source)
    _go(["mod", "tidy"], source)
    _go(["build", "-mod=mod", "-ldflags", "-s -w", "-o", str(BIN / name), "./cmd/kwok"], source)


def _copy(module: str, version: str) -> Path:
    target = SOURCES / f"{module.rpartition('/')[2]}-{version}"
    if not target.exists():
        shutil.copytree(_module(module, version), target)
        for path in [target, *target.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)
    return target


def _module(module: str, version: str) -> Path:
    """The folder of a module in Go's cache, downloaded if necessary."""
    _go(["mod", "download", f"{module}@{version}"], ROOT)
    return Path(_go(["env", "GOMODCACHE"], ROOT).strip()) / f"{module}@{version}"


def _go(arguments: list[str], folder: Path) -> str:
    command = ["nice", "go", *arguments]
    done = subprocess.run(command, check=False, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode != 0:
        raise CannotBuild(f"{' '.join(command)} failed:\n{done.stderr[-3000:]}")
    return done.stdout
