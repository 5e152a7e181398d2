#!/usr/bin/env python3
"""Plays the first games of docs/clients.md as they are printed there, against a suite of its own.

    tests/api/first_games.py target/debug/shashki

What a block of the page needs beside the suite (packages of npm and PyPI) is kept under target/clients.
"""

import re
import subprocess
import sys

from suite import ROOT, running

PAGE = ROOT / "docs" / "clients.md"
KEPT = ROOT / "target" / "clients"

# A block of code that is marked for us: its language, its mark and its text.
BLOCK = re.compile(r"^```(\w+) (setup|first-game)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# Longer than any game here takes, with packages to install, in seconds.
TIMEOUT = 300


def blocks():
    """The marked blocks by the heading that they stand under."""
    sections = re.split(r"^## (.+)$", PAGE.read_text(), flags=re.MULTILINE)
    titled = zip(sections[1::2], sections[2::2])
    return {title: found for title, text in titled if (found := BLOCK.findall(text))}


def run(language, text, folder):
    """Runs a block in a folder; what it prints comes back."""
    if language == "js":
        (folder / "play.mjs").write_text(text)
        # Browsers and newer versions have WebSockets without being asked.
        command = ["node", "--no-warnings", "--experimental-websocket", "play.mjs"]
    else:
        command = ["bash", "-euo", "pipefail", "-c", text]
    return subprocess.run(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT
    )


def main(binary):
    games = blocks()
    expected = ["REST", "One socket", "gRPC-Web", "gRPC"]
    assert list(games) == expected, f"first games of {list(games)}, not of {expected}"
    with running(binary) as (http, grpc):
        failed = [title for title in games if not play(title, games[title], http, grpc)]
    if failed:
        raise SystemExit(f"first games that failed: {', '.join(failed)}")


def play(title, found, http, grpc):
    folder = KEPT / re.sub(r"\W+", "-", title.lower())
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("proto", "examples"):
        link = folder / name
        if not link.exists():
            link.symlink_to(ROOT / name)
    for language, mark, text in found:
        text = text.replace("localhost:8080", http).replace("localhost:50051", grpc)
        done = run(language, text, folder)
        if done.returncode != 0:
            print(f"{title}: the block {mark} ended with {done.returncode}:\n{done.stdout}")
            return False
    lines = done.stdout.strip().splitlines()
    print(f"{title}: {len(lines)} lines, the last one: {lines[-1] if lines else '(none)'}")
    # A game that prints nothing has shown nothing.
    return bool(lines)


if __name__ == "__main__":
    main(sys.argv[1])
