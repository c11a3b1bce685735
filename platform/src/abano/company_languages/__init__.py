"""Which languages a company speaks, and what is written in each. What the product speaks is in abano.languages."""
