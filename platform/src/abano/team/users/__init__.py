"""Sign-in, invitations, second factor, users."""
