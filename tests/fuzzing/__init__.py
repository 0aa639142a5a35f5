"""The public contract, fuzzed: by schemathesis, which nobody here wrote, and by random games beside the engine.

`suite` runs schemathesis as its command line at a service of the tests. `hooks` is what schemathesis is told about this API:
real games and tokens, so that most of what it sends reaches a use case, and a check of every answer's shape.
"""
