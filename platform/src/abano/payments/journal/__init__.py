"""The payment journal, and tills for cash."""
