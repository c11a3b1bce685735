"""Online payments (Stripe)."""
