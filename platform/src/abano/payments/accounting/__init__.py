"""Accounting: account numbers of the journal, and immutable exports of periods."""
