"""Quiz analytics for the admin console: asks the analytics service, and tells the truth when it is away."""
