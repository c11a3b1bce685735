"""What the platform asks the analytics service, and what that answers. Both import it; it imports neither."""
