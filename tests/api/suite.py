"""A suite of its own for the checks of the API, on free ports."""

import contextlib
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def running(binary):
    """A suite while the block runs: the address of its HTTP port and that of its gRPC port."""
    free = "127.0.0.1:0"
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        with open(log, "w") as errors:
            suite = subprocess.Popen(
                [binary, "all", "--http", free, "--grpc", free, "--data", f"{folder}/data"],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                # One address signs in many times here.
                env={"SHASHKI_SIGN_INS_BY_ADDRESS": "100000"},
            )
        try:
            yield addresses(suite, log)
        finally:
            suite.terminate()
            suite.wait(30)
        panics = [line for line in log.read_text().splitlines() if "panic" in line]
        assert not panics, "\n".join(panics)


def addresses(suite, log):
    found = {}
    for line in suite.stdout:
        if part := re.match(r"\s*(play|gRPC)\s+(?:http://)?(127\.0\.0\.1:\d+)", line):
            found[part[1]] = part[2]
        if len(found) == 2:
            return found["play"], found["gRPC"]
    raise SystemExit(f"the suite did not start:\n{log.read_text()}")
