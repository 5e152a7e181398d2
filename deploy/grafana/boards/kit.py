"""What dashboards are put together from: panels, rows of them, and the page around."""

PROMETHEUS = {"type": "prometheus", "uid": "prometheus"}

# The jobs under which Prometheus knows the suite's processes.
SUITE = 'job=~"gateway|games|matchmaking|rules|bots|ratings|shop|players|shashki"'

# Codes of gRPC for which the service is to blame.
OURS = 'rpc_response_status_code=~"UNAVAILABLE|INTERNAL|UNKNOWN|DATA_LOSS|DEADLINE_EXCEEDED"'

# Thresholds: green, from the first value yellow, from the second red.
ANY_IS_BAD = (None, 1)
PLAIN = (None, None)

COLUMNS = 24


def rate(metric, matchers=""):
    """How much a counter grows in a second."""
    return (
        f"rate({metric}{{{matchers}}}[$__rate_interval])" if matchers else f"rate({metric}[$__rate_interval])"
    )


def total(metric, matchers="", by=""):
    """The same over all series, or by some labels."""
    grouping = f" by ({by})" if by else ""
    return f"sum{grouping} ({rate(metric, matchers)})"


def over_range(metric, matchers="", by=""):
    """How much a counter grew in the time that is shown."""
    grouping = f" by ({by})" if by else ""
    return f"sum{grouping} (increase({metric}{{{matchers}}}[$__range]))"


def quantile(part, histogram, matchers="", by=""):
    """A quantile of a histogram in seconds."""
    labels = f"{by}, le" if by else "le"
    return f"histogram_quantile({part}, {total(f'{histogram}_seconds_bucket', matchers, labels)})"


def share(metric, bad, matchers=""):
    """The part of a counter that is bad; 0 while none of it is."""
    some = ",".join(filter(None, [matchers, bad]))
    return f"({total(metric, some)} or vector(0)) / {total(metric, matchers)}"


def quantiles(histogram, matchers=""):
    """The three that tell how most fare, and how the unlucky do."""
    return [
        (quantile(part, histogram, matchers), name)
        for part, name in ((0.5, "p50"), (0.95, "p95"), (0.99, "p99"))
    ]


def _targets(queries, **more):
    return [
        {
            "datasource": PROMETHEUS,
            "expr": expr,
            "legendFormat": legend or "__auto",
            "refId": chr(ord("A") + at),
            **more,
        }
        for at, (expr, legend) in enumerate(queries)
    ]


def _thresholds(warn, bad):
    steps = [{"color": "green", "value": None}]
    steps += [
        {"color": color, "value": value}
        for color, value in (("yellow", warn), ("red", bad))
        if value is not None
    ]
    return {"mode": "absolute", "steps": steps}


def _panel(kind, title, about, width, queries, defaults, options, **more):
    return {
        "type": kind,
        "title": title,
        "description": about,
        "datasource": PROMETHEUS,
        "targets": queries,
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "options": options,
        "gridPos": {"w": width},
        **more,
    }


def stat(title, about, expr, unit="short", limits=PLAIN, width=3, to=None, decimals=None):
    """One number, coloured by how bad it is; `to` is the dashboard that tells more."""
    defaults = {
        "unit": unit,
        "thresholds": _thresholds(*limits),
        "color": {"mode": "thresholds"},
        "noValue": "–",
    }
    if decimals is not None:
        defaults["decimals"] = decimals
    options = {
        "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
        "colorMode": "none" if limits == PLAIN else "background",
        "graphMode": "area",
        "justifyMode": "center",
        "textMode": "value",
    }
    links = [{"title": "More", "url": f"/d/{to}?${{__url_time_range}}", "targetBlank": False}] if to else []
    return _panel("stat", title, about, width, _targets([(expr, "")]), defaults, options, links=links)


def graph(title, about, queries, unit="short", width=12, stack=False, limits=PLAIN, most=None):
    """Lines over time, with their last and highest values beside their names."""
    custom = {
        "lineWidth": 1,
        "fillOpacity": 25 if stack else 8,
        "showPoints": "never",
        "spanNulls": False,
        "stacking": {"mode": "normal" if stack else "none", "group": "A"},
        "thresholdsStyle": {"mode": "off" if limits == PLAIN else "dashed"},
    }
    defaults = {
        "unit": unit,
        "min": 0,
        "custom": custom,
        "thresholds": _thresholds(*limits),
        "color": {"mode": "palette-classic"},
    }
    if most is not None:
        defaults["max"] = most
    options = {
        "legend": {
            "displayMode": "table",
            "placement": "right" if width > 12 else "bottom",
            "calcs": ["lastNotNull", "max"],
            "showLegend": True,
        },
        "tooltip": {"mode": "multi", "sort": "desc"},
    }
    return _panel("timeseries", title, about, width, _targets(queries), defaults, options)


def heat(title, about, histogram, matchers="", width=12):
    """How a histogram of seconds is spread, over time."""
    queries = _targets([(total(f"{histogram}_seconds_bucket", matchers, "le"), "{{le}}")], format="heatmap")
    options = {
        "calculate": False,
        "color": {"mode": "scheme", "scheme": "Turbo", "steps": 64, "exponent": 0.5},
        "cellGap": 1,
        "yAxis": {"unit": "s", "axisPlacement": "left"},
        "rowsFrame": {"layout": "le"},
        "filterValues": {"le": 1e-9},
        "tooltip": {"mode": "single", "yHistogram": False},
        "legend": {"show": True},
    }
    return _panel("heatmap", title, about, width, queries, {}, options)


