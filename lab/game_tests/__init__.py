"""The tests that every game passes: `taphouse test-game`. The games of this repository pass the same ones.

`suite/` has the tests, for pytest. The other modules are what they ask and look at, and can be imported without pytest.
"""
