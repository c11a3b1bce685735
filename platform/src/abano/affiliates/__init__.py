"""The affiliate programme: accounts of affiliates, their promo codes, and the ledger of their commissions."""
