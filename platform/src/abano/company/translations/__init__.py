"""Automatic translation as a proposal: texts of owners by a service that the operator configures."""
