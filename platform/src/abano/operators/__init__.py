"""The operator console: people who run the installation."""
