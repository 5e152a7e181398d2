"""Asks for streams in every wrong way: schemathesis cannot, for an answer that does not end is none to
it. Each refusal, and each beginning of a stream, has to be one that the description has."""

import http.client
import itertools
import urllib.parse

EVENTS = {"Accept": "text/event-stream"}

# What may follow a path.
QUERIES = ["", "other=1", "after_version=x", "after_version=-1", "after_version=1", "player_id=x", "rated=2", "%ff"]

# What may stand for a field of the path beside what is there.
VALUES = ["nobody", "%ff", "a%20b", "a%2Fb", "x" * 300]


def check(address, description, token, known):
    """Returns what is wrong with the answers, and how many there were."""
    wrong, asked = [], 0
    for path, operations in description["paths"].items():
        operation = operations.get("get", {})
        if not is_stream(operation):
            continue
        for target, headers in requests(path, token, known):
            asked += 1
            status, media_type = ask(address, target, headers)
            if problem := mismatch(operation, status, media_type):
                wrong.append(f"GET {target} with {', '.join(headers) or 'no headers'}: {problem}")
    return wrong, asked


def is_stream(operation):
    return "text/event-stream" in operation.get("responses", {}).get("200", {}).get("content", {})


def requests(path, token, known):
    """Targets and headers: one thing is changed at a time, and the path with the query."""
    authorized = {"Authorization": f"Bearer {token}", **EVENTS}
    usual = path.format_map(known)
    yield usual, {}
    yield usual, EVENTS
    yield usual, {**authorized, "Authorization": "Bearer x"}
    yield usual, {**authorized, "Authorization": "Basic x"}
    yield usual, {name: value for name, value in authorized.items() if name != "Accept"}
    for last in ["x", "-1", "", "1"]:
        yield usual, {**authorized, "Last-Event-ID": last}
    others = [path.format_map(dict.fromkeys(known, value)) for value in VALUES]
    for target, query in itertools.product(dict.fromkeys([usual, *others]), QUERIES):
        yield f"{target}?{query}" if query else target, authorized


def ask(address, target, headers):
    """The status of an answer and its media type; a stream is left as soon as it begins."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(f"//{address}").netloc, timeout=20)
    try:
        connection.request("GET", target, headers=headers)
        answer = connection.getresponse()
        return str(answer.status), answer.headers.get_content_type()
    finally:
        connection.close()


def mismatch(operation, status, media_type):
    if status.startswith("5"):
        return f"a fault, {status}"
    described = operation["responses"].get(status)
    if described is None:
        return f"{status} is not described"
    if media_type not in described.get("content", {}):
        return f"{status} with {media_type} is not described"
    return None
