"""Staff: access, users and the audit log."""
