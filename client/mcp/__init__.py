"""`taphouse mcp`: games as tools of language models, by the Model Context Protocol. See docs/language-models.md.

Install the server with `pip install 'taphouse[mcp]'`. The schemas of the tools need no more than the client.
"""

from __future__ import annotations

from taphouse.client.mcp.finding import FindingTools
from taphouse.client.mcp.managing import ManagingTools
from taphouse.client.mcp.playing import PlayingTools
from taphouse.client.mcp.talking import TalkingTools
from taphouse.client.mcp.tool import tools_of

TOOLS = tuple(tools_of(FindingTools, PlayingTools, ManagingTools))
"""The tools, in the order in which models see them."""
TALK = tuple(tools_of(TalkingTools))
"""Those after them if talk is on."""
