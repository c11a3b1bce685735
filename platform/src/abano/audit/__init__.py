"""The audit log of changes by admins and operators."""
