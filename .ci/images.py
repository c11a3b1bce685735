"""Builds both images for real and runs them once: read-only, without rights, answering their health checks.

    python .ci/images.py

Needs podman, and fetches it as Debian packages where that is possible. Where no image registry can be reached, the
bases are made here by debootstrap (as root), under the names that the Dockerfiles ask for, so that these are built as
they are. Storage is in build/containers.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "containers"
PYTHON_IMAGE = "docker.io/library/python:3.11-slim-bookworm"
NODE_IMAGE = "docker.io/library/node:24-bookworm-slim"
DEBIAN_IMAGE = "docker.io/library/debian:bookworm-slim"
IMAGES = {
    "localhost/abano-platform:check": "platform/Dockerfile",
    "localhost/abano-analytics:check": "analytics/Dockerfile",
}
PROGRAMS = ("podman", "buildah", "runc", "debootstrap")
PACKAGES = (*PROGRAMS, "catatonit")
READY_SECONDS = 240
# Unpacked megabytes on top of the Python base, to detect growth.
MAX_MEGABYTES = {"localhost/abano-platform:check": 266, "localhost/abano-analytics:check": 490}
# Files that Debian's slim images omit.
FAT = (
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
    "usr/share/info",
    "var/cache/apt",
    "var/lib/apt/lists",
)

CONTAINERS_CONF = """[containers]
default_ulimits = ["nofile=16384:16384", "nproc=16384:16384"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
PYTHON_BASE = f"""FROM {DEBIAN_IMAGE}
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY pip.conf /etc/pip.conf
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 python3-venv \\
    && python3 -m venv /usr/local && ln -sf python3 /usr/local/bin/python \\
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt PIP_CERT=/etc/ssl/certs/ca-certificates.crt \\
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
"""
NODE_BASE = f"""FROM {PYTHON_IMAGE}
COPY requirements-node.lock npmrc* /tmp/
RUN python -m pip install -q --no-cache-dir -r /tmp/requirements-node.lock && cp /tmp/npmrc /root/.npmrc
"""


class CannotBuildHere(Exception):
    """This machine can build or run no containers; the message has the reason."""


def check() -> str:
    """Build and run the images and check their responses.

    Returns the sizes, or why nothing was done here. Raises SystemExit on failure.
    """
    environment = dict(os.environ)
    build = ["podman", "build", "--format", "docker"]
    try:
        prepare(build, environment)
    except CannotBuildHere as reason:
        return f"skipped: {reason}"
    for image, dockerfile in IMAGES.items():
        revision = run(["git", "rev-parse", "--short", "HEAD"], dict(os.environ)).strip()
        run([*build, "--build-arg", f"REVISION={revision}", "-f", dockerfile, "-t", image, "."], environment)
    base = megabytes(PYTHON_IMAGE, environment)
    sizes = {image: megabytes(image, environment) - base for image in IMAGES}
    for image, size in sizes.items():
        if size > MAX_MEGABYTES[image]:
            raise SystemExit(
                f"{image} has {size} MB beyond its base, more than its {MAX_MEGABYTES[image]} MB."
            )
    run_images(environment)
    listing = ", ".join(f"{image.rpartition('/')[2]} {size} MB" for image, size in sizes.items())
    return f"beyond the base of {base} MB: {listing}"


def prepare(build: list[str], environment: dict[str, str]) -> None:
    """Prepare ``build`` and ``environment`` on this machine, with base images. Raises CannotBuildHere."""
    install_podman()
    if can_pull():
        return
    # The Dockerfiles pin their bases by digest; the stand-ins built here have none.
    for name, image in (("PYTHON_IMAGE", PYTHON_IMAGE), ("NODE_IMAGE", NODE_IMAGE)):
        build += ["--build-arg", f"{name}={image}"]
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        raise CannotBuildHere("podman reaches no registry; bases of our own need debootstrap and root")
    environment |= own_storage()
    build += ["--isolation", "chroot", "--network", "host", "--pull=never"]
    try:
        make_bases(build, environment)
        run(
            ["podman", "run", "--rm", "--network", "host", "--memory", "64m", DEBIAN_IMAGE, "true"],
            environment,
        )
    except SystemExit as problem:
        raise CannotBuildHere(f"no containers on this machine: {str(problem).splitlines()[-1]}") from None


def install_podman() -> None:
    """Raises CannotBuildHere."""
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if not missing:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotBuildHere("images are built only where podman is installed")
    subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    if subprocess.run(install, check=False, capture_output=True).returncode != 0:
        raise CannotBuildHere(f"{', '.join(missing)} cannot be installed")


def can_pull() -> bool:
    pull = ["podman", "pull", "-q", DEBIAN_IMAGE]
    try:
        return subprocess.run(pull, check=False, capture_output=True, timeout=60).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def own_storage() -> dict[str, str]:
    """Settings for a machine without an init system, as build containers are."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "containers.conf").write_text(CONTAINERS_CONF)
    (FOLDER / "storage.conf").write_text(
        f'[storage]\ndriver = "overlay"\ngraphroot = "{FOLDER}/storage"\nrunroot = "{FOLDER}/run"\n'
    )
    return {
        "CONTAINERS_CONF": str(FOLDER / "containers.conf"),
        "CONTAINERS_STORAGE_CONF": str(FOLDER / "storage.conf"),
    }


def make_bases(build: list[str], environment: dict[str, str]) -> None:
    """Debian, Python and Node bases, created once and reused later."""
    if not exists(DEBIAN_IMAGE, environment):
        system = FOLDER / "debian"
        shutil.rmtree(system, ignore_errors=True)
        bootstrap = ["debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm"]
        run([*bootstrap, str(system), "http://deb.debian.org/debian"], environment)
        for folder in FAT:
            shutil.rmtree(system / folder, ignore_errors=True)
        run(
            ["bash", "-c", f"tar -C {system} --exclude=./dev -c . | podman import -q - {DEBIAN_IMAGE}"],
            environment,
        )
        shutil.rmtree(system)
    context = FOLDER / "bases"
    context.mkdir(exist_ok=True)
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", context)
    shutil.copy(ROOT / "requirements-node.lock", context)
    pip_conf = Path("/etc/pip.conf")
    (context / "pip.conf").write_text(pip_conf.read_text() if pip_conf.exists() else "")
    npmrc = Path.home() / ".npmrc"
    (context / "npmrc").write_text(npmrc.read_text() if npmrc.exists() else "")
    for image, text in ((PYTHON_IMAGE, PYTHON_BASE), (NODE_IMAGE, NODE_BASE)):
        if not exists(image, environment):
            (context / "Dockerfile").write_text(text)
            run([*build, "-t", image, str(context)], environment)


def run_images(environment: dict[str, str]) -> None:
    """Migrate, then run the services like the chart; each must respond and stop cleanly."""
    sys.path.insert(0, str(ROOT / "platform" / "src"))
    with database() as url:
        settings = {
            "ABANO_DATABASE_URL": url,
            "ABANO_SECRET_KEY": "k" * 40,
            "ABANO_INTERNAL_SECRET": "i" * 40,
            "ABANO_PORT": str(free_port()),
            "ABANO_WORKER_PORT": str(free_port()),
            "ABANO_ANALYTICS_PORT": str(free_port()),
        }
        platform, analytics = IMAGES
        print(podman_run(environment, settings, platform, ["abano", "migrate"]).strip())
        # Production settings: serving roles with their own login are required, the owner is refused.
        refused = podman_run(environment, settings, platform, ["sh", "-c", "abano serve 2>&1 || true"])
        if "Nothing was started" not in refused:
            raise SystemExit(f"{platform} serves as the owner of the database: {refused.strip()[-300:]}")
        settings |= roles(url)
        look = (
            "import os, shutil;"
            " print(os.getuid(), [t for t in ("
            "'pip', 'gcc', 'npm', 'git', 'uv') if shutil.which(t)])"
        )
        for image in IMAGES:
            found = podman_run(environment, settings, image, ["python", "-c", look]).strip()
            if found != "10001 []":
                raise SystemExit(f"{image} runs as or carries what it should not: {found}")
            write = podman_run(environment, settings, image, ["sh", "-c", "touch /app/x 2>&1 || true"])
            if "Read-only" not in write:
                raise SystemExit(f"{image}: its root file system can be written to.")
        for image, command, setting in (
            (platform, ["abano", "serve"], "ABANO_PORT"),
            (platform, ["abano", "worker"], "ABANO_WORKER_PORT"),
            (analytics, ["abano-analytics"], "ABANO_ANALYTICS_PORT"),
        ):
            answers_and_ends(environment, settings, image, command, int(settings[setting]))
        # The engine's extensions have to be included: a read-only container downloads none.
        lake = {
            "ABANO_WAREHOUSE": "ducklake:/var/lib/abano/lake",
            "ABANO_WAREHOUSE_CATALOG_URL": catalog(url),
        }
        port = int(settings["ABANO_ANALYTICS_PORT"])
        answers_and_ends(environment, settings | lake, analytics, ["abano-analytics"], port)


def roles(url: str) -> dict[str, str]:
    """Create logins for the two serving roles; returns their URLs by setting name."""
    import psycopg  # noqa: PLC0415 - together with the product, whose sources were just put on the path

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("alter role abano_app login")
        connection.execute("alter role abano_reporting login")
    return {
        "ABANO_DATABASE_URL": "",
        "ABANO_DATABASE_APP_URL": url.replace("postgres@", "abano_app@"),
        "ABANO_DATABASE_REPORTING_URL": url.replace("postgres@", "abano_reporting@"),
    }


def catalog(url: str) -> str:
    """The URL of an empty database for a DuckLake's catalog, owned by its own role."""
    import psycopg  # noqa: PLC0415 - together with the product, whose sources were just put on the path

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("create role abano_warehouse login")
        connection.execute("create database abano_warehouse owner abano_warehouse")
    return url.removesuffix("abano").replace("postgres@", "abano_warehouse@") + "abano_warehouse"


def answers_and_ends(
    environment: dict[str, str], settings: dict[str, str], image: str, command: list[str], port: int
) -> None:
    started = time.monotonic()
    name = f"abano-check-{port}"
    podman_run(environment, settings, image, command, options=["--detach", "--name", name])
    try:
        wait_for(lambda: answered(f"http://127.0.0.1:{port}/readyz"), name, environment)
        ready = time.monotonic() - started
        run(["podman", "stop", "--time", "30", name], environment)
        inspect = ["podman", "inspect", "--format", "{{.State.ExitCode}}", name]
        status = run(inspect, environment).strip()
        if status != "0":
            raise SystemExit(f"{' '.join(command)} ended with status {status} when it was asked to stop.")
        print(f"{' '.join(command)}: ready after {ready:.1f} s, ended in order")
    finally:
        subprocess.run(
            ["podman", "rm", "--force", "--volumes", name], check=False, env=environment, capture_output=True
        )


def podman_run(
    environment: dict[str, str],
    settings: dict[str, str],
    image: str,
    command: list[str],
    options: list[str] | None = None,
) -> str:
    words = ["podman", "run", "--network", "host", "--read-only", "--cap-drop", "ALL"]
    words += ["--security-opt", "no-new-privileges", "--tmpfs", "/tmp", "--memory", "512m"]  # noqa: S108
    words += ["--volume", "/var/lib/abano"]
    words += options or ["--rm"]
    for key, value in settings.items():
        words += ["--env", f"{key}={value}"]
    return run([*words, image, *command], environment)


@contextmanager
def database() -> Iterator[str]:
    """An embedded Postgres that also listens on a port of this machine for the duration of the block."""
    import psycopg  # noqa: PLC0415 - together with the product, whose sources were just put on the path

    from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres  # noqa: PLC0415

    port = free_port()
    folder = FOLDER / "postgres"
    shutil.rmtree(folder, ignore_errors=True)
    options = {**UNSAFE_AND_FAST, "listen_addresses": "127.0.0.1", "port": str(port)}
    server = EmbeddedPostgres(folder, options=options)
    server.start()
    try:
        url = f"postgresql://postgres@127.0.0.1:{port}"
        with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
            connection.execute("create database abano")
        yield f"{url}/abano"
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(done: Callable[[], bool], name: str, environment: dict[str, str]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not done():
        if time.monotonic() > deadline:
            logs = subprocess.run(
                ["podman", "logs", name], check=False, env=environment, capture_output=True, text=True
            )
            raise SystemExit(f"{name} did not become ready:\n{(logs.stdout + logs.stderr)[-2000:]}")
        time.sleep(0.1)


def answered(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except OSError:
        return False


def exists(image: str, environment: dict[str, str]) -> bool:
    done = subprocess.run(["podman", "image", "exists", image], check=False, env=environment)
    return done.returncode == 0


def megabytes(image: str, environment: dict[str, str]) -> int:
    size = run(["podman", "image", "inspect", "--format", "{{.Size}}", image], environment)
    return round(int(size) / 1_000_000)


def run(command: list[str], environment: dict[str, str]) -> str:
    """The output of ``command``. Raises SystemExit with its last lines on failure."""
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command[:6])} … failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    print(check())
