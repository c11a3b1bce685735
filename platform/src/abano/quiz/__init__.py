"""The quiz of the paid funnel: definitions, sessions, question views and answers."""
