"""Who is signed in, passwords, and limits on attempts."""
