"""Sets up a fresh machine and runs the project's commands. Needs Python 3.11 or newer, nothing else.

    python3 bootstrap.py run | test [PART] | test-all [PART] | check | hooks | bench | load | proof |
                         failover-drill | audit | format | types | catalogues | lock

PART is platform, analytics, operations or browser, which CI runs side by side; without one, all of them. ``test``
leaves out slow tests.

Each step runs only when its inputs changed since it last succeeded; the stamps are kept in build/stamps.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
BUILD = ROOT / "build"
LOGS = BUILD / "logs"
STAMPS = BUILD / "stamps"
FRONTEND = ROOT / "frontend"
MIN_PYTHON = (3, 11)
MIN_NODE = 22
STRIPE_MOCK = "v0.203.0"
PARTS = ("platform", "analytics", "operations", "browser")
LOAD = ["-m", "loadtests.load", "--shape", os.environ.get("SHAPE", "steady")]


class StepFailed(Exception):
    """A step failed; the message says what to do."""


def main(arguments: list[str]) -> int:
    """Run one command; report a failure in one sentence."""
    if sys.version_info < MIN_PYTHON:
        found = ".".join(map(str, sys.version_info[:3]))
        print(f"Abano needs Python 3.11 or newer; this is {found}. Try: make run PYTHON=python3.11")
        return 1
    commands: dict[str, Callable[[], int]] = {
        "run": run,
        "test": lambda: checks("test"),
        "test-all": lambda: checks("test", "--all"),
        **{f"test {part}": partial(checks, part) for part in PARTS},
        **{f"test-all {part}": partial(checks, part, "--all") for part in PARTS},
        "check": lambda: checks("check"),
        "hooks": install_hooks,
        "bench": bench,
        "proof": proof,
        "load": load,
        "failover-drill": failover_drill,
        "audit": audit,
        "format": format_code,
        "types": generate_types,
        "catalogues": update_catalogues,
        "lock": lock,
    }
    command = commands.get(" ".join(arguments))
    if command is None:
        print(__doc__)
        return 2
    try:
        return command()
    except StepFailed as error:
        print(f"\n{error}")
        return 1
    except KeyboardInterrupt:
        return 130


def run() -> int:
    """Set up what is missing, then hand over to `abano up`.

    The frontend is built beside everything else, which needs none of it: the Python packages and the database.
    """
    set_up_tools()
    with ThreadPoolExecutor(1) as beside:
        frontend = beside.submit(build_frontend)
        set_up(development=False)
        if not frontend.done():
            step("Database and demo companies", [str(BIN / "abano"), "up", "--prepare-only"])
        frontend.result()
    arguments = [str(BIN / "abano"), "up"]
    sys.stdout.flush()
    os.chdir(ROOT)
    # The supervisor takes this process's place, so that Ctrl-C and signals reach it alone.
    os.execv(arguments[0], arguments)


def checks(which: str, *options: str) -> int:
    """Set up everything the checks need, then run them."""
    set_up(development=True)
    install_frontend()
    if which != "check":
        build_frontend()
        install_stripe_mock()
    return subprocess.call(
        [str(BIN / "python"), str(ROOT / ".ci" / "checks.py"), which, *options], cwd=ROOT, env=environment()
    )


def install_hooks() -> int:
    """Have git look at each commit before it is made, by .pre-commit-config.yaml."""
    set_up(development=True)
    install_frontend()
    return subprocess.call([str(BIN / "pre-commit"), "install"], cwd=ROOT, env=environment())


def bench() -> int:
    """Measure beside a bare route; answers 1 when a figure misses what is asked of it."""
    set_up(development=True)
    return subprocess.call([str(BIN / "python"), "-m", "loadtests.bench"], cwd=ROOT, env=environment())


def load() -> int:
    """Start the product, let a crowd use it, compare what was stored; answers 1 when anything was wrong."""
    set_up(development=True)
    install_frontend()
    build_frontend()
    return subprocess.call([str(BIN / "python"), *LOAD], cwd=ROOT, env=environment())


def proof() -> int:
    """Load, faults and ratios, one after the other on one machine; answers 1 when any of them found anything."""
    set_up(development=True)
    install_frontend()
    build_frontend()
    failed = []
    for words in (LOAD, ["-m", "loadtests.faults"], ["-m", "loadtests.bench"]):
        print(f"\n=== python {' '.join(words)}\n", flush=True)
        if subprocess.call([str(BIN / "python"), *words], cwd=ROOT, env=environment()) != 0:
            failed.append(words[1])
    print(f"\nFound something: {', '.join(failed)}" if failed else "\nAll as asked.", flush=True)
    return 1 if failed else 0


def failover_drill() -> int:
    """Lose the primary of a Postgres cluster in several ways, then compare; answers 1 when anything was lost."""
    set_up(development=True)
    install_frontend()
    build_frontend()
    return subprocess.call([str(BIN / "python"), "-m", "loadtests.failover"], cwd=ROOT, env=environment())


def audit() -> int:
    """Ask the public databases for known holes in our packages; needs the net, so it is no part of the checks."""
    set_up(development=True)
    command = [str(BIN / "python"), str(ROOT / ".ci" / "audit.py")]
    return subprocess.call(command, cwd=ROOT, env=environment())


def format_code() -> int:
    set_up(development=True)
    install_frontend()
    for command in (
        [str(BIN / "ruff"), "check", "--fix-only", "--quiet", "."],
        [str(BIN / "ruff"), "format", "--quiet", "."],
        [npm(), "run", "--silent", "format"],
    ):
        cwd = FRONTEND if command[0] == npm() else ROOT
        if subprocess.call(command, cwd=cwd, env=environment()) != 0:
            return 1
    return 0


def generate_types() -> int:
    set_up(development=True)
    install_frontend()
    description = FRONTEND / "openapi.json"
    step("API description", [str(BIN / "abano"), "openapi", str(description)])
    step("API types", [npm(), "run", "--silent", "types"], cwd=FRONTEND)
    messages = FRONTEND / "src" / "api" / "server-messages.gen.ts"
    step("Server messages", [str(BIN / "abano"), "server-messages", str(messages)])
    return 0


def update_catalogues() -> int:
    """Bring the files of translators up to date with the texts of the code: of the server and of the pages."""
    set_up(development=True)
    install_frontend()
    step("Texts of the server", [str(BIN / "python"), "-m", "abano.core.languages.extraction"])
    step("Texts of the pages", [npm(), "run", "--silent", "extract"], cwd=FRONTEND)
    return 0


def lock() -> int:
    set_up(development=False)
    compile_lock = [
        str(BIN / "uv"),
        "pip",
        "compile",
        "--universal",
        "--generate-hashes",
        "--no-emit-index-url",
    ]
    compile_lock += ["--no-emit-find-links", "--quiet"]
    step("requirements.lock", [*compile_lock, "pyproject.toml", "-o", "requirements.lock"])
    development = [
        "pyproject.toml",
        "--group",
        "dev",
        "-c",
        "requirements.lock",
        "-o",
        "requirements-dev.lock",
    ]
    step("requirements-dev.lock", [*compile_lock, *development])
    for group in ("failover", "node", "uv"):
        step(
            f"requirements-{group}.lock",
            [*compile_lock, "--group", group, "-o", f"requirements-{group}.lock"],
        )
    return 0


def set_up_tools() -> None:
    """The virtual environment with uv, and Node where the machine has none: what installs everything else."""
    if not (BIN / "python").exists():
        step("Python environment", [sys.executable, "-m", "venv", "--clear", str(VENV)])
        forget("uv", "packages", "project", "node")
    once(
        "uv",
        "Installer (uv)",
        [ROOT / "requirements-uv.lock"],
        [
            str(BIN / "python"),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--require-hashes",
            "-r",
            "requirements-uv.lock",
        ],
    )
    if not system_node():
        node = [
            str(BIN / "uv"),
            "pip",
            "install",
            "--quiet",
            "--require-hashes",
            "-r",
            "requirements-node.lock",
        ]
        once("node", "Node", [ROOT / "requirements-node.lock"], node)


def set_up(*, development: bool) -> None:
    """The virtual environment with locked packages, and Node."""
    set_up_tools()
    # A machine that has run the checks keeps their packages: they contain those of a run.
    wanted = "requirements-dev.lock" if development or stamped("packages-dev") else "requirements.lock"
    stamp = "packages-dev" if wanted == "requirements-dev.lock" else "packages"
    node_lock = [] if system_node() else [ROOT / "requirements-node.lock"]
    locks = [ROOT / wanted, ROOT / "requirements-uv.lock", *node_lock]
    uv = [str(BIN / "uv"), "pip"]
    listed = [str(path) for path in locks]
    once(
        stamp,
        "Python packages",
        locks,
        [*uv, "sync", "--quiet", "--require-hashes", *listed],
        redo=("project",),
    )
    project = [*uv, "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", "."]
    once("project", "Abano itself", [ROOT / "pyproject.toml"], project)


def install_frontend(*, development: bool = True) -> None:
    """The locked packages of the frontend; without ``development`` those of a build alone, a third fewer."""
    files = [FRONTEND / "package.json", FRONTEND / "package-lock.json"]
    if not (FRONTEND / "node_modules").exists():
        forget("npm", "npm-build")
    install = [npm(), "ci", "--silent", "--no-audit", "--no-fund"]
    # A machine that has run the checks keeps their packages: they contain those of a build.
    if development or stamped("npm"):
        once("npm", "Frontend packages", files, install, cwd=FRONTEND, redo=("npm-build",))
    else:
        once("npm-build", "Frontend packages", files, [*install, "--omit=dev"], cwd=FRONTEND)


def build_frontend() -> None:
    inputs = [path for path in FRONTEND.glob("*") if path.is_file()]
    server = ROOT / "platform" / "src" / "abano"
    inputs += [server / "site" / "pages" / "routes.json", server / "core" / "mail_domains.json"]
    for folder in ("src", "public", "build"):
        inputs += sorted(path for path in (FRONTEND / folder).rglob("*") if path.is_file())
    if not (FRONTEND / "dist" / "index.html").exists():
        forget("frontend")
    if stamped("frontend") == fingerprint(inputs):
        return
    install_frontend(development=False)
    once("frontend", "Frontend build", inputs, [npm(), "run", "--silent", "build"], cwd=FRONTEND)


def install_stripe_mock() -> None:
    """Stripe's own mock, where Go is there to build it. Tests that need it say so where it is not."""
    folder = BUILD / "tools" / f"stripe-mock-{STRIPE_MOCK}"
    if (folder / "stripe-mock").exists() or not shutil.which("go"):
        return
    print("  Stripe's mock … ", end="", flush=True)
    done = subprocess.run(
        ["go", "install", f"github.com/stripe/stripe-mock@{STRIPE_MOCK}"],
        check=False,
        capture_output=True,
        env={**os.environ, "GOBIN": str(folder), "GOFLAGS": "-modcacherw"},
    )
    print("built" if done.returncode == 0 else "cannot be built here")


