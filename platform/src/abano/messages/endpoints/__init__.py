"""HTTP endpoints of messages: those of the console, and what needs no sign-in."""
