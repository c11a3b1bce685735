"""Settings of a company: sections, languages, currencies, and the checklist before its site opens."""
