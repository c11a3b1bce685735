"""Backups of the database: encrypted to a public key, restored into an empty database."""
