"""What sessions brought in money: by campaign and by answer, under a chosen attribution."""
