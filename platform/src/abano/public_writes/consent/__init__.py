"""Refusal of consent: data stored by an earlier consent is erased (decision 31 of the product)."""
