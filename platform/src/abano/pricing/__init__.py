"""What a rental costs. One price wherever a price is shown or stored (decision 1 of the product)."""
