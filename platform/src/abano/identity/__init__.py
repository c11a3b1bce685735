"""Who is signed in to the admin console, and what they may do."""
