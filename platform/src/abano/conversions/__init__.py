"""Bookings that came by an advertisement, told to Google Ads: as files, downloaded or fetched."""
