"""Sign-in of operators, companies, and what operators did."""
