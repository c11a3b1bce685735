"""An owner takes the company's data along, and has the company deleted after a grace period."""
