"""All SQL of admins: accounts, sessions, invitations, resets, second factors."""
