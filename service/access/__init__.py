"""Access control: tokens, accounts, rate limits, connection limits, proxies, origins."""
