"""Live games, their clocks, and the jobs behind them."""

from .kit import MODE, board, graph, heat, over_range, quantile, quantiles, stat, table, total

IN_MODE = 'shashki_mode=~"$mode"'
MOVE = 'rpc_method="shashki.games.v1.GamesService/PlayMove"'
GAMES = 'job=~"games|shashki"'

BOARD = board(
    "shashki-games",
    "Shashki: games and timers",
    "Live games, moves, clocks, and what games do by themselves.",
    [
        (
            None,
            4,
            [
                stat(
                    "Live games",
                    "Games that are going on, in the whole store.",
                    f"sum(max by (shashki_mode) (shashki_games_live{{{IN_MODE}}}))",
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Begun",
                    "Games begun in the time that is shown.",
                    over_range("shashki_games_started_total", IN_MODE),
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Ended",
                    "Games that came to their end in the time that is shown.",
                    over_range("shashki_games_finished_total", IN_MODE),
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Moves a second",
                    "Moves written.",
                    total("shashki_games_moves_total", IN_MODE),
                    "ops",
                    width=4,
                ),
                stat(
                    "Flags are late",
                    "99 of 100 flags fall within this of their deadline.",
                    quantile(0.99, "shashki_games_flag_lateness"),
                    "s",
                    (0.25, 1),
                    4,
                ),
                stat(
                    "Jobs come again",
                    "Jobs in a second that did not come to their end.",
                    total("shashki_jobs_retries_total", GAMES),
                    "ops",
                    (0.2, 1),
                    4,
                ),
            ],
        ),
        (
            "Games",
            8,
            [
                graph(
                    "Live games",
                    "Games that are going on, by mode.",
                    [(f"max by (shashki_mode) (shashki_games_live{{{IN_MODE}}})", "{{shashki_mode}}")],
                    width=8,
                    stack=True,
                ),
                graph(
                    "Begun and ended",
                    "Games begun and ended in a minute.",
                    [
                        (f"60 * {total('shashki_games_started_total', IN_MODE)}", "begun"),
                        (f"60 * {total('shashki_games_finished_total', IN_MODE)}", "ended"),
                    ],
                    width=8,
                ),
                graph(
                    "Moves",
                    "Moves written in a second, by mode and by who moved.",
                    [
                        (
                            total("shashki_games_moves_total", IN_MODE, "shashki_mode, shashki_moved_by"),
                            "{{shashki_mode}} · {{shashki_moved_by}}",
                        )
                    ],
                    "ops",
                    8,
                    stack=True,
                ),
            ],
        ),
        (
            None,
            8,
            [
                table(
                    "How games end",
                    "Games that ended in the time that is shown, by result and reason.",
                    [
                        (
                            "Games",
                            over_range(
                                "shashki_games_finished_total",
                                IN_MODE,
                                "shashki_mode, shashki_result, shashki_reason",
                            ),
                            "short",
                        )
                    ],
                    [("shashki_mode", "Mode"), ("shashki_result", "Result"), ("shashki_reason", "Reason")],
                    width=12,
                ),
                graph(
                    "Live games against the books",
                    "Live games, and what they should be: those of the beginning of the hour with the games begun since, less those ended. Apart for long: LiveGamesDrift.",
                    [
                        ("sum(max by (shashki_mode) (shashki_games_live))", "live"),
                        (
                            "(sum(max by (shashki_mode) (shashki_games_live offset 1h)) or vector(0))"
                            " + sum(increase(shashki_games_started_total[1h])) - sum(increase(shashki_games_finished_total[1h]))",
                            "by the books",
                        ),
                    ],
                ),
            ],
        ),
        (
            "Moves",
            8,
            [
                graph(
                    "How long a move takes",
                    "From a call of PlayMove to its answer.",
                    quantiles("rpc_server_call_duration", MOVE),
                    "s",
                    8,
                    limits=(None, 0.5),
                ),
                heat(
                    "How moves are spread",
                    "Moves by how long they took.",
                    "rpc_server_call_duration",
                    MOVE,
                    8,
                ),
                graph(
                    "How moves are answered",
                    "Calls of PlayMove by the code of their answer. FAILED_PRECONDITION is an illegal move or a game that is over, ABORTED a view out of date.",
                    [
                        (
                            total("rpc_server_call_duration_seconds_count", MOVE, "rpc_response_status_code"),
                            "{{rpc_response_status_code}}",
                        )
                    ],
                    "ops",
                    8,
                ),
            ],
        ),
        (
            "Clocks",
            8,
            [
                graph(
                    "How late flags are",
                    "From when a clock ran out, or was to warn, to when the timer wrote so.",
                    quantiles("shashki_games_flag_lateness"),
                    "s",
                    12,
                    limits=(None, 1),
                ),
                heat(
                    "How lateness is spread",
                    "Flags and warnings by how late they were.",
                    "shashki_games_flag_lateness",
                    width=12,
                ),
            ],
        ),
        (
            "Jobs",
            8,
            [
                graph(
                    "Jobs are late (p99)",
                    "From when a job was due to when a worker took it.",
                    [(quantile(0.99, "shashki_jobs_lag", GAMES, "shashki_job_kind"), "{{shashki_job_kind}}")],
                    "s",
                    8,
                    limits=(None, 5),
                ),
                graph(
                    "Work on jobs (p99)",
                    "How long the work on a job takes; a lease is 5 s.",
                    [
                        (
                            quantile(0.99, "shashki_jobs_duration", GAMES, "shashki_job_kind"),
                            "{{shashki_job_kind}}",
                        )
                    ],
                    "s",
                    8,
                    limits=(None, 5),
                ),
                graph(
                    "Jobs done",
                    "Jobs in a second, by kind.",
                    [
                        (
                            total("shashki_jobs_duration_seconds_count", GAMES, "shashki_job_kind"),
                            "{{shashki_job_kind}}",
                        )
                    ],
                    "ops",
                    8,
                ),
            ],
        ),
        (
            None,
            8,
            [
                graph(
                    "What came of jobs",
                    "All but `done` come again.",
                    [
                        (
                            total("shashki_jobs_duration_seconds_count", GAMES, "shashki_job_outcome"),
                            "{{shashki_job_outcome}}",
                        )
                    ],
                    "ops",
                    8,
                ),
                graph(
                    "Jobs that come again",
                    "In a second, by kind; one job that never ends is one a second.",
                    [
                        (
                            total("shashki_jobs_retries_total", GAMES, "shashki_job_kind"),
                            "{{shashki_job_kind}}",
                        )
                    ],
                    "ops",
                    8,
                    limits=(None, 0.2),
                ),
                graph(
                    "Commits that met another",
                    "In a second, by what they met: another version, a deadline that had passed, a member that was not there.",
                    [
                        (
                            total("shashki_store_conflicts_total", GAMES, "shashki_conflict"),
                            "{{shashki_conflict}}",
                        )
                    ],
                    "ops",
                    8,
                ),
            ],
        ),
        (
            "Around games",
            8,
            [
                graph(
                    "Results rated",
                    "In a minute, by pool.",
                    [
                        (
                            f"60 * {total('shashki_ratings_results_total', by='shashki_pool')}",
                            "{{shashki_pool}}",
                        )
                    ],
                    width=8,
                ),
                graph(
                    "Boosts",
                    "Boosts settled in a minute.",
                    [
                        (
                            f"60 * {total('shashki_games_boosts_total', by='shashki_boost, shashki_outcome')}",
                            "{{shashki_boost}} · {{shashki_outcome}}",
                        )
                    ],
                    width=8,
                ),
                graph(
                    "Who watches",
                    "Streams of games, and what of them goes out over HTTP.",
                    [
                        (f"sum by (rpc_method) (shashki_streams_open{{{GAMES}}})", "{{rpc_method}}"),
                        (
                            'sum by (rpc_method) (shashki_gateway_streams_open{rpc_method=~"WatchGame|WatchPlayer"})',
                            "{{rpc_method}} over HTTP",
                        ),
                    ],
                    width=8,
                ),
            ],
        ),
    ],
    [MODE],
)
