"""Version 1 of the public API: the services of the console, called with an API key."""
