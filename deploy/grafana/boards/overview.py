"""What a person on call looks at first."""

from .kit import (
    ANY_IS_BAD,
    OURS,
    SUITE,
    alerts,
    board,
    graph,
    quantile,
    quantiles,
    share,
    stat,
    timeline,
    total,
)

MOVE = 'rpc_method="shashki.games.v1.GamesService/PlayMove"'
REST = 'http_route!="/readyz"'
FAILED = 'http_response_status_code=~"5.."'

BOARD = board(
    "shashki-overview",
    "Shashki: overview",
    "Is it up, do people play, and does anything hurt? Colours turn where alerts do; each number leads to more.",
    [
        (
            None,
            4,
            [
                stat(
                    "Alerts",
                    "Alerts that fire; docs/alerts.md says what each means.",
                    'count(ALERTS{alertstate="firing"}) or vector(0)',
                    limits=ANY_IS_BAD,
                    decimals=0,
                ),
                stat(
                    "Not up",
                    "Replicas that do not answer Prometheus, and services that say that they are not ready.",
                    f"(count(up{{{SUITE}}} == 0) or vector(0)) + (count(shashki_ready == 0) or vector(0))",
                    limits=ANY_IS_BAD,
                    to="shashki-services",
                    decimals=0,
                ),
                stat(
                    "Live games",
                    "Games that are going on, in the whole store.",
                    "sum(max by (shashki_mode) (shashki_games_live))",
                    to="shashki-games",
                    decimals=0,
                ),
                stat(
                    "Moves a second",
                    "Moves written, of players and bots.",
                    total("shashki_games_moves_total"),
                    "ops",
                    to="shashki-games",
                ),
                stat(
                    "A move takes",
                    "99 of 100 moves are answered within this.",
                    quantile(0.99, "rpc_server_call_duration", MOVE),
                    "s",
                    (0.1, 0.5),
                    to="shashki-games",
                ),
                stat(
                    "Flags are late",
                    "99 of 100 flags fall within this of their deadline.",
                    quantile(0.99, "shashki_games_flag_lateness"),
                    "s",
                    (0.25, 1),
                    to="shashki-games",
                ),
                stat(
                    "Requests fail",
                    "The part of REST requests that the gateway answers with 500 or above.",
                    share("http_server_request_duration_seconds_count", FAILED, REST),
                    "percentunit",
                    (0.005, 0.02),
                    to="shashki-services",
                ),
                stat(
                    "Waiting",
                    "Tickets in all queues.",
                    "sum(max by (shashki_mode, shashki_rated) (shashki_matchmaking_queue_length))",
                    to="shashki-matchmaking",
                    decimals=0,
                ),
            ],
        ),
        (
            None,
            8,
            [
                alerts(
                    "Alerts that fire or are about to",
                    "Each has a runbook, named in its annotations: deploy/runbooks/.",
                ),
                timeline(
                    "Services",
                    "Up: at least one replica of the service answers Prometheus.",
                    f"max by (job) (up{{{SUITE}}})",
                    "{{job}}",
                ),
            ],
        ),
        (
            "People play",
            8,
            [
                graph(
                    "Moves",
                    "Moves written in a second, by who moved.",
                    [(total("shashki_games_moves_total", by="shashki_moved_by"), "{{shashki_moved_by}}")],
                    "ops",
                    8,
                    stack=True,
                ),
                graph(
                    "Live games",
                    "Games that are going on, by mode.",
                    [("max by (shashki_mode) (shashki_games_live)", "{{shashki_mode}}")],
                    width=8,
                    stack=True,
                ),
                graph(
                    "Waiting in queues",
                    "Tickets that wait, by mode.",
                    [
                        (
                            "sum by (shashki_mode) (max by (shashki_mode, shashki_rated) (shashki_matchmaking_queue_length))",
                            "{{shashki_mode}}",
                        )
                    ],
                    width=8,
                    stack=True,
                ),
            ],
        ),
        (
            "Nothing hurts",
            8,
            [
                graph(
                    "How long a move takes",
                    "From a call of PlayMove to its answer, as games sees it.",
                    quantiles("rpc_server_call_duration", MOVE),
                    "s",
                    8,
                    limits=(None, 0.5),
                ),
                graph(
                    "Calls that fail",
                    "The part of each service's calls that fail by its own fault: UNAVAILABLE, INTERNAL, UNKNOWN, DEADLINE_EXCEEDED.",
                    [
                        (
                            f"(sum by (job) (rate(rpc_server_call_duration_seconds_count{{{OURS}}}[$__rate_interval])) or 0 * {total('rpc_server_call_duration_seconds_count', by='job')})"
                            f" / {total('rpc_server_call_duration_seconds_count', by='job')}",
                            "{{job}}",
                        )
                    ],
                    "percentunit",
                    8,
                    limits=(None, 0.02),
                ),
                graph(
                    "How late flags are",
                    "From when a clock ran out to when the timer wrote so.",
                    quantiles("shashki_games_flag_lateness"),
                    "s",
                    8,
                    limits=(None, 1),
                ),
            ],
        ),
        (
            "What it stands on",
            8,
            [
                graph(
                    "Stores and records (p99)",
                    "99 of 100 operations take no longer.",
                    [
                        (
                            quantile(0.99, "db_client_operation_duration", by="job, db_system_name"),
                            "{{job}} · {{db_system_name}}",
                        )
                    ],
                    "s",
                    8,
                    limits=(None, 0.25),
                ),
                graph(
                    "Processors",
                    "Processors in use by each service, all replicas together.",
                    [(total("process_cpu_time_seconds_total", SUITE, "job"), "{{job}}")],
                    "short",
                    8,
                    stack=True,
                ),
                graph(
                    "Jobs are late (p99)",
                    "From when a job was due to when a worker took it; a process that dies leaves up to a lease (5 s).",
                    [(quantile(0.99, "shashki_jobs_lag", by="job"), "{{job}}")],
                    "s",
                    8,
                    limits=(None, 5),
                ),
            ],
        ),
    ],
)
