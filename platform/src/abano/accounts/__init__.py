"""Who acts: sign-in, rights, and the audit log."""
