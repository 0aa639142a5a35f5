"""One bad thing in a store harms only itself: each kind of thing, damaged and as a newer release writes it."""
