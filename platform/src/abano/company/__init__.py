"""What a company sets up: settings, brand, domains, languages, onboarding."""
