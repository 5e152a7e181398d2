#!/usr/bin/env python3
"""Sends requests of every shape, made from proto/openapi.json, to a suite of its own: no answer may be
a fault of the server, or one that the description does not have.

    tests/api/conformance.py target/debug/shashki SECONDS
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request

import streams
from suite import ROOT, running

# What ends the session that asks, a socket, and streams, which `streams` asks for.
LEFT_OUT = [
    "deletePlayer",
    "signOut",
    "openSocket",
    "watchGame",
    "watchPlayer",
    "watchMyPlayer",
    "enqueue",
    "watchInvite",
]

DESCRIPTION = ROOT / "proto" / "openapi.json"

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]


def ask(http, path, body=None, token=""):
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    data = json.dumps(body or {}).encode()
    request = urllib.request.Request(f"http://{http}{path}", data, headers, method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def main(binary, seconds):
    tool = ROOT / "target" / "tools" / "bin" / "schemathesis"
    with running(binary) as (http, _), tempfile.TemporaryDirectory() as folder:
        guest = ask(http, "/v1/sign-in/guest")
        token, player = guest["tokens"]["access_token"], guest["player"]["id"]
        seats = {"white": {"player_id": player}, "black": {"bot": "easy"}}
        game = ask(http, "/v1/games", {"mode": "combat-ai", **seats}, token)["game"]["id"]
        invite = ask(http, "/v1/invites", {"mode": "russian"}, token)["invite"]["code"]
        settings = f"{folder}/schemathesis.toml"
        with open(settings, "w") as file:
            # What is there, so that requests get past "no such thing".
            file.write(
                f"""[parameters]
"path.game_id" = "{game}"
"path.player_id" = "{player}"
"path.code" = "{invite}"
"path.pool" = "russian"
"path.mode" = ["russian", "poddavki"]
"""
            )
        command = [
            tool, "--config-file", settings, "run", DESCRIPTION,
            "--url", f"http://{http}", "--header", f"Authorization: Bearer {token}",
            "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
            "--max-time", str(seconds), "--no-color",
        ]  # fmt: skip
        for operation in LEFT_OUT:
            command += ["--exclude-operation-id", operation]
        done = subprocess.run(command, cwd=folder, env={**os.environ, "COLUMNS": "110"})
        description = json.loads(DESCRIPTION.read_text())
        known = {"game_id": game, "player_id": player, "code": invite, "mode": "russian"}
        wrong, asked = streams.check(http, description, token, known)
        print(f"streams: {asked} requests, {len(wrong)} answers that are not described", *wrong, sep="\n")
    if done.returncode != 0 or wrong:
        raise SystemExit("answers that proto/openapi.json does not allow")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
