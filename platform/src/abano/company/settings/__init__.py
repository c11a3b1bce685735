"""Settings of a company: sections, languages, and the checklist before its site opens."""
