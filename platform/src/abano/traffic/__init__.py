"""Where visitors come from: click ids and visits."""
