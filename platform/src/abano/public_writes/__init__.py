"""Who calls in public, whether it counts, and how much one address may write."""
