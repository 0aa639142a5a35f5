"""Games in few words for language models: tables and their changes, moves in free text, results, and the rules in brief."""
