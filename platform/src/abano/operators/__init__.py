"""The operator console, and the sign-up of companies: what is not part of any company."""
