"""Reads answers of the service into the Python types that a generator makes, and writes them again.

Takes the folder of the client, the name of its package, and lines of a type's name and JSON. Prints the JSON again for each.
"""

import importlib
import json
import sys

folder, package = sys.argv[1:]
sys.path.insert(0, folder)
models = importlib.import_module(f"{package}.models")
for line in sys.stdin:
    name, _, text = line.partition(" ")
    read = getattr(models, name).from_dict(json.loads(text))
    print(json.dumps(read.to_dict(), default=str))
