"""Companies on several Postgres clusters: moving one while it takes bookings."""
