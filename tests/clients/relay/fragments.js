// The fragments of a page in Relay, as its compiler reads them. The test runs what the compiler makes of them.

graphql`
  query fragmentsHomeQuery($kinds: [GameKind!], $count: Int!) {
    ...fragments_lobby @arguments(kinds: $kinds, count: $count)
    ...fragments_finished @arguments(kinds: $kinds, count: $count)
  }
`;

graphql`
  fragment fragments_lobby on Query
  @argumentDefinitions(kinds: { type: "[GameKind!]" }, count: { type: "Int!" }, cursor: { type: "String" })
  @refetchable(queryName: "fragmentsLobbyQuery") {
    viewer {
      openGames(kinds: $kinds, first: $count, after: $cursor) @connection(key: "lobby_openGames") {
        edges { node { gameId } }
      }
    }
  }
`;

graphql`
  fragment fragments_finished on Query
  @argumentDefinitions(kinds: { type: "[GameKind!]" }, count: { type: "Int!" }, cursor: { type: "String" })
  @refetchable(queryName: "fragmentsFinishedQuery") {
    viewer {
      finishedGames(kinds: $kinds, first: $count, after: $cursor) @connection(key: "finished_finishedGames") {
        edges { node { gameId } }
      }
    }
  }
`;

graphql`
  query fragmentsTableQuery($id: ID!, $count: Int!) {
    node(id: $id) {
      ...fragments_history @arguments(count: $count) @alias
      ...fragments_moves @arguments(count: $count) @alias
    }
  }
`;

graphql`
  fragment fragments_history on Game
  @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" })
  @refetchable(queryName: "fragmentsHistoryQuery") {
    history(first: $count, after: $cursor) @connection(key: "game_history") {
      edges { node { version notation } }
    }
  }
`;

graphql`
  fragment fragments_moves on Game
  @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" })
  @refetchable(queryName: "fragmentsMovesQuery") {
    legalMoves(first: $count, after: $cursor) @connection(key: "game_legalMoves") {
      edges { node { notation } }
    }
  }
`;

graphql`
  query fragmentsAccountQuery($count: Int!) {
    account { ... on Account { ...fragments_games @arguments(count: $count) @alias } }
  }
`;

graphql`
  fragment fragments_games on Account
  @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" })
  @refetchable(queryName: "fragmentsGamesQuery") {
    games(first: $count, after: $cursor) @connection(key: "account_games") {
      edges { node { gameId } }
    }
  }
`;
