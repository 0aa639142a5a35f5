"""Brew Crafters: a market, a brewery, research and building over three years of four seasons. Rules: rules.md in this folder."""
