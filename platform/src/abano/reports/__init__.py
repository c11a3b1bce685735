"""Reports of rentals for the console: figures of the analytics service, with the company's own names."""
