#!/usr/bin/env python3
"""Writes dashboards/*.json from boards/*.py; with --check it only says whether they are what it would write."""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from boards import bots, games, matchmaking, overview, services, shop

HERE = Path(__file__).parent
BOARDS = {
    "overview": overview,
    "games": games,
    "matchmaking": matchmaking,
    "bots": bots,
    "shop": shop,
    "services": services,
}


def main():
    texts = {
        f"{name}.json": json.dumps(board.BOARD, indent=1, ensure_ascii=False) + "\n"
        for name, board in BOARDS.items()
    }
    folder = HERE / "dashboards"
    if sys.argv[1:] == ["--check"]:
        there = {file.name: file.read_text() for file in folder.glob("*.json")}
        wrong = sorted(name for name in texts.keys() | there.keys() if texts.get(name) != there.get(name))
        sys.exit(f"run deploy/grafana/make.py: it makes others of {', '.join(wrong)}" if wrong else 0)
    for name, text in texts.items():
        (folder / name).write_text(text)


main()
