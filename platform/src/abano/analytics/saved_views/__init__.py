"""Views of figures that are kept or shared, and annotations of days."""
