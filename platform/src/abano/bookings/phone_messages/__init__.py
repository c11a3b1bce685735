"""Messages to customers by WhatsApp and SMS, and their replies."""
