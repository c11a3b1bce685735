"""Reports of the quiz by e-mail, and alerts of what fell."""
