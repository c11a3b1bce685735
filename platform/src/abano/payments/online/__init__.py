"""Online payments by Stripe Checkout: links, events, refunds."""
