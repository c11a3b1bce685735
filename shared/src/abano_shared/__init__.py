"""What both services use: request limits, logs, crash reports and traces. It knows neither of them."""
