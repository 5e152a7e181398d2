"""Every process: calls, stores, itself."""

from .kit import JOB, OURS, board, graph, heat, quantile, stat, table, timeline, total

IN_JOB = 'job=~"$job"'
CALLS = "rpc_server_call_duration_seconds_count"
ASKED = "rpc_client_call_duration_seconds_count"
REST = "http_server_request_duration_seconds_count"
STORE = "db_client_operation_duration_seconds_count"


def failing(metric, bad, by, matchers=IN_JOB):
    """The part of calls that is bad, by some labels; 0 where none is."""
    all_of_it = total(metric, matchers, by)
    return f"({total(metric, f'{matchers},{bad}' if matchers else bad, by)} or 0 * {all_of_it}) / {all_of_it}"


BOARD = board(
    "shashki-services",
    "Shashki: services",
    "Rate, errors and duration of every call, the stores, and the processes themselves.",
    [
        (
            None,
            4,
            [
                stat(
                    "Replicas up",
                    "Processes that answer Prometheus.",
                    f"sum(up{{{IN_JOB}}})",
                    width=4,
                    decimals=0,
                ),
                stat("Calls", "Calls answered in a second.", total(CALLS, IN_JOB), "ops", width=4),
                stat(
                    "Calls fail",
                    "The part that fails by the service's own fault.",
                    f"({total(CALLS, f'{IN_JOB},{OURS}')} or vector(0)) / {total(CALLS, IN_JOB)}",
                    "percentunit",
                    (0.005, 0.02),
                    4,
                ),
                stat(
                    "Youngest process",
                    "How long ago a process last began.",
                    f"min(process_uptime_seconds{{{IN_JOB}}})",
                    "s",
                    width=4,
                ),
                stat(
                    "Most memory",
                    "Of a single process.",
                    f"max(process_memory_usage_bytes{{{IN_JOB}}})",
                    "bytes",
                    width=4,
                ),
                stat(
                    "Tokens run out",
                    "When the first of the processes' own tokens is no longer good.",
                    f"min(shashki_token_remaining_seconds{{{IN_JOB}}})",
                    "s",
                    width=4,
                ),
            ],
        ),
        (
            None,
            8,
            [
                timeline(
                    "Ready",
                    "Whether services have all that they need; the worst replica counts.",
                    f"min by (shashki_service) (shashki_ready{{{IN_JOB}}})",
                    "{{shashki_service}}",
                    12,
                ),
                graph(
                    "Replicas up",
                    "Processes that answer Prometheus, by service.",
                    [(f"sum by (job) (up{{{IN_JOB}}})", "{{job}}")],
                ),
            ],
        ),
        (
            "Calls answered",
            8,
            [
                graph(
                    "Calls", "In a second, by service.", [(total(CALLS, IN_JOB, "job"), "{{job}}")], "ops", 8
                ),
                graph(
                    "Calls that fail",
                    "The part of each service's calls that fails by its own fault.",
                    [(failing(CALLS, OURS, "job"), "{{job}}")],
                    "percentunit",
                    8,
                    limits=(None, 0.02),
                ),
                graph(
                    "How long calls take (p99)",
                    "By service; a stream until its head.",
                    [(quantile(0.99, "rpc_server_call_duration", IN_JOB, "job"), "{{job}}")],
                    "s",
                    8,
                ),
            ],
        ),
        (
            None,
            10,
            [
                table(
                    "Methods",
                    "Every method that is called: how often, how much of it fails by the service's own fault, how long it takes.",
                    [
                        ("Calls/s", total(CALLS, IN_JOB, "job, rpc_method"), "ops"),
                        ("Fail", failing(CALLS, OURS, "job, rpc_method"), "percentunit"),
                        ("p50", quantile(0.5, "rpc_server_call_duration", IN_JOB, "job, rpc_method"), "s"),
                        ("p99", quantile(0.99, "rpc_server_call_duration", IN_JOB, "job, rpc_method"), "s"),
                    ],
                    [("job", "Service"), ("rpc_method", "Method")],
                    width=16,
                ),
                graph(
                    "Codes",
                    "Calls answered in a second, by code.",
                    [(total(CALLS, IN_JOB, "rpc_response_status_code"), "{{rpc_response_status_code}}")],
                    "ops",
                    8,
                ),
            ],
        ),
        (
            "Calls of other services",
            8,
            [
                graph(
                    "Calls",
                    "In a second, by who calls; a repeated one counts twice.",
                    [(total(ASKED, IN_JOB, "job"), "{{job}}")],
                    "ops",
                    8,
                ),
                graph(
                    "Calls that fail",
                    "The part that gets no answer, by who calls and what.",
                    [(failing(ASKED, OURS, "job, rpc_method"), "{{job}} → {{rpc_method}}")],
                    "percentunit",
                    8,
                ),
                graph(
                    "How long calls take (p99)",
                    "By who calls and what.",
                    [
                        (
                            quantile(0.99, "rpc_client_call_duration", IN_JOB, "job, rpc_method"),
                            "{{job}} → {{rpc_method}}",
                        )
                    ],
                    "s",
                    8,
                ),
            ],
        ),
        (
            "REST and sign-in",
            9,
            [
                table(
                    "Routes",
                    "Every route that is asked for: how often, how much fails with 500 or above, how long it takes.",
                    [
                        ("Requests/s", total(REST, by="http_request_method, http_route"), "ops"),
                        (
                            "Fail",
                            failing(
                                REST,
                                'http_response_status_code=~"5.."',
                                "http_request_method, http_route",
                                "",
                            ),
                            "percentunit",
                        ),
                        (
                            "p99",
                            quantile(
                                0.99, "http_server_request_duration", by="http_request_method, http_route"
                            ),
                            "s",
                        ),
                    ],
                    [("http_request_method", "Method"), ("http_route", "Route")],
                    width=10,
                ),
                graph(
                    "Answers",
                    "In a second, by status.",
                    [(total(REST, by="http_response_status_code"), "{{http_response_status_code}}")],
                    "ops",
                    7,
                ),
                graph(
                    "Sign-ins",
                    "In a minute. Many refused or throttled: SignInsRefused.",
                    [
                        (
                            f"60 * {total('shashki_players_sign_ins_total', by='shashki_sign_in, shashki_outcome')}",
                            "{{shashki_sign_in}} · {{shashki_outcome}}",
                        )
                    ],
                    width=7,
                ),
            ],
        ),
        (
            None,
            8,
            [
                heat(
                    "How requests are spread",
                    "REST requests by how long they took.",
                    "http_server_request_duration",
                    width=8,
                ),
                graph(
                    "Streams over HTTP",
                    "Streams over WebSockets and as server-sent events, by what they follow.",
                    [("sum by (rpc_method) (shashki_gateway_streams_open)", "{{rpc_method}}")],
                    width=8,
                    stack=True,
                ),
                graph(
                    "Streams",
                    "gRPC streams being served.",
                    [
                        (
                            f"sum by (job, rpc_method) (shashki_streams_open{{{IN_JOB}}})",
                            "{{job}} · {{rpc_method}}",
                        )
                    ],
                    width=8,
                    stack=True,
                ),
            ],
        ),
        (
            "Stores and records",
            8,
            [
                graph(
                    "Operations",
                    "In a second.",
                    [(total(STORE, IN_JOB, "job, db_system_name"), "{{job}} · {{db_system_name}}")],
                    "ops",
                    8,
                ),
                graph(
                    "How long they take (p99)",
                    "By operation.",
                    [
                        (
                            quantile(
                                0.99,
                                "db_client_operation_duration",
                                IN_JOB,
                                "db_system_name, db_operation_name",
                            ),
                            "{{db_system_name}} · {{db_operation_name}}",
                        )
                    ],
                    "s",
                    8,
                    limits=(None, 0.25),
                ),
                graph(
                    "Operations that fail",
                    "The part of each service's operations.",
                    [
                        (
                            failing(STORE, 'error_type!=""', "job, db_system_name"),
                            "{{job}} · {{db_system_name}}",
                        )
                    ],
                    "percentunit",
                    8,
                    limits=(None, 0.01),
                ),
            ],
        ),
        (
            "Processes",
            8,
            [
                graph(
                    "Processors",
                    "Processors in use, by replica.",
                    [
                        (
                            total("process_cpu_time_seconds_total", IN_JOB, "job, instance"),
                            "{{job}} · {{instance}}",
                        )
                    ],
                    "short",
                    8,
                ),
                graph(
                    "Memory",
                    "Memory in use, by replica; compose gives each 512 MiB.",
                    [(f"process_memory_usage_bytes{{{IN_JOB}}}", "{{job}} · {{instance}}")],
                    "bytes",
                    8,
                    limits=(None, 0.85 * 512 * 1024 * 1024),
                ),
                graph(
                    "Commits that met another",
                    "In a second.",
                    [
                        (
                            total("shashki_store_conflicts_total", IN_JOB, "job, shashki_conflict"),
                            "{{job}} · {{shashki_conflict}}",
                        )
                    ],
                    "ops",
                    8,
                ),
            ],
        ),
    ],
    [JOB],
)
