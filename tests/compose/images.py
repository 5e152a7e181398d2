"""Images under the tags that the compose file names, made of Debian's packages: nothing is pulled."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from stack import ROOT, TARGET

STAND_INS = Path(__file__).parent / "stand_ins"
BINARY = TARGET / "debug/shashki"
PACKAGES = ["redis-server", "postgresql", "prometheus"]

# The libraries that distroless has of Debian for programs like ours.
DISTROLESS = re.compile(r"/(ld-linux|libc|libm|libgcc_s|libdl|libpthread|librt|libstdc\+\+)\b[^/]*$")


def debian(cache):
    """Debian with the packages, as a folder; made once."""
    folder = cache / "debian"
    if not folder.exists():
        new = cache / "debian.new"
        shutil.rmtree(new, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "--include", ",".join(PACKAGES), codename(), new)
        shutil.rmtree(new / "var/cache/apt", ignore_errors=True)
        new.rename(folder)
    return folder


def codename():
    """This machine's release: the service's binary was linked with what that has."""
    release = Path("/etc/os-release").read_text()
    return re.search(r"^VERSION_CODENAME=(\w+)$", release, re.MULTILINE)[1]


def make(debian, compose):
    """All images; those that were made before are kept, but for the service's own."""
    tag = tags(compose)
    if not exists("stand-in/debian"):
        archive = subprocess.Popen(["tar", "-C", debian, "-c", "."], stdout=subprocess.PIPE)
        run("docker", "import", "-", "stand-in/debian", stdin=archive.stdout)
    for name in ["redis", "postgres", "prometheus"]:
        build(tag[name], STAND_INS, (STAND_INS / f"{name}.Dockerfile").read_text())
    service(debian, tag["games"])


def tags(compose):
    """The image of each service, by the compose file itself."""
    found = re.findall(r"^  (\w+):\n(?:    .*\n|\n)*?    image: (\S+)$", compose, re.MULTILINE)
    default = re.search(r"^x-service:.*?image: (\S+)$", compose, re.MULTILINE | re.DOTALL)[1]
    return {"games": default, **dict(found)}


def service(debian, tag):
    """The service's image, by the last stage of deploy/Dockerfile as it stands."""
    dockerfile = (ROOT / "deploy/Dockerfile").read_text()
    last = dockerfile[dockerfile.rindex("\nFROM ") :]
    base = re.search(r"FROM (\S+)", last)[1]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for library in libraries(BINARY):
            file = root / "base" / library
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(debian / library, file)
        (root / "base/etc").mkdir()
        (root / "base/etc/passwd").write_text("nonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n")
        build(base, root, "FROM scratch\nCOPY base /\nUSER 65532\nWORKDIR /home/nonroot\n")

        (root / "out").mkdir()
        # Without symbols it is a tenth of the size.
        run("strip", "-o", root / "out/shashki", BINARY)
        made = re.search(r"mkdir secrets && cd secrets \\\n && mkdir (.*)$", dockerfile, re.MULTILINE)[1]
        for name in made.split():
            (root / "out/secrets" / name).mkdir(parents=True)
        build(tag, root, f"FROM scratch AS build\nCOPY out /out\n{last}")


def libraries(program):
    """What a program is linked with, as paths from the root; all of it is there in distroless too."""
    said = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"/\S+(?= \(0x)", said)
    assert all(map(DISTROLESS.search, found)), f"distroless does not have all of {found}"
    return [library.removeprefix("/") for library in found]


def build(tag, context, dockerfile):
    command = ["docker", "build", "--quiet", "--network", "none", "--tag", tag, "--file", "-", "."]
    # Without BuildKit, which not every engine has.
    run(*command, cwd=context, input=dockerfile, env={"DOCKER_BUILDKIT": "0"})


def exists(tag):
    return subprocess.run(["docker", "image", "inspect", tag], capture_output=True).returncode == 0


def run(*command, env=None, **how):
    made = subprocess.run(
        [str(word) for word in command],
        text=True,
        capture_output="stdin" not in how,
        env={**os.environ, **(env or {})},
        **how,
    )
    if made.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}:\n{made.stdout or ''}{made.stderr or ''}")
