"""The ledger of commissions: earned, voided, held, refused, paid and reversed."""
