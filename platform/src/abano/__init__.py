"""The Abano platform: public sites, quiz funnel, bookings and admin of many rental companies."""
