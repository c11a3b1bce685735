"""The product's own texts (gettext), and dates, numbers and money by locale."""
