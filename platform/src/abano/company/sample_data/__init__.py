"""Sample data of a new company: added and removed with one click."""
