"""The day of the desk: who comes and goes, what is due, and leads to follow up."""
