"""What every domain may import: who acts, who is signed in, passwords, and counted tries."""
