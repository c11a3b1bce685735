"""The journal for the accountant: account numbers, and exports of periods, which stay as they were made."""
