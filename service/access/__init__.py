"""Who asks, and how much: tokens, accounts, rate limits, connection limits, proxies, origins."""
