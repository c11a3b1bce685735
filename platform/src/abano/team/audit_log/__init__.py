"""The audit log over HTTP."""
