"""Settings of a company, in sections that are read and changed one by one."""
