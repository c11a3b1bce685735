"""Common code of both services: request limits, logs, crash reports, traces. Imports neither."""
