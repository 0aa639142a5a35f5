"""Plain fields, and selections of them that are compiled into Python functions. Independent of documents and operations."""
