"""What a company rents out: cars, rates, locations, delivery fees, insurance, services, promo and commission."""
