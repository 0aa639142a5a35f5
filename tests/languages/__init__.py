"""Every language is whole: everything that people read comes in the language that they asked for."""
