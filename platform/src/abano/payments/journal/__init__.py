"""The journal of payments, and the tills whose cash it counts."""
