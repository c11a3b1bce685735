"""Who acts: sign-in, rights, support access and the audit log."""
