"""A bot for `taphouse arena` in plain Python: one JSON object a line in, one out. See docs/arena.md.

taphouse arena "python examples/bot.py" greedy random
"""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    # The first legal move is the passive one, such as ending the turn; this bot likes the last one.
    answer = {"id": asked["id"], "move": asked["moves"][-1]}
    print(json.dumps(answer), flush=True)
