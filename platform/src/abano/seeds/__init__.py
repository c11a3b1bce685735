"""Demo companies and the templates for new companies: data, not code."""
