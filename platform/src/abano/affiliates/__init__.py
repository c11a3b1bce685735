"""The affiliate programme: accounts, promo codes, and the ledger of commissions."""
