"""Money of bookings: payments, deposits, tills, receipts and invoices, online payments."""
