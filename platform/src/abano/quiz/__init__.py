"""The quiz that paid visitors pass through: definitions as data, sessions, views and answers."""
