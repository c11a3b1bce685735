"""Logs, metrics, traces and crash reports."""
