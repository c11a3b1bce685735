"""The ledger of commissions: what affiliates earned, what was voided, paid, held back and reversed."""
