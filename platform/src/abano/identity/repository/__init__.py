"""All SQL of admins: people, sessions, counts of tries, invitations, resets, second factors."""
