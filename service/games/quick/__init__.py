"""Quick play: seats a player at a table of others who accept the same terms, or opens one."""
