"""What a company sets up: settings, brand, languages, currencies, onboarding."""
