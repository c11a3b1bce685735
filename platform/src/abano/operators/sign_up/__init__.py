"""Sign-up of companies at the installation's own host: asked for, confirmed by email, created by the worker."""
