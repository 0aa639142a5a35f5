"""The suite: for each game, the promises of the contract, secrecy, and what its documents and messages say."""
