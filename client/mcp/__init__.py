"""`taphouse mcp`: games as tools of language models, by the Model Context Protocol. See docs/client.md.

Install it with `pip install 'taphouse[mcp]'`.
"""
