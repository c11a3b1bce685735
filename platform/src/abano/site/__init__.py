"""The public site's frame: configuration, texts, search-engine head, page shell, redirects, pictures."""
