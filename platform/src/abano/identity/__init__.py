"""Accounts of the admin console: sign-in, invitations, second factors, password resets and users."""
