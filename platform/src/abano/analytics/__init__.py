"""Analytics in the console: figures, saved views, annotations, reports."""
