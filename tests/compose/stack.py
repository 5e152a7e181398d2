"""The deployment under test: the repository's own docker-compose.yml."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import rest

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SERVICES = ["players", "rules", "bots", "ratings", "shop", "games", "matchmaking", "gateway"]
KEEPERS = ["redis", "postgres", "prometheus"]
PATIENCE = 180


def composer():
    """`docker-compose`, or what COMPOSE says, such as `docker compose`."""
    if given := os.environ.get("COMPOSE"):
        return shlex.split(given)
    return ["docker-compose"] if shutil.which("docker-compose") else ["docker", "compose"]


class Stack:
    def __init__(self, project):
        self.project = project
        # Grafana, Jaeger and the collector have no stand-ins.
        self.environment = {**os.environ, "COMPOSE_PROFILES": ""}

    def compose(self, *words):
        command = [*composer(), "--project-name", self.project, *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        assert done.returncode == 0, f"{shlex.join(command)}:\n{done.stdout}"
        return done.stdout

    def documented(self, heading, folder):
        """Does in a folder what docs/deployment.md says under a heading."""
        page = (ROOT / "docs/deployment.md").read_text()
        section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        where = ["--project-directory", str(ROOT), "--file", str(ROOT / "docker-compose.yml")]
        compose = shlex.join([*composer(), *where, "--project-name", self.project])
        for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL):
            script = "set -e\n" + block.replace("docker compose", compose)
            done = subprocess.run(
                ["sh", "-c", script], cwd=folder, env=self.environment, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            assert done.returncode == 0, f"{block}\n{done.stdout}"

    def containers(self, service=None):
        """What docker knows of the containers of one service, or of all."""
        label = "label=com.docker.compose"
        filters = ["--filter", f"{label}.project={self.project}"]
        if service:
            filters += ["--filter", f"{label}.service={service}"]
        ids = output("docker", "ps", "--all", "--quiet", *filters).split()
        return json.loads(output("docker", "inspect", *ids)) if ids else []

    def kill(self, container):
        """kill -9, as the kernel does it when memory is short: a restart follows."""
        os.kill(container["State"]["Pid"], signal.SIGKILL)

    def back(self, container):
        """Waits until a killed container runs anew."""
        before = container["State"]["StartedAt"]

        def restarted():
            now = json.loads(output("docker", "inspect", container["Id"]))[0]["State"]
            return now["Running"] and now["StartedAt"] != before

        wait(restarted, f"{container['Name']} is started again")

    def well(self):
        """Waits until every container is healthy and the gateway ready."""
        wait(lambda: not self.unwell(), self.unwell)
        wait(lambda: rest.once("GET", "/readyz")[0] == 200, lambda: rest.once("GET", "/readyz"))

    def unwell(self):
        ill = []
        for container in self.containers():
            state = container["State"]
            once = container["Config"]["Cmd"][:1] == ["setup"]
            if once and (state["Running"] or state["ExitCode"]):
                ill.append((container["Name"], state["Status"], state["ExitCode"]))
            if not once and state["Health"]["Status"] != "healthy":
                log = state["Health"]["Log"] or [{"Output": ""}]
                ill.append((container["Name"], state["Health"]["Status"], log[-1]["Output"]))
        return ill


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def wait(until, what):
    """Waits for something that will come; `what` says in words what is missing."""
    give_up = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < give_up, f"never: {what() if callable(what) else what}"
        time.sleep(0.2)
