"""Connections and units of work, migrations, what the roles may do, and how names are looked up."""
