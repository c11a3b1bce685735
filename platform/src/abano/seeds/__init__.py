"""Demo companies and the templates that new companies begin with: data, not code."""
