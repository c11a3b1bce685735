"""The record of what admins and operators changed."""
