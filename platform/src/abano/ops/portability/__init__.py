"""Export a company to one file, and import it into another installation."""
