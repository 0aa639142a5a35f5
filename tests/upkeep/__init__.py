"""`taphouse store`: stores that are checked, exported, imported and repaired."""
