"""The dashboards, one a file; `make.py` writes them down as Grafana's JSON."""
