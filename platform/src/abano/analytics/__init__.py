"""Analytics in the console: figures, saved views, reports, profit, ad costs."""
