"""Calling the gateway as a client should: what is not answered, or cannot be done just now, is asked again."""

import base64
import json
import os
import socket
import struct
import threading
import time
import urllib.error
import urllib.request

HTTP = "127.0.0.1:8080"

# Long enough for anything to come back on a busy machine.
PATIENCE = 120

# Answers that ask for another try: of the gateway's own, and of what is behind it.
NOT_NOW = {429, 500, 502, 503, 504}


class Refused(Exception):
    """The suite has answered that it will not do it."""


class Repeats:
    """How many calls had to be made again, and why the last one."""

    lock = threading.Lock()
    count = 0
    why = ""

    @classmethod
    def note(cls, why):
        with cls.lock:
            cls.count += 1
            cls.why = why


def ask(method, path, body=None, token=None):
    """The answer, however long it takes to come."""
    until = time.monotonic() + PATIENCE
    while True:
        status, answer = once(method, path, body, token)
        if status is not None and status < 300:
            return answer
        contended = isinstance(answer, dict) and answer.get("reason") == "CONTENDED"
        if status is not None and status not in NOT_NOW and not contended:
            raise Refused(f"{method} {path} {body}: {status} {answer}")
        Repeats.note(f"{method} {path}: {status} {answer}")
        if time.monotonic() > until:
            raise TimeoutError(f"{method} {path}: {status} {answer}")
        time.sleep(0.1)


def once(method, path, body=None, token=None):
    """A status and the answer; no status if nobody has answered."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{HTTP}{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")
    except (OSError, ValueError) as error:
        return None, str(error)


def text(url):
    """A page as it is."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def messages(path, token):
    """The messages of a WebSocket, until it is closed or lost."""
    host, port = HTTP.split(":")
    with socket.create_connection((host, int(port)), timeout=30) as stream:
        key = base64.b64encode(os.urandom(16)).decode()
        stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HTTP}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Protocol: shashki.v1, bearer.{token}\r\n\r\n".encode()
        )
        with stream.makefile("rb") as answers:
            if b" 101 " not in answers.readline():
                return
            while answers.readline().strip():
                pass
            while len(head := answers.read(2)) == 2:
                length = head[1]
                if length >= 126:
                    wide = {126: ">H", 127: ">Q"}[length]
                    (length,) = struct.unpack(wide, answers.read(struct.calcsize(wide)))
                text = answers.read(length)
                if head[0] == 0x81:
                    yield json.loads(text)
