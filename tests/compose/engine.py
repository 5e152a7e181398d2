"""A container engine of the test's own, in a sandbox that leaves nothing behind.

The engine runs in namespaces of its own: its bridges, firewall rules, mounts and processes are seen by
nobody else and go with the test, however that ends. What is kept between runs are its images.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SANDBOX = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]


def missing():
    """Why no engine can be started here, or None."""
    if os.geteuid() != 0:
        return "it takes root"
    for program in ["dockerd", "docker", "unshare", "ip"]:
        if not shutil.which(program):
            return f"there is no {program}"
    if subprocess.run([*SANDBOX, "ip", "link", "set", "lo", "up"], capture_output=True).returncode:
        return "namespaces are not allowed"
    return None


def in_sandbox(arguments):
    """Runs a Python script where an engine can be started; gives its exit code."""
    return subprocess.run([*SANDBOX, sys.executable, *arguments]).returncode


class NoEngine(Exception):
    """It cannot be started."""


class Engine:
    """A running dockerd, for use in the sandbox. `docker` finds it by DOCKER_HOST."""

    def __init__(self, data):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        # The path of a socket has to be short, and an old pid file must not be found.
        self.folder = Path(tempfile.mkdtemp(prefix="shashki-"))
        socket = f"unix://{self.folder}/docker.sock"
        os.environ["DOCKER_HOST"] = socket
        self.log = self.folder / "dockerd.log"
        self.process = subprocess.Popen(
            [
                "dockerd", "--host", socket, "--data-root", data, "--bridge", "none",
                "--exec-root", self.folder / "exec", "--pidfile", self.folder / "pid",
                "--exec-opt", "native.cgroupdriver=cgroupfs",
            ],
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
        )

    def __enter__(self):
        for _ in range(600):
            if subprocess.run(["docker", "info"], capture_output=True).returncode == 0:
                self.sweep()
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        why = self.log.read_text(errors="replace").strip().splitlines()[-1:]
        self.__exit__()
        raise NoEngine(*why)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def sweep():
        """Takes away what a run that was cut off has left among the data."""
        def docker(*words):
            return subprocess.run(["docker", *words], capture_output=True, text=True).stdout

        left = docker("ps", "--all", "--quiet").split()
        if left:
            docker("rm", "--force", *left)
        docker("network", "prune", "--force")
        volumes = docker("volume", "ls", "--quiet").split()
        if volumes:
            docker("volume", "rm", "--force", *volumes)
