"""Shared by all domains: principals, sessions, passwords, and limits of attempts."""
