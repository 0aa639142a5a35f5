"""Pint Craft: Brewery cards, ingredients from a common pot, Recipes on tap, four Seasons. Rules: rules.md in this folder."""
