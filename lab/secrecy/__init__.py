"""The secrecy audit: compares everything the service answers in worlds that a viewer must not be able to tell apart."""
