"""Games that end for all alike, for teams, or with a multiplied result, and what every outlet says of them."""
