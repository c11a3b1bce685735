"""Hand-overs and returns: what is recorded in the yard, the documents of it, and what a return costs."""
