"""The platform's register of companies, managed by its operator from the command line."""
