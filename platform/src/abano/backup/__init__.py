"""Backups of everything that is kept: encrypted to a public key, restored into an empty database."""
