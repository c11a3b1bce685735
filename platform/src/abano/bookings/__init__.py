"""Bookings, from the quote to the return: customers, their messages, agreements, handover, fines."""
