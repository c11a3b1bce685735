"""What surrounds every request. Plain ASGI, because each microsecond here is paid by every answer."""
