"""Bots: how long they think, and whether they keep up."""

from .kit import board, graph, heat, quantile, share, stat, total

OWN = 'rpc_method=~"shashki.bots.+"'
CHOOSE = 'rpc_method="shashki.bots.v1.BotsService/ChooseMove"'
BAD = 'rpc_response_status_code=~"RESOURCE_EXHAUSTED|UNAVAILABLE|INTERNAL|UNKNOWN|DEADLINE_EXCEEDED"'
TURNS = 'shashki_job_kind="turn"'
JOB = 'job=~"bots|shashki"'

BOARD = board(
    "shashki-bots",
    "Shashki: bots",
    "Searches run on threads of their own, as many at a time as there are processors; the others wait, and too many are refused.",
    [
        (
            None,
            4,
            [
                stat(
                    "Searches",
                    "Searches that run or wait for a thread.",
                    "sum(shashki_bots_searches)",
                    width=6,
                    decimals=0,
                ),
                stat(
                    "Moves chosen",
                    "Calls of ChooseMove in a second.",
                    total("rpc_server_call_duration_seconds_count", CHOOSE),
                    "ops",
                    width=6,
                ),
                stat(
                    "A move takes",
                    "19 of 20 moves are chosen within this, waiting included. Games waits two seconds.",
                    quantile(0.95, "rpc_server_call_duration", CHOOSE),
                    "s",
                    (0.7, 1),
                    6,
                ),
                stat(
                    "Refused",
                    "The part of calls that get no answer, as a rule because too many wait.",
                    share("rpc_server_call_duration_seconds_count", BAD, OWN),
                    "percentunit",
                    (0.01, 0.05),
                    6,
                ),
            ],
        ),
        (
            "Thinking",
            9,
            [
                graph(
                    "How long they think (p95)",
                    "From the start of a search to the choice. Bots and hints end after 0.6 s at the latest; an analysis takes as long as was asked for.",
                    [
                        (
                            quantile(0.95, "shashki_bots_think_duration", by="shashki_bot_level"),
                            "{{shashki_bot_level}}",
                        )
                    ],
                    "s",
                    8,
                ),
                graph(
                    "By ruleset (p95)",
                    "The same by ruleset, bots alone.",
                    [
                        (
                            quantile(
                                0.95,
                                "shashki_bots_think_duration",
                                'shashki_bot_level=~"easy|medium|hard"',
                                "shashki_ruleset",
                            ),
                            "{{shashki_ruleset}}",
                        )
                    ],
                    "s",
                    8,
                ),
                heat(
                    "How thinking is spread",
                    "Searches by how long they took.",
                    "shashki_bots_think_duration",
                    width=8,
                ),
            ],
        ),
        (
            "Do they keep up?",
            9,
            [
                graph(
                    "Searches",
                    "Searches that run or wait, by replica. Seventeen for each processor are taken, the next are refused.",
                    [("sum by (instance) (shashki_bots_searches)", "{{instance}}")],
                    width=8,
                    stack=True,
                ),
                graph(
                    "Calls",
                    "Calls in a second, by method and the code of their answer.",
                    [
                        (
                            total(
                                "rpc_server_call_duration_seconds_count",
                                OWN,
                                "rpc_method, rpc_response_status_code",
                            ),
                            "{{rpc_method}} · {{rpc_response_status_code}}",
                        )
                    ],
                    "ops",
                    8,
                ),
                graph(
                    "Calls take (p95)",
                    "Waiting for a thread included.",
                    [(quantile(0.95, "rpc_server_call_duration", OWN, "rpc_method"), "{{rpc_method}}")],
                    "s",
                    8,
                    limits=(None, 1),
                ),
            ],
        ),
        (
            "What games make of it",
            8,
            [
                graph(
                    "Moves of bots",
                    "Moves of bots written in a second, by mode.",
                    [
                        (
                            total("shashki_games_moves_total", 'shashki_moved_by="bot"', "shashki_mode"),
                            "{{shashki_mode}}",
                        )
                    ],
                    "ops",
                    8,
                    stack=True,
                ),
                graph(
                    "Turns of bots that come again",
                    "In a second: the bot gave no answer, and is asked again a second later.",
                    [(f"{total('shashki_jobs_retries_total', TURNS)} or vector(0)", "turns")],
                    "ops",
                    8,
                    limits=(None, 0.2),
                ),
                graph(
                    "Processors",
                    "Processors in use, by replica.",
                    [(total("process_cpu_time_seconds_total", JOB, "instance"), "{{instance}}")],
                    "short",
                    8,
                    stack=True,
                ),
            ],
        ),
    ],
)
