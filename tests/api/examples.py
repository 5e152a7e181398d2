#!/usr/bin/env python3
"""Checks that every example in proto/openapi.json fits the schema that stands beside it.

    target/tools/bin/python tests/api/examples.py [FILE]
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator

DESCRIPTION = pathlib.Path(__file__).resolve().parents[2] / "proto" / "openapi.json"


def examples(operation):
    """Where an operation has what: an object with a schema and perhaps an example."""
    for parameter in operation.get("parameters", []):
        yield parameter["name"], parameter
    for media_type in operation.get("requestBody", {}).get("content", {}).values():
        yield "the body", media_type
    for status, response in operation["responses"].items():
        for media_type in response.get("content", {}).values():
            yield status, media_type


def main(description):
    count, wrong = 0, []
    for path, operations in description["paths"].items():
        for operation in operations.values():
            for place, held in examples(operation):
                if "example" not in held:
                    continue
                count += 1
                # References begin at the root.
                schema = {**held["schema"], "components": description["components"]}
                validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
                for error in validator.iter_errors(held["example"]):
                    wrong.append(f"{path}, {operation['operationId']}, {place}: {error.json_path}: {error.message}")
    print(f"examples: {count}, {len(wrong)} faults", *wrong, sep="\n")
    if wrong or not count:
        raise SystemExit("examples that do not fit their schemas")


if __name__ == "__main__":
    main(json.loads(pathlib.Path(sys.argv[1] if sys.argv[1:] else DESCRIPTION).read_text()))
