"""How players meet: queues, pairings, invites."""

from .kit import MODE, board, graph, heat, over_range, quantile, share, stat, total

IN_MODE = 'shashki_mode=~"$mode"'
PEOPLE = f'{IN_MODE},shashki_against="player"'
LEFT = f'{IN_MODE},shashki_outcome!="enqueued"'
OWN = 'job=~"matchmaking|shashki"'
KINDS = 'shashki_job_kind=~"pair|cycle|accepted|expire"'

BOARD = board(
    "shashki-matchmaking",
    "Shashki: matchmaking",
    "Queues, how long people wait, and what comes of it.",
    [
        (
            None,
            4,
            [
                stat(
                    "Waiting",
                    "Tickets in the queues.",
                    f"sum(max by (shashki_mode, shashki_rated) (shashki_matchmaking_queue_length{{{IN_MODE}}}))",
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Matched",
                    "Tickets matched in the time that is shown.",
                    over_range("shashki_matchmaking_tickets_total", f'{IN_MODE},shashki_outcome="matched"'),
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Half wait",
                    "Half of those who were matched with a player waited no longer.",
                    quantile(0.5, "shashki_matchmaking_wait", PEOPLE),
                    "s",
                    width=4,
                ),
                stat(
                    "Nearly all wait",
                    "19 of 20 waited no longer. After two minutes anybody will do.",
                    quantile(0.95, "shashki_matchmaking_wait", PEOPLE),
                    "s",
                    (120, 300),
                    4,
                ),
                stat(
                    "Gave up",
                    "The part of the tickets that left the queue unmatched: cancelled, or lapsed with their streams.",
                    share("shashki_matchmaking_tickets_total", 'shashki_outcome!="matched"', LEFT),
                    "percentunit",
                    (0.3, 0.6),
                    4,
                ),
                stat(
                    "Called off",
                    "The part of pairings that gave way to an older one of the same player, or that games refused.",
                    share("shashki_matchmaking_pairings_total", 'shashki_outcome!="created"', IN_MODE),
                    "percentunit",
                    (0.05, 0.2),
                    4,
                ),
            ],
        ),
        (
            "Queues",
            8,
            [
                graph(
                    "Waiting",
                    "Tickets that wait. Two or more for minutes while nobody is matched: QueueStuck.",
                    [
                        (
                            f"max by (shashki_mode, shashki_rated) (shashki_matchmaking_queue_length{{{IN_MODE}}})",
                            "{{shashki_mode}} · rated: {{shashki_rated}}",
                        )
                    ],
                    stack=True,
                ),
                graph(
                    "What comes of tickets",
                    "In a minute. A lapsed ticket has lost its streams.",
                    [
                        (
                            f"60 * {total('shashki_matchmaking_tickets_total', IN_MODE, 'shashki_outcome')}",
                            "{{shashki_outcome}}",
                        )
                    ],
                ),
            ],
        ),
        (
            "Waits",
            8,
            [
                graph(
                    "How long people wait",
                    "From joining the queue to being matched, with a player or with a bot.",
                    [
                        (
                            quantile(0.5, "shashki_matchmaking_wait", IN_MODE, "shashki_against"),
                            "p50 · {{shashki_against}}",
                        ),
                        (
                            quantile(0.95, "shashki_matchmaking_wait", IN_MODE, "shashki_against"),
                            "p95 · {{shashki_against}}",
                        ),
                    ],
                    "s",
                    8,
                ),
                graph(
                    "Nearly all wait, by mode (p95)",
                    "With a player, by mode.",
                    [
                        (
                            quantile(0.95, "shashki_matchmaking_wait", PEOPLE, "shashki_mode"),
                            "{{shashki_mode}}",
                        )
                    ],
                    "s",
                    8,
                ),
                heat(
                    "How waits are spread",
                    "Tickets matched by how long they waited.",
                    "shashki_matchmaking_wait",
                    IN_MODE,
                    8,
                ),
            ],
        ),
        (
            "Pairings and invites",
            8,
            [
                graph(
                    "What comes of pairings",
                    "In a minute. Called off: a player was wanted for an older one.",
                    [
                        (
                            f"60 * {total('shashki_matchmaking_pairings_total', IN_MODE, 'shashki_outcome')}",
                            "{{shashki_outcome}}",
                        )
                    ],
                    width=8,
                ),
                graph(
                    "What comes of invites",
                    "In a minute.",
                    [
                        (
                            f"60 * {total('shashki_matchmaking_invites_total', by='shashki_outcome')}",
                            "{{shashki_outcome}}",
                        )
                    ],
                    width=8,
                ),
                graph(
                    "Who looks on",
                    "Streams of matchmaking, and what of them goes out over HTTP.",
                    [
                        (
                            'sum by (rpc_method) (shashki_gateway_streams_open{rpc_method=~"Enqueue|WatchInvite"})',
                            "{{rpc_method}} over HTTP",
                        ),
                        (
                            'sum by (rpc_method) (shashki_streams_open{rpc_method=~"shashki.matchmaking.+"})',
                            "{{rpc_method}}",
                        ),
                    ],
                    width=8,
                ),
            ],
        ),
        (
            "Underneath",
            8,
            [
                graph(
                    "Jobs are late (p99)",
                    "From when a job was due to when a worker took it.",
                    [(quantile(0.99, "shashki_jobs_lag", KINDS, "shashki_job_kind"), "{{shashki_job_kind}}")],
                    "s",
                    8,
                    limits=(None, 5),
                ),
                graph(
                    "What came of jobs",
                    "All but `done` come again.",
                    [
                        (
                            total(
                                "shashki_jobs_duration_seconds_count",
                                KINDS,
                                "shashki_job_kind, shashki_job_outcome",
                            ),
                            "{{shashki_job_kind}} · {{shashki_job_outcome}}",
                        )
                    ],
                    "ops",
                    8,
                ),
                graph(
                    "Calls (p99)",
                    "How long matchmaking takes to answer.",
                    [
                        (
                            quantile(
                                0.99,
                                "rpc_server_call_duration",
                                f'{OWN},rpc_method=~"shashki.matchmaking.+"',
                                "rpc_method",
                            ),
                            "{{rpc_method}}",
                        )
                    ],
                    "s",
                    8,
                ),
            ],
        ),
    ],
    [MODE],
)