def once(
    name: str,
    title: str,
    inputs: Iterable[Path],
    command: list[str],
    *,
    cwd: Path = ROOT,
    redo: tuple[str, ...] = (),
) -> None:
    """Run a step unless it succeeded before with the same inputs. ``redo`` names steps that must follow it."""
    wanted = fingerprint(inputs)
    if stamped(name) == wanted:
        return
    step(title, command, cwd=cwd)
    forget(*redo)
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(wanted)


def step(title: str, command: list[str], *, cwd: Path = ROOT) -> None:
    """Run a command with its output in a log; say what is done and how long it took."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{title.lower().replace(' ', '-')}.log"
    # Whole lines, because steps run side by side.
    print(f"  {title} …", flush=True)
    started = time.monotonic()
    with log.open("wb") as output:
        try:
            status = subprocess.call(
                command, cwd=cwd, stdout=output, stderr=subprocess.STDOUT, env=environment()
            )
        except OSError as error:
            print(f"  {title}: failed")
            raise StepFailed(f"{title}: {command[0]} cannot be started ({error.strerror}).") from None
    if status != 0:
        print(f"  {title}: failed")
        tail = "\n".join(log.read_text(errors="replace").strip().splitlines()[-15:])
        place = log.relative_to(ROOT)
        raise StepFailed(f"{tail}\n\n{title} failed. Check the network connection; {place} has the details.")
    print(f"  {title}: {time.monotonic() - started:.1f} s", flush=True)


def fingerprint(inputs: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(inputs):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def stamped(name: str) -> str | None:
    stamp = STAMPS / name
    return stamp.read_text() if stamp.exists() else None


def forget(*names: str) -> None:
    for name in names:
        (STAMPS / name).unlink(missing_ok=True)


def system_node() -> bool:
    """Whether the machine has a Node that is new enough; its npm comes with it.

    The project's own Node does not count, also where someone put its folder on the PATH.
    """
    folders = os.environ.get("PATH", "").split(os.pathsep)
    path = os.pathsep.join(folder for folder in folders if Path(folder or ".").resolve() != BIN)
    node = shutil.which("node", path=path)
    if node is None or shutil.which("npm", path=path) is None:
        return False
    answer = subprocess.run([node, "--version"], check=False, capture_output=True, text=True)
    major = answer.stdout.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= MIN_NODE


def npm() -> str:
    return shutil.which("npm", path=environment()["PATH"]) or "npm"


def environment() -> dict[str, str]:
    """The caller's environment with this project's tools first.

    Compiled Python is kept: the checks start hundreds of processes, and compiling what one imports takes seconds.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    kept["PATH"] = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    return kept | {"VIRTUAL_ENV": str(VENV), "PYTHONPYCACHEPREFIX": str(BUILD / "pycache")}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