def table(title, about, columns, labels, width=24):
    """Columns of present values, (name, query, unit), a line for each set of labels, (label, name)."""
    queries = _targets([(expr, "") for _, expr, _ in columns], format="table", instant=True)
    letters = [query["refId"] for query in queries]
    value = (lambda letter: "Value") if len(columns) == 1 else (lambda letter: f"Value #{letter}")
    names = {label: name for label, name in labels}
    names |= {value(letter): name for letter, (name, _, _) in zip(letters, columns)}
    order = [label for label, _ in labels] + [value(letter) for letter in letters]
    transformations = [
        {"id": "merge", "options": {}},
        {
            "id": "organize",
            "options": {
                "excludeByName": {"Time": True},
                "indexByName": {name: at for at, name in enumerate(order)},
                "renameByName": names,
            },
        },
    ]
    panel = _panel(
        "table",
        title,
        about,
        width,
        queries,
        {"custom": {"align": "auto", "filterable": True}},
        {"cellHeight": "sm", "showHeader": True},
    )
    panel["fieldConfig"]["overrides"] = [
        {
            "matcher": {"id": "byName", "options": name},
            "properties": [{"id": "unit", "value": unit}, {"id": "decimals", "value": 2}],
        }
        for name, _, unit in columns
    ]
    panel["options"]["sortBy"] = [{"displayName": columns[0][0], "desc": True}]
    panel["transformations"] = transformations
    return panel


def timeline(title, about, expr, legend, width=16):
    """Whether things are up, over time."""
    mapping = {
        "0": {"text": "down", "color": "red", "index": 0},
        "1": {"text": "up", "color": "green", "index": 1},
    }
    defaults = {
        "mappings": [{"type": "value", "options": mapping}],
        "thresholds": {
            "mode": "absolute",
            "steps": [{"color": "red", "value": None}, {"color": "green", "value": 1}],
        },
        "color": {"mode": "thresholds"},
        "custom": {"fillOpacity": 70, "lineWidth": 0},
    }
    options = {
        "mergeValues": True,
        "showValue": "never",
        "rowHeight": 0.85,
        "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
        "tooltip": {"mode": "single"},
    }
    return _panel("state-timeline", title, about, width, _targets([(expr, legend)]), defaults, options)


def alerts(title, about, width=8):
    """The alerts that fire or are about to."""
    options = {
        "viewMode": "list",
        "groupMode": "default",
        "groupBy": [],
        "maxItems": 20,
        "alertName": "",
        "dashboardAlerts": False,
        "sortOrder": 3,
        "alertInstanceLabelFilter": "",
        "datasource": "Prometheus",
        "stateFilter": {"firing": True, "pending": True, "noData": False, "normal": False, "error": True},
    }
    return _panel("alertlist", title, about, width, [], {}, options)


def variable(name, label, query):
    """A choice above the dashboard; all of them at first."""
    return {
        "name": name,
        "label": label,
        "type": "query",
        "datasource": PROMETHEUS,
        "query": {"query": query, "refId": name},
        "definition": query,
        "refresh": 2,
        "sort": 1,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": ["All"], "value": ["$__all"]},
        "hide": 0,
        "options": [],
        "regex": "",
        "skipUrlSync": False,
    }


MODE = variable("mode", "Mode", "label_values(shashki_games_started_total, shashki_mode)")
JOB = variable("job", "Service", f"label_values(up{{{SUITE}}}, job)")


def board(uid, title, about, rows, variables=()):
    """A dashboard of rows: (title or None, height, panels from left to right)."""
    panels, y = [], 0
    for heading, height, row in rows:
        if heading:
            panels.append(
                {
                    "type": "row",
                    "title": heading,
                    "collapsed": False,
                    "panels": [],
                    "gridPos": {"h": 1, "w": COLUMNS, "x": 0, "y": y},
                }
            )
            y += 1
        x = 0
        for panel in row:
            width = panel["gridPos"]["w"]
            panels.append(panel | {"gridPos": {"h": height, "w": width, "x": x, "y": y}})
            x += width
        assert x == COLUMNS, f"{title}: a row of {x} columns, {row[0]['title']} and on"
        y += height
    for number, panel in enumerate(panels, 1):
        panel["id"] = number
    return {
        "uid": uid,
        "title": title,
        "description": about,
        "tags": ["shashki"],
        "schemaVersion": 39,
        "version": 1,
        "editable": False,
        "graphTooltip": 1,
        "refresh": "15s",
        "time": {"from": "now-1h", "to": "now"},
        "timezone": "browser",
        "links": [
            {
                "type": "dashboards",
                "title": "Shashki",
                "tags": ["shashki"],
                "asDropdown": False,
                "includeVars": True,
                "keepTime": True,
                "targetBlank": False,
                "icon": "external link",
                "tooltip": "",
                "url": "",
            }
        ],
        "annotations": {"list": []},
        "templating": {"list": list(variables)},
        "panels": panels,
    }
