"""Receipts, invoices and credit notes, numbered without gaps."""
