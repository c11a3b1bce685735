"""Offline conversions: bookings from advertisements, reported to Google Ads as files or by its API."""
