"""`taphouse mcp`: games as tools of language models, by the Model Context Protocol. See docs/language-models.md.

Install the server with `pip install 'taphouse[mcp]'`. The schemas of the tools need no more than the client.
"""

from __future__ import annotations

from taphouse.client.mcp.finding import Finding
from taphouse.client.mcp.managing import Managing
from taphouse.client.mcp.playing import Playing
from taphouse.client.mcp.tool import tools_of

TOOLS = tuple(tools_of(Finding, Playing, Managing))
"""The tools, in the order in which models see them."""
