"""What customers do with their own booking: look at it, change it, cancel it, tell, send, pay, download."""
