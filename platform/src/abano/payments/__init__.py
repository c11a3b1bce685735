"""Payments: journal, tills, desk, online payments and invoices."""
