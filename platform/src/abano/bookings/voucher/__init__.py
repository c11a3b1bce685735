"""Booking vouchers: a printable document and a wallet pass."""
