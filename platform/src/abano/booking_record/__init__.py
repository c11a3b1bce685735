"""The record of a booking: its rows, states, links, and what may follow. Bookings and payments build on it."""
