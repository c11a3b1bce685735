"""Channels of WhatsApp and SMS that are turned on, and the numbers that agreed to messages."""
