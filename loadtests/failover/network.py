"""Network namespaces: each node of the cluster has an address and a cable of its own, which can be pulled.

Everything is inside one namespace without a way out, and ends with it: addresses, mounts and processes.
"""

import ipaddress
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HOME = "10.77.0.1"
NETWORK = "10.77.0.0/24"
NODES = ("node1", "node2", "node3")
NAMES = Path("/run/netns")
# Names the folder of the run, in its namespace.
INSIDE = "FAILOVER_FOLDER"
PROGRAMS = {
    "curl": "curl",
    "etcd": "etcd-server",
    "ip": "iproute2",
    "unshare": "util-linux",
    "setpriv": "util-linux",
}


class NotPossibleHere(Exception):
    """The machine lacks a requirement of the drill; the message names it."""


def address(node: str) -> str:
    """The IP of a node: node1 has 10.77.0.11."""
    return str(ipaddress.ip_address(HOME) + 10 * (NODES.index(node) + 1))


def check_machine() -> None:
    """Raises NotPossibleHere."""
    if sys.platform != "linux" or os.geteuid() != 0:
        raise NotPossibleHere("It needs Linux and root, for network namespaces and small disks.")
    missing = [f"{name} (Debian: {package})" for name, package in PROGRAMS.items() if not shutil.which(name)]
    if missing:
        raise NotPossibleHere(f"Missing on this machine: {', '.join(missing)}.")


def run_inside(folder: str, seconds: float) -> int:
    """Run this command again in namespaces of its own, for at most ``seconds``. All its processes end with it.

    Its files are in ``folder``, whose mounts end with it, too.
    """
    own = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    # The shell is the first process of the namespace and clears away those whose parent was killed.
    shell = ["sh", "-c", '"$@"; exit $?', "drill", sys.executable, "-m", "loadtests.failover"]
    process = subprocess.Popen(  # noqa: S603 - our own command
        [*own, *shell, *sys.argv[1:]], env={**os.environ, INSIDE: folder}
    )
    try:
        return process.wait(seconds)
    except KeyboardInterrupt:
        return process.wait(60)
    except subprocess.TimeoutExpired:
        print(f"The drill did not end within {seconds:.0f} s and was ended.", file=sys.stderr)
        return 1
    finally:
        process.kill()
        process.wait()


def lay_cables() -> None:
    """A switch with an address for everything that is no node, and a cable to each node."""
    # Names of namespaces are files: on a disk that only this namespace sees.
    NAMES.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(NAMES)], check=True)  # noqa: S603, S607 - fixed words
    _ip("link set lo up")
    _ip("link add abano0 type bridge")
    _ip(f"addr add {HOME}/24 dev abano0")
    _ip("link set abano0 up")
    for node in NODES:
        _ip(f"netns add {node}")
        _ip(f"link add to-{node} type veth peer name eth0 netns {node}")
        _ip(f"link set to-{node} master abano0")
        _ip(f"link set to-{node} up")
        _ip(f"-n {node} addr add {address(node)}/24 dev eth0")
        _ip(f"-n {node} link set eth0 up")
        _ip(f"-n {node} link set lo up")


def cut(node: str) -> None:
    """Pull the cable: packets are lost without an answer."""
    _ip(f"link set to-{node} down")


def mend(node: str) -> None:
    _ip(f"link set to-{node} up")


def in_node(node: str, user: str, command: Sequence[str]) -> list[str]:
    """``command`` as the account ``user`` on the network of ``node``."""
    return [
        *("ip", "netns", "exec", node),
        *("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"),
        *command,
    ]


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True)  # noqa: S603, S607 - fixed words
