"""Reports and alerts by email."""
