"""Partners who recommend a company: their promo codes."""
