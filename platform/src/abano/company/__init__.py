"""What a company says of itself and how it works: its settings, domains, brand, and when its site opens."""
