"""Affiliates' own accounts: registration, sign-in, dashboard, and pausing one."""
