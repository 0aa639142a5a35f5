// A table on the screen, and a move: Relay's compiler reads these documents, and the other clients send them as they are.

graphql`
  query tablesLookQuery($id: ID!) {
    node(id: $id) {
      __typename
      ... on Game {
        id gameId kind version status agreedEnd
        decision { seat prompt }
        proposals { id kind seat accepted awaited }
        outcome { reason standings { seat place points categories { key name points } } }
      }
      ... on BrewCraftersGame { table { players { seat scoreByCategory { key points } runningCosts { key what money } } } }
    }
  }
`;

graphql`
  mutation tablesPlayMutation($id: ID!, $moves: [MoveInput!]!) {
    play(gameId: $id, moves: $moves) {
      __typename
      ... on GameChanged {
        game {
          __typename
          id gameId kind version status agreedEnd
          decision { seat prompt }
          proposals { id kind seat accepted awaited }
          outcome { reason standings { seat place points categories { key name points } } }
          ... on BrewCraftersGame { table { players { seat scoreByCategory { key points } runningCosts { key what money } } } }
        }
      }
    }
  }
`;
