"""The contract between platform and analytics service. Both import it; it imports neither."""
