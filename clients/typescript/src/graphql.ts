// Written by `make sdl`: do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a document answers to which variables. */
export interface DocumentTypeDecoration<TResult, TVariables> {
  __apiType?: (variables: TVariables) => TResult;
}
/** More time for a seat. */
export type AddedTimeInput = {
  /** The seat. */
  seat: number;
  /** The seconds that it gets. */
  seconds: number;
};

/** The advice that the service gives to the seats of a game. */
export type Advice =
  /** Every seat may ask for suggestions, analyses and worlds at any time. */
  | 'ALL'
  /** None while the game lasts: see NONE. Once it is over, its seats may ask what they could have done at earlier versions. */
  | 'AFTER_THE_END'
  /** No suggestions and no analyses, not even after the end, and worlds only for seats that are marked as a program's. Nobody can fork the game while it is running. */
  | 'NONE'
  | '%future added value';

/** An early end that the seats of a game agreed on. */
export type AgreedEnd =
  /** As a draw. */
  | 'DRAW'
  /** Without a result. */
  | 'UNSCORED'
  | '%future added value';

/** A kind of bot of the service, by the way it chooses moves. */
export type BotKind =
  /** Chooses a random legal move. */
  | 'RANDOM'
  /** Looks one move ahead, using only what its seat knows. In a game without an evaluation for bots, it plays at random. */
  | 'GREEDY'
  /** Looks several moves ahead, in worlds that agree with what its seat knows: 10 iterations a decision. */
  | 'SEARCH_QUICK'
  /** Searches like SEARCH_QUICK, with 20 iterations a decision. */
  | 'SEARCH'
  /** Searches like SEARCH_QUICK, with 60 iterations a decision. */
  | 'SEARCH_STRONG'
  /** Searches for up to 3 seconds a decision, and remembers what its seat saw. Only so many experts think at once; the others wait in line. */
  | 'SEARCH_EXPERT'
  | '%future added value';

/** Take the annual benefit of a research track next. BC-25. */
export type BrewCraftersAnnualInput = {
  /** The name of the research track. */
  track: string;
};

/** Brew a batch in an empty vessel. BC-20, BC-21. */
export type BrewCraftersBrewInput = {
  /** The name of the recipe. */
  recipe: string;
  /** The vessel that the batch is brewed in. */
  vessel?: BrewCraftersVessel;
  /** Hops added by Hops Infusers, each worth 1 point (BC-26). */
  addedHops?: number;
};

/** Take an ingredient of your choice. BC-09, BC-11, BC-25, BC-26. */
export type BrewCraftersChooseInput = {
  /** The ingredient. */
  ingredient: BrewCraftersIngredient;
};

/** Put a portion on the collaboration card, before or after processing beer. BC-23, BC-24. */
export type BrewCraftersCollaborateInput = {
  /** The name of the portion of the collaboration card. */
  portion: string;
  /** Which advanced ingredient, for a portion that takes any; null for the others. */
  advanced?: BrewCraftersIngredient | null | undefined;
};

/** Discard what does not fit into your storage. BC-14. */
export type BrewCraftersDiscardInput = {
  /** As many of your ingredients, old or new, as do not fit; where more than 5 do not fit, exactly 5. */
  ingredients: BrewCraftersIngredientAmountsInput;
};

/** Form a partnership. BC-16. */
export type BrewCraftersFormInput = {
  /** The name of the partnership. */
  partnership: string;
};

/** Hire a skilled worker. BC-17. */
export type BrewCraftersHireInput = {
  /** The name of the skilled worker. */
  worker: string;
};

/** A kind of ingredient. The first three are basic, the others advanced. */
export type BrewCraftersIngredient =
  /** Malt. */
  | 'MALT'
  /** Hops. */
  | 'HOPS'
  /** Yeast. */
  | 'YEAST'
  /** Fruit, an advanced ingredient. */
  | 'FRUIT'
  /** Spices, an advanced ingredient. */
  | 'SPICES'
  /** Coffee, an advanced ingredient. */
  | 'COFFEE'
  | '%future added value';

/** The amount of each ingredient. */
export type BrewCraftersIngredientAmountsInput = {
  /** Malt. */
  malt?: number;
  /** Hops. */
  hops?: number;
  /** Yeast. */
  yeast?: number;
  /** Fruit. */
  fruit?: number;
  /** Spices. */
  spices?: number;
  /** Coffee. */
  coffee?: number;
};

/** Install a building or a piece of equipment, free, into its place on your board. BC-26. */
export type BrewCraftersInstallInput = {
  /** The name of the building or piece of equipment. */
  tile: string;
};

/** Place a market token on an unoccupied space and take what it gives. BC-10, BC-11, BC-12, BC-13. */
export type BrewCraftersMarketInput = {
  /** The name of the market space. */
  space: string;
  /** Which of the things that the space gives; null where it gives one thing. */
  side?: string | null | undefined;
};

/** A move of Brew Crafters. Give exactly one field. */
export type BrewCraftersMoveInput =
  {   /** Place a market token on an unoccupied space and take what it gives. BC-10, BC-11, BC-12, BC-13. */
  market: BrewCraftersMarketInput; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never;   /** Hire a skilled worker. BC-17. */
  hire: BrewCraftersHireInput; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never;   /** Form a partnership. BC-16. */
  form: BrewCraftersFormInput; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never;   /** Take an ingredient of your choice. BC-09, BC-11, BC-25, BC-26. */
  choose: BrewCraftersChooseInput; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never;   /** Pay one of your partnerships for its ingredients, at any decision of yours but a discard. BC-16. */
  trade: BrewCraftersTradeInput; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never;   /** Discard what does not fit into your storage. BC-14. */
  discard: BrewCraftersDiscardInput; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never;   /** Plant an ingredient from storage on your Farm. BC-09, BC-26. */
  plant: BrewCraftersPlantInput; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never;   /** Leave your Farm fallow this year. BC-09, BC-26. */
  noPlanting: boolean; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never;   /** Take the annual benefit of a research track next. BC-25. */
  annual: BrewCraftersAnnualInput; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never;   /** Process Beer: sell what is bottled, bottle what is in the tanks, then brew. BC-20. */
  process: boolean; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never;   /** Brew a batch in an empty vessel. BC-20, BC-21. */
  brew: BrewCraftersBrewInput; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never;   /** Brew no more in this action: all vessels that are empty stay empty. BC-20. */
  leaveEmpty: boolean; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never;   /** Put a portion on the collaboration card, before or after processing beer. BC-23, BC-24. */
  collaborate: BrewCraftersCollaborateInput; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never;   /** Lab Research: take the next step on a track. BC-25. */
  research: BrewCraftersResearchInput; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never;   /** Pay for a second step, on any track. BC-25. */
  secondStep: BrewCraftersSecondStepInput; noSecondStep?: never; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never;   /** Take no second step. BC-25. */
  noSecondStep: boolean; install?: never; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never;   /** Install a building or a piece of equipment, free, into its place on your board. BC-26. */
  install: BrewCraftersInstallInput; endAction?: never; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never;   /** End your brewery action. BC-19, BC-23. */
  endAction: boolean; endTrading?: never; }
  |  { market?: never; hire?: never; form?: never; choose?: never; trade?: never; discard?: never; plant?: never; noPlanting?: never; annual?: never; process?: never; brew?: never; leaveEmpty?: never; collaborate?: never; research?: never; secondStep?: never; noSecondStep?: never; install?: never; endAction?: never;   /** Trade no more before the operating costs, or before the score. BC-16. */
  endTrading: boolean; };

/** The options of a game of Brew Crafters. */
export type BrewCraftersOptionsInput = {
  /** The advanced recipes in play (BC-04). */
  recipes?: BrewCraftersSelection;
  /** The skilled workers in play (BC-05). */
  workers?: BrewCraftersSelection;
  /** Who is the starting player at first (BC-07). */
  firstSeat?: FirstSeat;
  /** The advanced recipes in play by name, the usual number of each style; without it, `recipes` decides (BC-04). */
  namedRecipes?: Array<string> | null | undefined;
  /** The skilled workers in play by name, the usual number; without it, `workers` decides (BC-05). */
  namedWorkers?: Array<string> | null | undefined;
};

/** The phase of a season (BC-08). */
export type BrewCraftersPhase =
  /** The market is restocked, and benefits of the season's start come. */
  | 'RESTOCK'
  /** In Winter: annual research. */
  | 'RESEARCH'
  /** The players place their market tokens. */
  | 'MARKET'
  /** The players' shifts act. */
  | 'BREWERY'
  /** The end of Winter: the players may still trade, and pay their operating costs. */
  | 'COSTS'
  /** The game is over. */
  | 'OVER'
  | '%future added value';

/** Plant an ingredient from storage on your Farm. BC-09, BC-26. */
export type BrewCraftersPlantInput = {
  /** The ingredient, of a kind that the Farm grows. */
  ingredient: BrewCraftersIngredient;
};

/** Lab Research: take the next step on a track. BC-25. */
export type BrewCraftersResearchInput = {
  /** The name of the research track. */
  track: string;
};

/** Pay for a second step, on any track. BC-25. */
export type BrewCraftersSecondStepInput = {
  /** The name of the research track. */
  track: string;
};

/** The way in which the recipes or skilled workers in play are chosen. */
export type BrewCraftersSelection =
  /** Those of the first game. */
  | 'FIRST_GAME'
  /** The seed chooses. */
  | 'RANDOM'
  | '%future added value';

/** The four steps of a research track, in their order (BC-25). */
export type BrewCraftersStepKind =
  /** Its benefit comes once, at once. */
  | 'EXPERIMENTAL'
  /** Its benefit comes at the start of every Winter. */
  | 'ANNUAL'
  /** Its benefit comes whenever its condition is met. */
  | 'BREAKTHROUGH'
  /** It gives points at the end of the game. */
  | 'GAME_END'
  | '%future added value';

/** A style of beer; each has one basic recipe. */
export type BrewCraftersStyle =
  /** Ale. */
  | 'ALE'
  /** Porter. */
  | 'PORTER'
  /** Stout. */
  | 'STOUT'
  | '%future added value';

/** Pay one of your partnerships for its ingredients, at any decision of yours but a discard. BC-16. */
export type BrewCraftersTradeInput = {
  /** The name of the partnership. */
  partnership: string;
};

/** The place where a batch is brewed. */
export type BrewCraftersVessel =
  /** A tank: it is bottled at the next Process Beer and sold at the one after. */
  | 'TANK'
  /** The Brewpub: it is sold from there at the next Process Beer. */
  | 'BREWPUB'
  | '%future added value';

/** The action side of a card. */
export type DankAndDraftAction =
  /** Destroy up to three beers of one type in another player's taproom (DD-10). */
  | 'SPOIL'
  /** Shuffle the discard pile into the draw pile and take an extra turn (DD-11). */
  | 'RECYCLE'
  /** Take one beer of the same type from every other player who has any (DD-13). */
  | 'SNATCH'
  /** Take up to three beers of one type from the taps (DD-14). */
  | 'STOCK_UP'
  | '%future added value';

/** The number of beers of each type. */
export type DankAndDraftBeerAmountsInput = {
  /** India pale ales. */
  ipa?: number;
  /** Pilsners. */
  pilsner?: number;
  /** Ambers. */
  amber?: number;
  /** Sours. */
  sour?: number;
  /** Stouts. */
  stout?: number;
};

/** A type of beer. */
export type DankAndDraftBeerType =
  /** India pale ale. */
  | 'IPA'
  /** Pilsner. */
  | 'PILSNER'
  /** Amber. */
  | 'AMBER'
  /** Sour. */
  | 'SOUR'
  /** Stout. */
  | 'STOUT'
  | '%future added value';

/** Discard cards, down to the hand limit. You choose how many of each type. This ends your turn. DD-17. */
export type DankAndDraftDiscardInput = {
  /** The number of cards of each type; chance decides which. */
  beers: DankAndDraftBeerAmountsInput;
};

/** Take the three cards of one complete row or column of the taps into your hand. DD-07. */
export type DankAndDraftDraftInput = {
  /** The row or column; all three of its taps must hold a card. */
  line: DankAndDraftLine;
};

/** The rule on offering a type again after its stack was emptied. */
export type DankAndDraftEmptiedType =
  /** It stays closed for that player (DD-16). */
  | 'CLOSED'
  /** It may be offered again. */
  | 'OPENS'
  | '%future added value';

/** A row or column of the taps. */
export type DankAndDraftLine =
  /** The top row: taps 1, 2, 3. */
  | 'ROW_1'
  /** The middle row: taps 4, 5, 6. */
  | 'ROW_2'
  /** The bottom row: taps 7, 8, 9. */
  | 'ROW_3'
  /** The left column: taps 1, 4, 7. */
  | 'COLUMN_1'
  /** The middle column: taps 2, 5, 8. */
  | 'COLUMN_2'
  /** The right column: taps 3, 6, 9. */
  | 'COLUMN_3'
  | '%future added value';

/** A move of Dank & Draft. Give exactly one field. */
export type DankAndDraftMoveInput =
  {   /** Take the three cards of one complete row or column of the taps into your hand. DD-07. */
  draft: DankAndDraftDraftInput; takeAction?: never; spoil?: never; snatch?: never; stockUp?: never; decline?: never; offer?: never; discard?: never; endTurn?: never; }
  |  { draft?: never;   /** Take a card from an opponent's hand, chosen by its action side, and perform that action. DD-08, DD-09. */
  takeAction: DankAndDraftTakeActionInput; spoil?: never; snatch?: never; stockUp?: never; decline?: never; offer?: never; discard?: never; endTurn?: never; }
  |  { draft?: never; takeAction?: never;   /** Destroy up to three beers of one type in one other player's taproom, those placed last. DD-10, DD-09. */
  spoil: DankAndDraftSpoilInput; snatch?: never; stockUp?: never; decline?: never; offer?: never; discard?: never; endTurn?: never; }
  |  { draft?: never; takeAction?: never; spoil?: never;   /** Take one beer of a type from every other player who has any, and add them to your own taproom. DD-13, DD-15. */
  snatch: DankAndDraftSnatchInput; stockUp?: never; decline?: never; offer?: never; discard?: never; endTurn?: never; }
  |  { draft?: never; takeAction?: never; spoil?: never; snatch?: never;   /** Take up to three beers of one type from the taps and add them to your own taproom. DD-14, DD-15. */
  stockUp: DankAndDraftStockUpInput; decline?: never; offer?: never; discard?: never; endTurn?: never; }
  |  { draft?: never; takeAction?: never; spoil?: never; snatch?: never; stockUp?: never;   /** Use the Spoil or Stock Up on no beer. DD-10, DD-14. */
  decline: boolean; offer?: never; discard?: never; endTurn?: never; }
  |  { draft?: never; takeAction?: never; spoil?: never; snatch?: never; stockUp?: never; decline?: never;   /** Put cards of one type from your hand into your taproom as a new stack. DD-16. */
  offer: DankAndDraftOfferInput; discard?: never; endTurn?: never; }
  |  { draft?: never; takeAction?: never; spoil?: never; snatch?: never; stockUp?: never; decline?: never; offer?: never;   /** Discard cards, down to the hand limit. You choose how many of each type. This ends your turn. DD-17. */
  discard: DankAndDraftDiscardInput; endTurn?: never; }
  |  { draft?: never; takeAction?: never; spoil?: never; snatch?: never; stockUp?: never; decline?: never; offer?: never; discard?: never;   /** End your turn. If you hold more cards than the hand limit, you discard next; else the taps are refilled. DD-17, DD-18. */
  endTurn: boolean; };

/** Put cards of one type from your hand into your taproom as a new stack. DD-16. */
export type DankAndDraftOfferInput = {
  /** A type that is not closed to you. */
  type: DankAndDraftBeerType;
  /** The number of your cards of this type; chance decides which. */
  count: number;
};

/** The number of new stacks that a player may offer in a turn. */
export type DankAndDraftOffers =
  /** Any number (DD-16). */
  | 'ANY'
  /** At most one. */
  | 'ONE_A_TURN'
  | '%future added value';

/** The readings of the rules that a game of Dank & Draft can be created with. */
export type DankAndDraftOptionsInput = {
  /** Who takes the first turn (DD-02). */
  firstSeat?: FirstSeat;
  /** Which action is on which beer's back (DD-01a). */
  pairing?: DankAndDraftPairing;
  /** The time of a Recycle's extra turn (DD-11). */
  recycle?: DankAndDraftRecycleTiming;
  /** New stacks in a turn (DD-16). */
  offers?: DankAndDraftOffers;
  /** Offering a type again whose stack was emptied (DD-16). */
  emptiedType?: DankAndDraftEmptiedType;
  /** The turn after which the game ends in any case (DD-24). */
  turnCap?: number;
};

/** The pairing of beers with the actions on their backs. */
export type DankAndDraftPairing =
  /** Shuffled anew for each game, so that knowing the deck tells nobody the other face (DD-01a). */
  | 'SHUFFLED'
  /** As the edition pairs them. */
  | 'PRINTED'
  | '%future added value';

/** The time at which the extra turn of a Recycle comes. */
export type DankAndDraftRecycleTiming =
  /** After this turn is finished (DD-11). */
  | 'END_OF_TURN'
  /** The turn goes straight to Discard and refill, without an Offer; then the extra turn. */
  | 'AT_ONCE'
  | '%future added value';

/** Take one beer of a type from every other player who has any, and add them to your own taproom. DD-13, DD-15. */
export type DankAndDraftSnatchInput = {
  /** The type; at least one other player has it. */
  type: DankAndDraftBeerType;
};

/** Destroy up to three beers of one type in one other player's taproom, those placed last. DD-10, DD-09. */
export type DankAndDraftSpoilInput = {
  /** The player whose beers are spoiled. */
  seat: number;
  /** The type of the stack. */
  type: DankAndDraftBeerType;
  /** The number of beers, 1 to 3. */
  count: number;
};

/** Take up to three beers of one type from the taps and add them to your own taproom. DD-14, DD-15. */
export type DankAndDraftStockUpInput = {
  /** The taps, 1 to 3 of them, all of one type. */
  taps: Array<number>;
};

/** Take a card from an opponent's hand, chosen by its action side, and perform that action. DD-08, DD-09. */
export type DankAndDraftTakeActionInput = {
  /** The opponent whose card is taken. */
  fromSeat: number;
  /** The action; which of several such cards is taken is drawn by chance. */
  action: DankAndDraftAction;
};

/** The step of the turn. */
export type DankAndDraftTurnPhase =
  /** The player drafts a line of the taps. */
  | 'DRAFT'
  /** The player may take an action, offer stacks or end the turn. */
  | 'ACTION'
  /** The player makes the choice of the action card in play. */
  | 'CHOICE'
  /** The player may offer stacks or end the turn. */
  | 'OFFER'
  /** The player ends the turn. */
  | 'END'
  /** The player discards down to the hand limit. */
  | 'DISCARD'
  /** The game is over. */
  | 'OVER'
  | '%future added value';

/** The status of a delivery. */
export type DeliveryStatus =
  /** It has not succeeded yet, and will be tried again. */
  | 'PENDING'
  /** The receiver answered with a status from 200 to 299. */
  | 'DELIVERED'
  /** It will not be tried again. */
  | 'FAILED'
  | '%future added value';

/** The status of an address. */
export type EmailStatus =
  /** An email with a code was sent to it. It gets no reminders until the code is confirmed. */
  | 'UNVERIFIED'
  /** It gets reminders. */
  | 'ACTIVE'
  /** A mail server has refused it for good, so it gets no more emails. `remindByEmail` tries it again. */
  | 'REFUSED'
  | '%future added value';

/** A reason why a game ended. */
export type EndReason =
  /** Dank & Draft: A player has beers of all five types in the taproom. */
  | 'FIVE_TYPES'
  /** Dank & Draft: After a refill no line of the taps can be drafted. */
  | 'TAPS'
  /** Dank & Draft: The last turn that the options allow is over. */
  | 'TURN_CAP'
  /** Pint Craft: After a Challenge Round one player alone is at the Victory Pint Threshold. */
  | 'THRESHOLD'
  /** Pint Craft: After a Face Off one player has the most Pints. */
  | 'FACE_OFF'
  /** Pint Craft: The tied leaders of a Face Off share the victory. */
  | 'VOTE'
  /** Pint Craft: The last Recipe is on tap. */
  | 'ALL_ON_TAP'
  /** Pint Craft: The last round that the options allow is over; the most Pints win. */
  | 'ROUND_CAP'
  /** Brew Crafters: The operating costs of the third year are paid. */
  | 'LAST_WINTER'
  /** All others have resigned. */
  | 'OTHERS_RESIGNED'
  | '%future added value';

/** The kinds of events in the feed of all games. A later release may add values. */
export type FeedEventKind =
  /** The game has begun. */
  | 'BEGUN'
  /** The game was played to its end. Its `results` are known, and it is counted for ratings. */
  | 'ENDED'
  /** The game was abandoned, or its players agreed to end it without a result. */
  | 'ABANDONED'
  /** An operator took the rated game back. Its `results` have the ratings without it. */
  | 'ANNULLED'
  | '%future added value';

/** The seat that takes the first turn. */
export type FirstSeat =
  /** A random seat, drawn from the seed. */
  | 'SEED'
  /** Seat 1. */
  | 'SEAT_1'
  /** Seat 2. */
  | 'SEAT_2'
  /** Seat 3. */
  | 'SEAT_3'
  /** Seat 4. */
  | 'SEAT_4'
  /** Seat 5. */
  | 'SEAT_5'
  /** Seat 6. */
  | 'SEAT_6'
  | '%future added value';

/** A kind of game. */
export type GameKind =
  /** Dank & Draft. */
  | 'DANK_AND_DRAFT'
  /** Pint Craft. */
  | 'PINT_CRAFT'
  /** Brew Crafters. */
  | 'BREW_CRAFTERS'
  | '%future added value';

/** A kind of value in a field of a table. */
export type Holds =
  /** The number of a seat. */
  | 'SEAT'
  /** A number. */
  | 'NUMBER'
  /** True or false. */
  | 'FLAG'
  /** One of `words`. */
  | 'WORD'
  /** The name of an entry of the edition. */
  | 'NAME'
  /** A title or text for people. */
  | 'TEXT'
  /** A number for each of several names, which are its fields. */
  | 'AMOUNTS'
  /** Further fields. */
  | 'GROUP'
  | '%future added value';

/** The powers of the host after the start. */
export type HostPowers =
  /** What concerns the players takes their consent, by a proposal. Alone, the host can only replace absent players. */
  | 'AGREED'
  /** The host can replace players and tokens, add time, upgrade the rules and end the game without asking. */
  | 'FULL'
  | '%future added value';

/** A move: in notation, or typed. Give exactly one field. */
export type MoveInput =
  {   /** The move as one line of text, such as `draft row-1`. */
  notation: string; dankAndDraft?: never; pintCraft?: never; brewCrafters?: never; }
  |  { notation?: never;   /** A move of Dank & Draft. */
  dankAndDraft: DankAndDraftMoveInput; pintCraft?: never; brewCrafters?: never; }
  |  { notation?: never; dankAndDraft?: never;   /** A move of Pint Craft. */
  pintCraft: PintCraftMoveInput; brewCrafters?: never; }
  |  { notation?: never; dankAndDraft?: never; pintCraft?: never;   /** A move of Brew Crafters. */
  brewCrafters: BrewCraftersMoveInput; };

/** The clocks of a new game. Give either `perMove` or `bank`. */
export type NewClockInput = {
  /** The seconds that a seat has for each move, 10 to 2592000. Null with a bank. */
  perMove?: number | null | undefined;
  /** The seconds that each seat has for the whole game, 10 to 2592000. Null with a time per move. */
  bank?: number | null | undefined;
  /** The seconds that are added to the bank of a seat whenever another one must decide after its move, 0 to 3600. */
  increment?: number;
  /** The action when a seat runs out of time. */
  onTimeOut?: TimeOutAction;
};

/** The kind of game to create, with its options. Give exactly one field. */
export type NewGameInput =
  {   /** Dank & Draft, with these options. `{}` means the defaults. */
  dankAndDraft: DankAndDraftOptionsInput; pintCraft?: never; brewCrafters?: never; }
  |  { dankAndDraft?: never;   /** Pint Craft, with these options. `{}` means the defaults. */
  pintCraft: PintCraftOptionsInput; brewCrafters?: never; }
  |  { dankAndDraft?: never; pintCraft?: never;   /** Brew Crafters, with these options. `{}` means the defaults. */
  brewCrafters: BrewCraftersOptionsInput; };

/** The players who can join an open seat. */
export type Opening =
  /** Anyone. If the game has visibility OPEN, `openGames` lists it. */
  | 'ANYONE'
  /** Only the host, and players with an invite. */
  | 'INVITED'
  | '%future added value';

/** The reasons for which orders end. A later release may add values. */
export type OrdersEnd =
  /** All moves of an order are made. */
  | 'PLAYED'
  /** The game went on in another way. */
  | 'UNEXPECTED'
  /** The next move was not legal when its turn came. */
  | 'REFUSED'
  /** Moves were taken back. */
  | 'UNDONE'
  /** Your time ran out, a bot plays for you, or you have resigned. */
  | 'ABSENT'
  | '%future added value';

/** The pace of a game, by its clocks. */
export type Pace =
  /** Played in one sitting: at most 300 seconds for each move, or a bank of at most 7200. */
  | 'LIVE'
  /** With more time than that. */
  | 'SLOW'
  /** Without clocks. */
  | 'UNTIMED'
  | '%future added value';

/** Return a Recipe's ingredients to the pot and put it on tap; its Pints count at once. PC-03, PC-09. */
export type PintCraftBrewInput = {
  /** The name of a Recipe on offer. */
  recipe: string;
};

/** Put the top Recipe of a stack under that stack. PC-03. */
export type PintCraftBuryInput = {
  /** A stack that is not empty, counted from 1. */
  stack: number;
};

/** The kind of a Brewery card. */
export type PintCraftCardKind =
  /** It acts and goes to the discard stack (PC-10). */
  | 'GREEN'
  /** It stays in front of its player, with its lasting effect (PC-10). */
  | 'ORANGE'
  /** An orange card that brings its player 1 ingredient for each of their Recipes on tap, every Season (PC-20). */
  | 'IMPROVEMENT'
  /** An orange card that needs its Improvement in front of the player (PC-15). */
  | 'EXPANSION'
  | '%future added value';

/** Take ingredients of your choice from the pot. PC-11, PC-12, PC-13. */
export type PintCraftChooseInput = {
  /** As many as you may choose; an Adjunct counts as several of them. You may take fewer only where the pot has too few Basic Ingredients. */
  ingredients: PintCraftIngredientAmountsInput;
};

/** The consequence of running out of Brewery cards in a turn. */
export type PintCraftEmptyHand =
  /** The player may still brew, then draws 4 cards (PC-07). */
  | 'MAY_BREW'
  /** The turn ends before brewing, as the rule book has it. */
  | 'ENDS_TURN'
  | '%future added value';

/** Give up ingredients of your choice, as another player's card demands. PC-16. */
export type PintCraftGiveInput = {
  /** Exactly as many of your ingredients as are demanded. */
  ingredients: PintCraftIngredientAmountsInput;
};

/** The amount of each ingredient. */
export type PintCraftIngredientAmountsInput = {
  /** Base Malt. */
  baseMalt?: number;
  /** Specialty Malt. */
  specialtyMalt?: number;
  /** Hops. */
  hops?: number;
  /** Adjuncts. */
  adjuncts?: number;
};

/** A move of Pint Craft. Give exactly one field. */
export type PintCraftMoveInput =
  {   /** Play a Brewery card from your hand for its effect. PC-06, PC-10, PC-15. */
  playCard: PintCraftPlayCardInput; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never;   /** Play a card that is marked OR for a choice of ingredients, usually 2, instead of its effect; it is discarded. PC-14. */
  tradeIn: PintCraftTradeInInput; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never;   /** Play no more cards in this turn. Brewing comes next; if you cannot pay for any Recipe, your turn ends. PC-05, PC-06. */
  stopPlaying: boolean; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never;   /** Return a Recipe's ingredients to the pot and put it on tap; its Pints count at once. PC-03, PC-09. */
  brew: PintCraftBrewInput; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never;   /** End your turn; you draw. PC-05, PC-06, PC-07. */
  endTurn: boolean; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never;   /** Take ingredients of your choice from the pot. PC-11, PC-12, PC-13. */
  choose: PintCraftChooseInput; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never;   /** Give up ingredients of your choice, as another player's card demands. PC-16. */
  give: PintCraftGiveInput; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never;   /** Choose the other player that your card affects. PC-16. */
  target: PintCraftTargetInput; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never;   /** Name the Recipe on offer that your Expansion pays from. PC-15. */
  nameRecipe: PintCraftNameRecipeInput; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never;   /** Put the top Recipe of a stack under that stack. PC-03. */
  bury: PintCraftBuryInput; takeBack?: never; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never;   /** Take a Brewery card from the discard stack into your hand. PC-10. */
  takeBack: PintCraftTakeBackInput; returnRecipe?: never; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never;   /** Choose which of your Recipes on tap with the fewest Pints goes back to the stacks. PC-16. */
  returnRecipe: PintCraftReturnRecipeInput; swapRecipes?: never; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never;   /** Exchange one of your Recipes on tap with another player's. PC-16. */
  swapRecipes: PintCraftSwapRecipesInput; vote?: never; }
  |  { playCard?: never; tradeIn?: never; stopPlaying?: never; brew?: never; endTurn?: never; choose?: never; give?: never; target?: never; nameRecipe?: never; bury?: never; takeBack?: never; returnRecipe?: never; swapRecipes?: never;   /** Vote for another Face Off, which needs all tied leaders, or for sharing the victory. PC-26. */
  vote: PintCraftVoteInput; };

/** Name the Recipe on offer that your Expansion pays from. PC-15. */
export type PintCraftNameRecipeInput = {
  /** The name of a Recipe on offer. */
  recipe: string;
};

/** The readings of the rules that a game of Pint Craft can be created with. */
export type PintCraftOptionsInput = {
  /** The first Season; without it, the seed chooses (PC-04). */
  season?: Season | null | undefined;
  /** Who takes the first turn (PC-04). */
  firstSeat?: FirstSeat;
  /** A turn in which the hand runs out (PC-07). */
  emptyHand?: PintCraftEmptyHand;
  /** Decides if ingredients can run out (PC-13). */
  pot?: PintCraftPotLimit;
  /** The Victory Pint Threshold, 1 to 200; without it, by the number of players (PC-22). */
  threshold?: number | null | undefined;
  /** The round after which the game ends in any case (PC-28). */
  roundCap?: number;
};

/** Play a Brewery card from your hand for its effect. PC-06, PC-10, PC-15. */
export type PintCraftPlayCardInput = {
  /** The name of the Brewery card. */
  card: string;
};

/** The supply of ingredients: limited or not. */
export type PintCraftPotLimit =
  /** There are as many as the edition has tokens (PC-13). */
  | 'LIMITED'
  /** There are always more. */
  | 'UNLIMITED'
  | '%future added value';

/** Choose which of your Recipes on tap with the fewest Pints goes back to the stacks. PC-16. */
export type PintCraftReturnRecipeInput = {
  /** The name of one of your Recipes on tap that has the fewest Pints. */
  recipe: string;
};

/** The phase of the game. */
export type PintCraftStage =
  /** The players take turns, round by round. */
  | 'ROUNDS'
  /** Every player but its starter has one more turn (PC-23). */
  | 'CHALLENGE_ROUND'
  /** The players at the threshold play one card each (PC-25). */
  | 'FACE_OFF'
  /** The game is over. */
  | 'OVER'
  | '%future added value';

/** Exchange one of your Recipes on tap with another player's. PC-16. */
export type PintCraftSwapRecipesInput = {
  /** The name of one of your Recipes on tap. */
  own: string;
  /** Another player's Recipe on tap, by its name; the card says how far its Pints may differ. */
  other: string;
};

/** Take a Brewery card from the discard stack into your hand. PC-10. */
export type PintCraftTakeBackInput = {
  /** The name of a card in the discard stack, of another title than the one played. */
  card: string;
};

/** Choose the other player that your card affects. PC-16. */
export type PintCraftTargetInput = {
  /** Another seat that is still in the game. */
  seat: number;
};

/** Play a card that is marked OR for a choice of ingredients, usually 2, instead of its effect; it is discarded. PC-14. */
export type PintCraftTradeInInput = {
  /** The name of the Brewery card. */
  card: string;
};

/** The step of the turn. */
export type PintCraftTurnStep =
  /** The player plays Brewery cards. */
  | 'PLAY'
  /** The player puts Recipes on tap. */
  | 'BREW'
  /** A player makes a choice that a card or a bonus gives them. */
  | 'CHOICE'
  /** The tied leaders vote (PC-26). */
  | 'VOTE'
  /** The game is over. */
  | 'OVER'
  | '%future added value';

/** Vote for another Face Off, which needs all tied leaders, or for sharing the victory. PC-26. */
export type PintCraftVoteInput = {
  /** True for another Face Off, false for sharing the victory. */
  another: boolean;
};

/** A mark of another player. A later release may add values. */
export type PlayerMark =
  /** A friend. The player is not told. */
  | 'FRIEND'
  /** The player cannot challenge you, and quick play never brings you together. They do not learn of it, and no response shows it. */
  | 'BLOCKED'
  | '%future added value';

/** The presence of a player. A later release may add values. */
export type PresenceState =
  /** The player has a stream of the game open. */
  | 'HERE'
  /** The player had one less than 5 minutes ago. */
  | 'LATELY'
  /** Neither, or the player does not show it. */
  | 'AWAY'
  | '%future added value';

/** The code of a problem. */
export type ProblemCode =
  /** The moves cannot be taken back, or not without the consent of the other seats. See `undoReason`. */
  | 'UNDO_REFUSED'
  /** This cannot be proposed here, or not be answered by you. See `proposalReason`. */
  | 'PROPOSAL_REFUSED'
  /** A proposal of this kind is open already: it proposes something else, or you have agreed to it. Answer or withdraw it. */
  | 'PROPOSAL_OPEN'
  /** The game has no such proposal: it has ended or expired. */
  | 'PROPOSAL_NOT_FOUND'
  /** The game has no rematch yet. Propose one once the game has ended. */
  | 'NO_REMATCH'
  /** The bearer token is not valid here: it is forged, damaged, expired, replaced, or belongs to another game. */
  | 'TOKEN_REJECTED'
  /** The ticket opens nothing: it is not valid, for another stream, too old, or was used. Create a new one. */
  | 'TICKET_REJECTED'
  /** Only a player at a seat of this game can do this. Send the seat's token. */
  | 'NOT_SEATED'
  /** Only the host of this game can do this. Send the host's token. */
  | 'NOT_HOST'
  /** The bearer token is read-only. To make changes, send the token it was made from. */
  | 'TOKEN_READ_ONLY'
  /** This requires an account. Send the token of your login as bearer token. */
  | 'NO_ACCOUNT'
  /** An operator has banned the account: it cannot take seats, open tables, challenge or talk. Games in which it sits go on. */
  | 'BANNED'
  /** Only an operator can do this. Send an operator's token. The answer is the same if the service has no operators. */
  | 'NOT_OPERATOR'
  /** You have made all the changes besides moves that your seat, or the host, may make in a game. Go on with moves. */
  | 'TOO_MANY_CHANGES'
  /** Your address or your account has as many games, or has taken as many seats, as one client may. See `message`. */
  | 'QUOTA_REACHED'
  /** The game is paused. Resume it to go on. */
  | 'PAUSED'
  /** The game is not paused. */
  | 'NOT_PAUSED'
  /** The game was created without clocks. */
  | 'NO_CLOCK'
  /** The game has changed since the expected version. */
  | 'VERSION_CONFLICT'
  /** The game is over or abandoned. It accepts no more changes. */
  | 'GAME_OVER'
  /** The game has not started. Its seats must be taken, and its `start` says whether its host must then start it. */
  | 'GAME_NOT_STARTED'
  /** No game has this id, or the game has expired. */
  | 'GAME_NOT_FOUND'
  /** The game has no such version. */
  | 'VERSION_NOT_FOUND'
  /** The game was created without this advice: see its `advice`. A program thinks in its own process, on sampled worlds. */
  | 'ADVICE_REFUSED'
  /** The client read the stream too slowly, so it ended. Subscribe again after `version`. */
  | 'FELL_BEHIND'
  /** The game has the newest version of its rules already. */
  | 'RULES_NEWEST'
  /** The newest rules do not allow the game's options or its position. A position may be allowed some moves later. */
  | 'RULES_DO_NOT_FIT'
  /** An argument has an invalid value. */
  | 'INPUT_REFUSED'
  /** The record is malformed, does not verify, or is not complete enough to play on from. */
  | 'RECORD_REFUSED'
  /** The idempotency key was already used for another request. Use a new key. */
  | 'KEY_REUSED'
  /** The move is not legal now. `rules` names the rule that it breaks. */
  | 'MOVE_REFUSED'
  /** The value is not a move of this kind of game. */
  | 'MOVE_NOT_UNDERSTOOD'
  /** A move before the last reveals something new to the seat. Look at the result before you send the next moves. */
  | 'BATCH_TELLS_NEWS'
  /** Other seats must decide first. */
  | 'NOT_YOUR_TURN'
  /** The moves belong to another kind of game. */
  | 'WRONG_GAME'
  /** The account already has a seat in this game. */
  | 'ALREADY_SEATED'
  /** The seat has already resigned. */
  | 'ALREADY_RESIGNED'
  /** The game has started. What is prepared before the start cannot be changed now; to open a seat, replace its player. */
  | 'ALREADY_STARTED'
  /** The game's `powers` are AGREED, so the host needs the consent of these seats. See `proposal` and `absentAt`. */
  | 'CONSENT_NEEDED'
  /** The seat is already open, closed, named, chosen or played as you ask. */
  | 'SEAT_UNCHANGED'
  /** The player has changed their names in the running game less than a minute ago. */
  | 'NAMED_LATELY'
  /** Some seats are not taken, so the game cannot start. */
  | 'SEATS_NOT_TAKEN'
  /** The seat is taken, closed or reserved for a challenged player, or no seat is open. */
  | 'NO_OPEN_SEAT'
  /** No bot plays for you: your seat is yours to play. */
  | 'NOT_AWAY'
  /** The invite is not valid: it is forged, expired, revoked or of another game, or its seat is taken. Ask the host for one. */
  | 'INVITE_REJECTED'
  /** The game is for people only, and a program asked for a seat. `openGames` lists others. */
  | 'PEOPLE_ONLY'
  /** No player has this handle or id, a guest sits there, or your account has not played in the game. Check the handle. */
  | 'PLAYER_NOT_FOUND'
  /** The operator has turned challenges off. */
  | 'CHALLENGES_OFF'
  /** You have no public profile, so the player could not know who challenges them. Sign in, and open one with `saveProfile`. */
  | 'NO_PROFILE'
  /** The player has too many open challenges, or you have challenged them, or others, too often today. */
  | 'TOO_MANY_CHALLENGES'
  /** The handover is not valid: it is forged, too old, used, or its token was replaced. Create one on the other device. */
  | 'HANDOVER_REJECTED'
  /** The game or account has no webhook with this id. */
  | 'WEBHOOK_NOT_FOUND'
  /** The game or account has as many webhooks as it may have. Delete one. */
  | 'TOO_MANY_WEBHOOKS'
  /** The operator has turned webhooks off. Follow the game instead. */
  | 'WEBHOOKS_OFF'
  /** The host is not away, so this is theirs to do. See `attendance`. */
  | 'HOST_PRESENT'
  /** Players who were away when the game was to start have not agreed yet. They do so with `startGame`. */
  | 'START_AWAITED'
  /** The token gives no lasting right to a seat of this game: it is narrow, replaced, forged, or of something else. */
  | 'CLAIM_REJECTED'
  /** Another account holds the seat. */
  | 'SEAT_CLAIMED'
  /** Another player has this handle, or one that looks like it. Choose another one. */
  | 'HANDLE_TAKEN'
  /** You have another handle, which stays. Leave it as it is, and change the rest. */
  | 'HANDLE_STAYS'
  /** You have marked as many players as you can. Remove a mark. */
  | 'TOO_MANY_PLAYERS'
  /** The operator has turned profiles off. */
  | 'PROFILES_OFF'
  /** The operator has turned quick play off. */
  | 'QUICK_PLAY_OFF'
  /** No seat is reserved for you: you were not challenged, have declined, or the challenge was withdrawn. */
  | 'CHALLENGE_NOT_FOUND'
  /** The operator has turned ratings off, or there are no accounts. */
  | 'RATINGS_OFF'
  /** Nothing can be said: the host or the operator has turned talk off. */
  | 'TALK_OFF'
  /** In this game, only phrases can be said. Send a `phrase`. */
  | 'PHRASES_ONLY'
  /** The text is too long. Shorten it. */
  | 'LINE_TOO_LONG'
  /** There is no such phrase. `phrases` lists them. */
  | 'PHRASE_UNKNOWN'
  /** You, or all in the room together, have said too much in the last seconds. Nothing was said; wait. */
  | 'SAID_TOO_OFTEN'
  /** An operator has muted the account: it can say nothing in any game. */
  | 'MUTED'
  /** You can read only the room in which you speak until the game is over. */
  | 'ROOM_CLOSED'
  /** The operator has turned presence off. */
  | 'PRESENCE_OFF'
  /** The operator has not set up email. Use a webhook, or follow your games. */
  | 'EMAIL_OFF'
  /** The code confirms nothing: it is damaged, older than a day, or not for the newest address of your account. */
  | 'EMAIL_CODE_REJECTED'
  /** Your account has no verified address. Give one by `remindByEmail`, and confirm the code that is sent to it. */
  | 'EMAIL_NOT_VERIFIED'
  /** The operator's token lacks the scope of this operation. Send one that has it. */
  | 'SCOPE_MISSING'
  /** The operator's account has or had a part in the game, so another operator must do this. */
  | 'OPERATOR_SITS'
  /** The game counts for no rating: it is not a rated one, or it has not ended. */
  | 'NOT_RATED'
  /** No report has this id, or it has expired. */
  | 'REPORT_NOT_FOUND'
  /** The operator takes no reports. */
  | 'REPORTS_OFF'
  /** The operator has as many open reports as the service keeps. Nothing was filed; try again later. */
  | 'REPORTS_FULL'
  /** The operator has turned standing orders off. */
  | 'STANDING_ORDERS_OFF'
  /** Standing orders are for games without clocks, or with a day or more for each seat. */
  | 'CLOCK_TOO_FAST'
  /** You must decide now. Make your move, and then leave orders for what comes after it. */
  | 'YOUR_DECISION'
  /** These are too many orders, or one of them expects or makes too many moves. Leave fewer. */
  | 'TOO_MANY_ORDERS'
  /** The service keeps no feed. Its settings can turn it on. */
  | 'FEED_OFF'
  | '%future added value';

/** A proposal. Give exactly one field. */
export type ProposalInput =
  {   /** An undo: the version to go back to, one that the game has come from, at most 64 versions ago. */
  undo: number; replacePlayer?: never; addTime?: never; draw?: never; unscored?: never; pause?: never; upgradeRules?: never; rematch?: never; }
  |  { undo?: never;   /** To give a seat to a bot, or to open it. Its player is asked too, unless absent. */
  replacePlayer: ReplacementInput; addTime?: never; draw?: never; unscored?: never; pause?: never; upgradeRules?: never; rematch?: never; }
  |  { undo?: never; replacePlayer?: never;   /** To give a seat more time. */
  addTime: AddedTimeInput; draw?: never; unscored?: never; pause?: never; upgradeRules?: never; rematch?: never; }
  |  { undo?: never; replacePlayer?: never; addTime?: never;   /** To end the game as a draw. Always true. */
  draw: boolean; unscored?: never; pause?: never; upgradeRules?: never; rematch?: never; }
  |  { undo?: never; replacePlayer?: never; addTime?: never; draw?: never;   /** To end the game without a result. Always true. */
  unscored: boolean; pause?: never; upgradeRules?: never; rematch?: never; }
  |  { undo?: never; replacePlayer?: never; addTime?: never; draw?: never; unscored?: never;   /** To stop all clocks, so that nobody can move until a player resumes the game. Always true. */
  pause: boolean; upgradeRules?: never; rematch?: never; }
  |  { undo?: never; replacePlayer?: never; addTime?: never; draw?: never; unscored?: never; pause?: never;   /** To move the game to the newest version of its rules. Always true. */
  upgradeRules: boolean; rematch?: never; }
  |  { undo?: never; replacePlayer?: never; addTime?: never; draw?: never; unscored?: never; pause?: never; upgradeRules?: never;   /** To play another game, once this one has ended. Always true. */
  rematch: boolean; };

/** A kind of proposal. */
export type ProposalKind =
  /** To go back to an earlier version. A move ends the proposal. */
  | 'UNDO'
  /** To end the game as a draw. */
  | 'DRAW'
  /** To end the game without a result. */
  | 'UNSCORED'
  /** To stop all clocks, so that nobody can move until a player resumes the game. */
  | 'PAUSE'
  /** To give a seat to a bot, or to open it. Its player is asked too, unless absent. */
  | 'REPLACE_PLAYER'
  /** To give a seat more time. */
  | 'ADD_TIME'
  /** To move the game to the newest version of its rules. */
  | 'UPGRADE_RULES'
  /** To play another game, once this one has ended. */
  | 'REMATCH'
  | '%future added value';

/** The new player for a seat. Either `bot` or `open` is given. */
export type ReplacementInput = {
  /** The seat. Its player is asked too, unless they are absent. */
  seat: number;
  /** A bot of the service, which moves as soon as it must decide. */
  bot?: BotKind | null | undefined;
  /** Another player, who joins the seat and then sees all that it knows. Until then nobody plays it. */
  open?: Opening | null | undefined;
  /** True if the player may return: their token and their account stay valid, and the bot plays until they make a move or return. Only with a bot. */
  mayReturn?: boolean;
};

/** The category of a report. A later release may add values. */
export type ReportCategory =
  /** Insults or threats, in the talk or by a name. */
  | 'ABUSE'
  /** Forbidden help, or players who work together. */
  | 'CHEATING'
  /** A player who does not play on, or wastes time. */
  | 'STALLING'
  /** The game or the service did something wrong. */
  | 'BUG'
  /** Something else. Say what in `text`. */
  | 'OTHER'
  | '%future added value';

/** The role of a viewer in a game. */
export type Role =
  /** A player at a seat. */
  | 'SEAT'
  /** The host without a seat. Sees what a spectator sees. */
  | 'HOST'
  /** Anyone else: a client without a token, or an account with no part in the game. */
  | 'SPECTATOR'
  | '%future added value';

/** A season of the year. */
export type Season =
  /** Spring. */
  | 'SPRING'
  /** Summer. */
  | 'SUMMER'
  /** Fall. */
  | 'FALL'
  /** Winter. */
  | 'WINTER'
  | '%future added value';

/** The reason why a player lost a seat. */
export type SeatEndReason =
  /** The host removed the player before the start. */
  | 'REMOVED'
  /** The host, who has full powers, gave the seat to somebody else. */
  | 'REPLACED'
  /** The player was absent: their time was over, or a game without clocks waited for them too long. */
  | 'ABSENT'
  /** All players agreed, this one included. */
  | 'AGREED'
  /** The seat has a new token. */
  | 'TOKEN_REPLACED'
  /** The player left for good. */
  | 'LEFT'
  | '%future added value';

/** The one by whom a player's seat ended. */
export type SeatEnder =
  /** The host. */
  | 'HOST'
  /** The seats that were asked, by a proposal. */
  | 'SEATS'
  /** The player of the seat. */
  | 'SELF'
  | '%future added value';

/** A seat of a new game. */
export type SeatInput = {
  /** The kind of player. */
  kind: SeatKind;
  /** The bot, for a seat of kind BOT. Null for other kinds. */
  bot?: BotKind | null | undefined;
  /** The player's name: 1 to 40 visible characters and emoji, at most 160 code points, with no space at either end. */
  name?: string | null | undefined;
  /** The name of the player's brewery, visible to everyone. No rule uses it. 1 to 40 visible characters and emoji, at most 160 code points, with no space at either end. */
  brewery?: string | null | undefined;
  /** True if everyone may see the display name of your account at your seat. It comes from your login. A name that you give goes before it. Only for the first of your seats, which your account has. */
  showName?: boolean;
  /** True if a program plays the seat, so that everybody sees it. The seats that the account of a program takes are always marked. Only for seats of kind MINE. */
  program?: boolean;
  /** The handle of a player whom you challenge: only they can take the seat. Only for seats of kind OPEN, and for accounts with a profile that have a seat themselves. Not in forks. */
  challenge?: string | null | undefined;
};

/** The kind of player at a seat of a new game. */
export type SeatKind =
  /** You, the creator. You get the seat's token with the new game. */
  | 'MINE'
  /** A player who joins. */
  | 'OPEN'
  /** A bot of the service, chosen by `bot`. It moves as soon as it must decide. */
  | 'BOT'
  | '%future added value';

/** Moves that the service makes for you if the game goes on as you expect. All are in notation, as the log shows them. */
export type StandingOrderInput = {
  /** The moves that you expect from this version on, in order, 1 to 24: those of all seats, also your own of earlier orders. `?` is what you do not see of a move. */
  after: Array<string>;
  /** Your moves after these, in order, 1 to 8. */
  play: Array<string>;
};

/** The condition for the start of a game. */
export type StartOption =
  /** The game starts when all seats are taken. */
  | 'WHEN_FULL'
  /** The host starts the game (`startGame`) once all seats are taken. */
  | 'BY_HOST'
  | '%future added value';

/** The status of a game. */
export type Status =
  /** The game has not started: some seats are not taken, or its host has yet to start it (see `start`). */
  | 'WAITING'
  /** The game is in progress. */
  | 'RUNNING'
  /** The game was played to its end, or all players but one have resigned. Nothing is hidden any more. */
  | 'OVER'
  /** The host or the players ended the game early, or it ended while all players had left. What was hidden stays hidden. */
  | 'ABANDONED'
  | '%future added value';

/** The new player of a seat. Give exactly one field. */
export type SubstituteInput =
  {   /** A bot of the service, which moves as soon as it must decide. */
  bot: BotKind; open?: never; }
  |  { bot?: never;   /** Another player, who joins the seat and then sees all that it knows. Until then nobody plays it. */
  open: Opening; };

/** The kinds of lines that can be said in a game. */
export type TalkMode =
  /** Nothing. */
  | 'OFF'
  /** Phrases of a list. */
  | 'PHRASES'
  /** Any text, and phrases. */
  | 'FREE'
  | '%future added value';

/** A room of a game, in which lines are said. */
export type TalkRoom =
  /** That of the players. Spectators can read it once the game is over. */
  | 'PLAYERS'
  /** That of the spectators, and of a host without a seat. Players can read it once the game is over. */
  | 'SPECTATORS'
  | '%future added value';

/** The action when a seat runs out of time. */
export type TimeOutAction =
  /** The service makes the seat's first legal move, and its next ones until another seat must decide. Then the player can go on. If all players have run out of time since their last moves, the game is paused. */
  | 'PASSIVE_MOVE'
  /** A bot of kind `GREEDY` plays the seat until its player returns. The player keeps the seat. */
  | 'BOT'
  /** The seat resigns. */
  | 'RESIGN'
  | '%future added value';

/** The conditions for taking moves of a game back. */
export type UndoOption =
  /** A seat can take back its last moves by itself if they revealed nothing and no other seat has decided since. Anything else takes the consent of the other seats. */
  | 'FREE'
  /** Only with the consent of the other seats. */
  | 'CONSENT'
  /** Never. */
  | 'NEVER'
  | '%future added value';

/** A reason why moves cannot be taken back. */
export type UndoReason =
  /** The game does not allow it. */
  | 'NEVER'
  /** The game allows it with the consent of the other seats only. Propose it. */
  | 'NO_CONSENT'
  /** There is no move to take back, or the version is not one that the game has come from. */
  | 'NOTHING'
  /** The version lies too far back, or the game has had too many undos. */
  | 'TOO_FAR'
  /** Another seat has decided since, or the first move to take back is another seat's. Propose it. */
  | 'NOT_YOURS'
  /** The moves revealed something. Propose it, in a game without bots. */
  | 'REVEALED'
  /** The rules have changed since, and the newer ones cannot go on from there. */
  | 'RULES'
  /** A seat has used what time it had then, or more. It can get some first, from the host or by a proposal. */
  | 'NO_TIME'
  | '%future added value';

/** The ways to win a game, or not to win it. A later release may add values. */
export type Victory =
  /** The seat in first place has won; several seats in first place share the victory. */
  | 'FIRST'
  /** The seats in first place have won as a team. Seats with equal places are a team. */
  | 'TEAM'
  /** All seats have won together. */
  | 'ALL_WON'
  /** All seats have lost together. */
  | 'ALL_LOST'
  /** All seats have the same points, and have neither won nor lost. */
  | 'ALL_SCORED'
  /** Nobody has won: the game is a draw. */
  | 'NOBODY'
  | '%future added value';

/** The clients that can find a game. */
export type Visibility =
  /** Everyone. `openGames` lists the game while it waits for players, and `finishedGames` once it is over. */
  | 'OPEN'
  /** Only clients that know its id. */
  | 'UNLISTED'
  | '%future added value';

/** An event that webhooks report. A later release may add values. */
export type WebhookEvent =
  /** All seats are taken, and the host has to start the game, or a player who was away has to agree. Sent to accounts that are the host, or are asked: then with their `seat`. */
  | 'SEATS_TAKEN'
  /** The game has started. */
  | 'GAME_STARTED'
  /** A player must decide. A game's webhook reports every seat, an account's its own. Seats of bots and resigned seats do not count. */
  | 'YOUR_TURN'
  /** A tenth of the time for a move, or of the bank, is left. Sent once, unless the seat gets more time, to those who get `YOUR_TURN`. Not sent if the whole time is less than 10 minutes. */
  | 'TIME_SHORT'
  /** A player lost their seat, and can watch on. A game's webhook reports every seat, also one that its player left, an account's those that somebody else took from it. */
  | 'SEAT_LOST'
  /** The game was played to its end, or was abandoned. */
  | 'GAME_OVER'
  /** A host has challenged a player, to `seat`. Sent to the player's account. */
  | 'CHALLENGED'
  /** A challenged player has declined. Sent to the host. */
  | 'CHALLENGE_DECLINED'
  | '%future added value';

/** The status of a webhook. */
export type WebhookStatus =
  /** It gets deliveries. */
  | 'ACTIVE'
  /** It gets none, because no delivery succeeded for about a day, or it answered 410. A test delivery that succeeds starts it again. */
  | 'STOPPED'
  | '%future added value';

export type UndoMutationVariables = Exact<{
  gameId: string;
  to?: number | null | undefined;
  expectedVersion?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UndoMutation = { undo:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'UndoRefused', undoReason: UndoReason, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ProposeMutationVariables = Exact<{
  gameId: string;
  proposal: ProposalInput;
  seconds?: number;
  idempotencyKey?: string | null | undefined;
}>;


export type ProposeMutation = { propose:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AcceptProposalMutationVariables = Exact<{
  gameId: string;
  proposalId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type AcceptProposalMutation = { acceptProposal:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DeclineProposalMutationVariables = Exact<{
  gameId: string;
  proposalId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type DeclineProposalMutation = { declineProposal:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type WithdrawProposalMutationVariables = Exact<{
  gameId: string;
  proposalId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type WithdrawProposalMutation = { withdrawProposal:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TakeRematchMutationVariables = Exact<{
  gameId: string;
}>;


export type TakeRematchMutation = { takeRematch:
    | { __typename: 'RematchTaken', hostToken: string | null, game:
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
      , seat: { seat: number, token: string } | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoRematch', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type NowQueryVariables = Exact<{ [key: string]: never; }>;


export type NowQuery = { now: { time: string } };

export type ResumeGameMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type ResumeGameMutation = { resumeGame:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotPaused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AddTimeMutationVariables = Exact<{
  gameId: string;
  seat: number;
  seconds: number;
  idempotencyKey?: string | null | undefined;
}>;


export type AddTimeMutation = { addTime:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type UpgradeRulesMutationVariables = Exact<{
  gameId: string;
  expectedVersion?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpgradeRulesMutation = { upgradeRules:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type BrewCraftersTableFragment = { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> };

export type BrewCraftersAmountsFragment = { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number };

export type BrewCraftersBatchFragment = { recipe: string, points: number };

export type BrewCraftersComponentFragment = { name: string, title: string, text: string, cost: number };

type BrewCraftersEvents_BrewCraftersSeasonBegan_Fragment = { __typename: 'BrewCraftersSeasonBegan' };

type BrewCraftersEvents_BrewCraftersPhaseBegan_Fragment = { __typename: 'BrewCraftersPhaseBegan' };

type BrewCraftersEvents_BrewCraftersSpaceTaken_Fragment = { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string };

type BrewCraftersEvents_BrewCraftersMarketActionLost_Fragment = { __typename: 'BrewCraftersMarketActionLost' };

type BrewCraftersEvents_BrewCraftersStartingPlayerChanged_Fragment = { __typename: 'BrewCraftersStartingPlayerChanged' };

type BrewCraftersEvents_BrewCraftersIngredientsTaken_Fragment = { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } };

type BrewCraftersEvents_BrewCraftersIngredientsDiscarded_Fragment = { __typename: 'BrewCraftersIngredientsDiscarded' };

type BrewCraftersEvents_BrewCraftersMoneyTaken_Fragment = { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number };

type BrewCraftersEvents_BrewCraftersMoneyPaid_Fragment = { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number };

type BrewCraftersEvents_BrewCraftersBonusPointsTaken_Fragment = { __typename: 'BrewCraftersBonusPointsTaken' };

type BrewCraftersEvents_BrewCraftersWorkerHired_Fragment = { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string };

type BrewCraftersEvents_BrewCraftersShiftHired_Fragment = { __typename: 'BrewCraftersShiftHired' };

type BrewCraftersEvents_BrewCraftersPartnershipFormed_Fragment = { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string };

type BrewCraftersEvents_BrewCraftersFarmPlanted_Fragment = { __typename: 'BrewCraftersFarmPlanted' };

type BrewCraftersEvents_BrewCraftersBeerProcessed_Fragment = { __typename: 'BrewCraftersBeerProcessed' };

type BrewCraftersEvents_BrewCraftersBatchSold_Fragment = { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number };

type BrewCraftersEvents_BrewCraftersGoldLabelTaken_Fragment = { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string };

type BrewCraftersEvents_BrewCraftersBatchBottled_Fragment = { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string };

type BrewCraftersEvents_BrewCraftersBatchBrewed_Fragment = { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel };

type BrewCraftersEvents_BrewCraftersPortionGiven_Fragment = { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string };

type BrewCraftersEvents_BrewCraftersCollaborationSold_Fragment = { __typename: 'BrewCraftersCollaborationSold' };

type BrewCraftersEvents_BrewCraftersStepTaken_Fragment = { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind };

type BrewCraftersEvents_BrewCraftersTileInstalled_Fragment = { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string };

type BrewCraftersEvents_BrewCraftersCostsPaid_Fragment = { __typename: 'BrewCraftersCostsPaid' };

type BrewCraftersEvents_TableOpened_Fragment = { __typename: 'TableOpened' };

type BrewCraftersEvents_GameForked_Fragment = { __typename: 'GameForked' };

type BrewCraftersEvents_PositionTaken_Fragment = { __typename: 'PositionTaken' };

type BrewCraftersEvents_GameImported_Fragment = { __typename: 'GameImported' };

type BrewCraftersEvents_SeatTaken_Fragment = { __typename: 'SeatTaken' };

type BrewCraftersEvents_SeatNamed_Fragment = { __typename: 'SeatNamed' };

type BrewCraftersEvents_FirstSeatChosen_Fragment = { __typename: 'FirstSeatChosen' };

type BrewCraftersEvents_SeatOpened_Fragment = { __typename: 'SeatOpened' };

type BrewCraftersEvents_SeatClosed_Fragment = { __typename: 'SeatClosed' };

type BrewCraftersEvents_SeatEnded_Fragment = { __typename: 'SeatEnded' };

type BrewCraftersEvents_SeatTokenReplaced_Fragment = { __typename: 'SeatTokenReplaced' };

type BrewCraftersEvents_HostTokenReplaced_Fragment = { __typename: 'HostTokenReplaced' };

type BrewCraftersEvents_GameStarted_Fragment = { __typename: 'GameStarted' };

type BrewCraftersEvents_SeatResigned_Fragment = { __typename: 'SeatResigned' };

type BrewCraftersEvents_BotStandsIn_Fragment = { __typename: 'BotStandsIn' };

type BrewCraftersEvents_BotTakesOver_Fragment = { __typename: 'BotTakesOver' };

type BrewCraftersEvents_PlayerReturned_Fragment = { __typename: 'PlayerReturned' };

type BrewCraftersEvents_InvitesRevoked_Fragment = { __typename: 'InvitesRevoked' };

type BrewCraftersEvents_TimedOut_Fragment = { __typename: 'TimedOut' };

type BrewCraftersEvents_TimeAdded_Fragment = { __typename: 'TimeAdded' };

type BrewCraftersEvents_GamePaused_Fragment = { __typename: 'GamePaused' };

type BrewCraftersEvents_GameResumed_Fragment = { __typename: 'GameResumed' };

type BrewCraftersEvents_RulesUpgraded_Fragment = { __typename: 'RulesUpgraded' };

type BrewCraftersEvents_ProposalMade_Fragment = { __typename: 'ProposalMade' };

type BrewCraftersEvents_ProposalAccepted_Fragment = { __typename: 'ProposalAccepted' };

type BrewCraftersEvents_ProposalDeclined_Fragment = { __typename: 'ProposalDeclined' };

type BrewCraftersEvents_ProposalWithdrawn_Fragment = { __typename: 'ProposalWithdrawn' };

type BrewCraftersEvents_MovesUndone_Fragment = { __typename: 'MovesUndone', backTo: number };

type BrewCraftersEvents_GameAgreed_Fragment = { __typename: 'GameAgreed' };

type BrewCraftersEvents_RematchAgreed_Fragment = { __typename: 'RematchAgreed' };

type BrewCraftersEvents_RematchBegun_Fragment = { __typename: 'RematchBegun' };

type BrewCraftersEvents_StartAsked_Fragment = { __typename: 'StartAsked' };

type BrewCraftersEvents_ProgramDeclared_Fragment = { __typename: 'ProgramDeclared' };

type BrewCraftersEvents_ChallengeDeclined_Fragment = { __typename: 'ChallengeDeclined' };

type BrewCraftersEvents_GameAbandoned_Fragment = { __typename: 'GameAbandoned' };

type BrewCraftersEvents_GameEnded_Fragment = { __typename: 'GameEnded' };

type BrewCraftersEvents_UnknownEvent_Fragment = { __typename: 'UnknownEvent' };

export type BrewCraftersEventsFragment =
  | BrewCraftersEvents_BrewCraftersSeasonBegan_Fragment
  | BrewCraftersEvents_BrewCraftersPhaseBegan_Fragment
  | BrewCraftersEvents_BrewCraftersSpaceTaken_Fragment
  | BrewCraftersEvents_BrewCraftersMarketActionLost_Fragment
  | BrewCraftersEvents_BrewCraftersStartingPlayerChanged_Fragment
  | BrewCraftersEvents_BrewCraftersIngredientsTaken_Fragment
  | BrewCraftersEvents_BrewCraftersIngredientsDiscarded_Fragment
  | BrewCraftersEvents_BrewCraftersMoneyTaken_Fragment
  | BrewCraftersEvents_BrewCraftersMoneyPaid_Fragment
  | BrewCraftersEvents_BrewCraftersBonusPointsTaken_Fragment
  | BrewCraftersEvents_BrewCraftersWorkerHired_Fragment
  | BrewCraftersEvents_BrewCraftersShiftHired_Fragment
  | BrewCraftersEvents_BrewCraftersPartnershipFormed_Fragment
  | BrewCraftersEvents_BrewCraftersFarmPlanted_Fragment
  | BrewCraftersEvents_BrewCraftersBeerProcessed_Fragment
  | BrewCraftersEvents_BrewCraftersBatchSold_Fragment
  | BrewCraftersEvents_BrewCraftersGoldLabelTaken_Fragment
  | BrewCraftersEvents_BrewCraftersBatchBottled_Fragment
  | BrewCraftersEvents_BrewCraftersBatchBrewed_Fragment
  | BrewCraftersEvents_BrewCraftersPortionGiven_Fragment
  | BrewCraftersEvents_BrewCraftersCollaborationSold_Fragment
  | BrewCraftersEvents_BrewCraftersStepTaken_Fragment
  | BrewCraftersEvents_BrewCraftersTileInstalled_Fragment
  | BrewCraftersEvents_BrewCraftersCostsPaid_Fragment
  | BrewCraftersEvents_TableOpened_Fragment
  | BrewCraftersEvents_GameForked_Fragment
  | BrewCraftersEvents_PositionTaken_Fragment
  | BrewCraftersEvents_GameImported_Fragment
  | BrewCraftersEvents_SeatTaken_Fragment
  | BrewCraftersEvents_SeatNamed_Fragment
  | BrewCraftersEvents_FirstSeatChosen_Fragment
  | BrewCraftersEvents_SeatOpened_Fragment
  | BrewCraftersEvents_SeatClosed_Fragment
  | BrewCraftersEvents_SeatEnded_Fragment
  | BrewCraftersEvents_SeatTokenReplaced_Fragment
  | BrewCraftersEvents_HostTokenReplaced_Fragment
  | BrewCraftersEvents_GameStarted_Fragment
  | BrewCraftersEvents_SeatResigned_Fragment
  | BrewCraftersEvents_BotStandsIn_Fragment
  | BrewCraftersEvents_BotTakesOver_Fragment
  | BrewCraftersEvents_PlayerReturned_Fragment
  | BrewCraftersEvents_InvitesRevoked_Fragment
  | BrewCraftersEvents_TimedOut_Fragment
  | BrewCraftersEvents_TimeAdded_Fragment
  | BrewCraftersEvents_GamePaused_Fragment
  | BrewCraftersEvents_GameResumed_Fragment
  | BrewCraftersEvents_RulesUpgraded_Fragment
  | BrewCraftersEvents_ProposalMade_Fragment
  | BrewCraftersEvents_ProposalAccepted_Fragment
  | BrewCraftersEvents_ProposalDeclined_Fragment
  | BrewCraftersEvents_ProposalWithdrawn_Fragment
  | BrewCraftersEvents_MovesUndone_Fragment
  | BrewCraftersEvents_GameAgreed_Fragment
  | BrewCraftersEvents_RematchAgreed_Fragment
  | BrewCraftersEvents_RematchBegun_Fragment
  | BrewCraftersEvents_StartAsked_Fragment
  | BrewCraftersEvents_ProgramDeclared_Fragment
  | BrewCraftersEvents_ChallengeDeclined_Fragment
  | BrewCraftersEvents_GameAbandoned_Fragment
  | BrewCraftersEvents_GameEnded_Fragment
  | BrewCraftersEvents_UnknownEvent_Fragment
;

export type LanguagesQueryVariables = Exact<{ [key: string]: never; }>;


export type LanguagesQuery = { catalogue: { languages: Array<string> } };

export type KindsQueryVariables = Exact<{ [key: string]: never; }>;


export type KindsQuery = { catalogue: { games: Array<{ kind: GameKind, title: string, designer: string, publisher: string, text: string, minSeats: number, maxSeats: number, minutes: number, options: Array<{ name: string, text: string, default: string, choices: Array<string>, minimum: number | null, maximum: number | null, maxItems: number | null, flag: boolean, nullable: boolean, choiceTexts: Array<{ value: string, text: string }> }>, editions: Array<{ name: string, title: string, text: string, digest: string }> }> } };

export type ReferenceQueryVariables = Exact<{
  kinds?: Array<GameKind> | GameKind | null | undefined;
}>;


export type ReferenceQuery = { catalogue: { games: Array<{ title: string, reasons: Array<{ reason: EndReason, text: string }>, words: Array<{ value: string, one: string, many: string }>, editions: Array<{ digest: string, entries: Array<{ section: string, name: string, figures: unknown }>, guide: { turn: Array<{ title: string, text: string, tasks: Array<string> }>, components: Array<{ section: string, title: string, text: string, entries: Array<{ key: string, title: string, text: string }> }> } }> }> } };

export type LessonsQueryVariables = Exact<{
  kinds?: Array<GameKind> | GameKind | null | undefined;
}>;


export type LessonsQuery = { catalogue: { games: Array<{ editions: Array<{ digest: string, guide: { lessons: Array<{ text: string, tasks: Array<string> }> } }> }> } };

export type HowToPlayQueryVariables = Exact<{
  kinds?: Array<GameKind> | GameKind | null | undefined;
}>;


export type HowToPlayQuery = { catalogue: { games: Array<{ title: string, rules: Array<{ key: string, text: string }>, editions: Array<{ digest: string, guide: { goal: Array<{ text: string }>, setup: Array<{ text: string }>, turn: Array<{ title: string, text: string, example: string, tasks: Array<string> }>, end: Array<{ text: string }>, scoring: Array<{ text: string }>, tips: Array<{ text: string }>, questions: Array<{ question: string, answer: string }>, components: Array<{ section: string, title: string, text: string, entries: Array<{ key: string, title: string, text: string }> }> } }> }> } };

export type TableFieldsQueryVariables = Exact<{ [key: string]: never; }>;


export type TableFieldsQuery = { catalogue: { games: Array<{ kind: GameKind, table: Array<{ path: string, title: string, text: string, holds: Holds, many: boolean, namedBy: Array<string> }>, words: Array<{ value: string, one: string }> }> } };

export type GuideFragment = { goal: Array<{ text: string }>, setup: Array<{ text: string }>, turn: Array<{ title: string, text: string, example: string, tasks: Array<string> }>, end: Array<{ text: string }>, scoring: Array<{ text: string }>, tips: Array<{ text: string }>, questions: Array<{ question: string, answer: string }>, components: Array<{ section: string, title: string, text: string, entries: Array<{ key: string, title: string, text: string }> }> };

export type ComponentsFragment = { components: Array<{ section: string, title: string, text: string, entries: Array<{ key: string, title: string, text: string }> }> };

export type GuideLineFragment = { text: string };

export type ChallengesQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type ChallengesQuery = { account:
    | { __typename: 'Account', challenges: { edges: Array<{ node:
            | { __typename: 'BrewCraftersGame', expiresAt: string, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { key: string, handle: string } | null, challenged: { key: string, handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'DankAndDraftGame', expiresAt: string, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { key: string, handle: string } | null, challenged: { key: string, handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'PintCraftGame', expiresAt: string, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { key: string, handle: string } | null, challenged: { key: string, handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'UnknownGame', expiresAt: string, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { key: string, handle: string } | null, challenged: { key: string, handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DeclineChallengeMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type DeclineChallengeMutation = { declineChallenge:
    | { __typename: 'GameChanged', game:
        | { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ChallengeNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DankAndDraftTableFragment = { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null };

export type DankAndDraftCardFragment = { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null };

type DankAndDraftEvents_DankAndDraftBeersDrafted_Fragment = { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> };

type DankAndDraftEvents_DankAndDraftActionTaken_Fragment = { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction };

type DankAndDraftEvents_DankAndDraftActionCardDiscarded_Fragment = { __typename: 'DankAndDraftActionCardDiscarded', seat: number };

type DankAndDraftEvents_DankAndDraftBeersSpoiled_Fragment = { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> };

type DankAndDraftEvents_DankAndDraftBeersSnatched_Fragment = { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> };

type DankAndDraftEvents_DankAndDraftBeersStockedUp_Fragment = { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> };

type DankAndDraftEvents_DankAndDraftDrawPileRecycled_Fragment = { __typename: 'DankAndDraftDrawPileRecycled' };

type DankAndDraftEvents_DankAndDraftBeersOffered_Fragment = { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> };

type DankAndDraftEvents_DankAndDraftBeersDiscarded_Fragment = { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> };

type DankAndDraftEvents_DankAndDraftTapsRefilled_Fragment = { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> };

type DankAndDraftEvents_DankAndDraftTurnBegan_Fragment = { __typename: 'DankAndDraftTurnBegan' };

type DankAndDraftEvents_TableOpened_Fragment = { __typename: 'TableOpened' };

type DankAndDraftEvents_GameForked_Fragment = { __typename: 'GameForked' };

type DankAndDraftEvents_PositionTaken_Fragment = { __typename: 'PositionTaken' };

type DankAndDraftEvents_GameImported_Fragment = { __typename: 'GameImported' };

type DankAndDraftEvents_SeatTaken_Fragment = { __typename: 'SeatTaken' };

type DankAndDraftEvents_SeatNamed_Fragment = { __typename: 'SeatNamed' };

type DankAndDraftEvents_FirstSeatChosen_Fragment = { __typename: 'FirstSeatChosen' };

type DankAndDraftEvents_SeatOpened_Fragment = { __typename: 'SeatOpened' };

type DankAndDraftEvents_SeatClosed_Fragment = { __typename: 'SeatClosed' };

type DankAndDraftEvents_SeatEnded_Fragment = { __typename: 'SeatEnded' };

type DankAndDraftEvents_SeatTokenReplaced_Fragment = { __typename: 'SeatTokenReplaced' };

type DankAndDraftEvents_HostTokenReplaced_Fragment = { __typename: 'HostTokenReplaced' };

type DankAndDraftEvents_GameStarted_Fragment = { __typename: 'GameStarted' };

type DankAndDraftEvents_SeatResigned_Fragment = { __typename: 'SeatResigned' };

type DankAndDraftEvents_BotStandsIn_Fragment = { __typename: 'BotStandsIn' };

type DankAndDraftEvents_BotTakesOver_Fragment = { __typename: 'BotTakesOver' };

type DankAndDraftEvents_PlayerReturned_Fragment = { __typename: 'PlayerReturned' };

type DankAndDraftEvents_InvitesRevoked_Fragment = { __typename: 'InvitesRevoked' };

type DankAndDraftEvents_TimedOut_Fragment = { __typename: 'TimedOut' };

type DankAndDraftEvents_TimeAdded_Fragment = { __typename: 'TimeAdded' };

type DankAndDraftEvents_GamePaused_Fragment = { __typename: 'GamePaused' };

type DankAndDraftEvents_GameResumed_Fragment = { __typename: 'GameResumed' };

type DankAndDraftEvents_RulesUpgraded_Fragment = { __typename: 'RulesUpgraded' };

type DankAndDraftEvents_ProposalMade_Fragment = { __typename: 'ProposalMade' };

type DankAndDraftEvents_ProposalAccepted_Fragment = { __typename: 'ProposalAccepted' };

type DankAndDraftEvents_ProposalDeclined_Fragment = { __typename: 'ProposalDeclined' };

type DankAndDraftEvents_ProposalWithdrawn_Fragment = { __typename: 'ProposalWithdrawn' };

type DankAndDraftEvents_MovesUndone_Fragment = { __typename: 'MovesUndone', backTo: number };

type DankAndDraftEvents_GameAgreed_Fragment = { __typename: 'GameAgreed' };

type DankAndDraftEvents_RematchAgreed_Fragment = { __typename: 'RematchAgreed' };

type DankAndDraftEvents_RematchBegun_Fragment = { __typename: 'RematchBegun' };

type DankAndDraftEvents_StartAsked_Fragment = { __typename: 'StartAsked' };

type DankAndDraftEvents_ProgramDeclared_Fragment = { __typename: 'ProgramDeclared' };

type DankAndDraftEvents_ChallengeDeclined_Fragment = { __typename: 'ChallengeDeclined' };

type DankAndDraftEvents_GameAbandoned_Fragment = { __typename: 'GameAbandoned' };

type DankAndDraftEvents_GameEnded_Fragment = { __typename: 'GameEnded' };

type DankAndDraftEvents_UnknownEvent_Fragment = { __typename: 'UnknownEvent' };

export type DankAndDraftEventsFragment =
  | DankAndDraftEvents_DankAndDraftBeersDrafted_Fragment
  | DankAndDraftEvents_DankAndDraftActionTaken_Fragment
  | DankAndDraftEvents_DankAndDraftActionCardDiscarded_Fragment
  | DankAndDraftEvents_DankAndDraftBeersSpoiled_Fragment
  | DankAndDraftEvents_DankAndDraftBeersSnatched_Fragment
  | DankAndDraftEvents_DankAndDraftBeersStockedUp_Fragment
  | DankAndDraftEvents_DankAndDraftDrawPileRecycled_Fragment
  | DankAndDraftEvents_DankAndDraftBeersOffered_Fragment
  | DankAndDraftEvents_DankAndDraftBeersDiscarded_Fragment
  | DankAndDraftEvents_DankAndDraftTapsRefilled_Fragment
  | DankAndDraftEvents_DankAndDraftTurnBegan_Fragment
  | DankAndDraftEvents_TableOpened_Fragment
  | DankAndDraftEvents_GameForked_Fragment
  | DankAndDraftEvents_PositionTaken_Fragment
  | DankAndDraftEvents_GameImported_Fragment
  | DankAndDraftEvents_SeatTaken_Fragment
  | DankAndDraftEvents_SeatNamed_Fragment
  | DankAndDraftEvents_FirstSeatChosen_Fragment
  | DankAndDraftEvents_SeatOpened_Fragment
  | DankAndDraftEvents_SeatClosed_Fragment
  | DankAndDraftEvents_SeatEnded_Fragment
  | DankAndDraftEvents_SeatTokenReplaced_Fragment
  | DankAndDraftEvents_HostTokenReplaced_Fragment
  | DankAndDraftEvents_GameStarted_Fragment
  | DankAndDraftEvents_SeatResigned_Fragment
  | DankAndDraftEvents_BotStandsIn_Fragment
  | DankAndDraftEvents_BotTakesOver_Fragment
  | DankAndDraftEvents_PlayerReturned_Fragment
  | DankAndDraftEvents_InvitesRevoked_Fragment
  | DankAndDraftEvents_TimedOut_Fragment
  | DankAndDraftEvents_TimeAdded_Fragment
  | DankAndDraftEvents_GamePaused_Fragment
  | DankAndDraftEvents_GameResumed_Fragment
  | DankAndDraftEvents_RulesUpgraded_Fragment
  | DankAndDraftEvents_ProposalMade_Fragment
  | DankAndDraftEvents_ProposalAccepted_Fragment
  | DankAndDraftEvents_ProposalDeclined_Fragment
  | DankAndDraftEvents_ProposalWithdrawn_Fragment
  | DankAndDraftEvents_MovesUndone_Fragment
  | DankAndDraftEvents_GameAgreed_Fragment
  | DankAndDraftEvents_RematchAgreed_Fragment
  | DankAndDraftEvents_RematchBegun_Fragment
  | DankAndDraftEvents_StartAsked_Fragment
  | DankAndDraftEvents_ProgramDeclared_Fragment
  | DankAndDraftEvents_ChallengeDeclined_Fragment
  | DankAndDraftEvents_GameAbandoned_Fragment
  | DankAndDraftEvents_GameEnded_Fragment
  | DankAndDraftEvents_UnknownEvent_Fragment
;

export type RemindersFragment = { address: string | null, status: EmailStatus | null, language: string | null, failure: string | null };

export type EmailRemindersQueryVariables = Exact<{ [key: string]: never; }>;


export type EmailRemindersQuery = { emailReminders:
    | { __typename: 'EmailReminders', address: string | null, status: EmailStatus | null, language: string | null, failure: string | null }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type RemindByEmailMutationVariables = Exact<{
  address: string;
}>;


export type RemindByEmailMutation = { remindByEmail:
    | { __typename: 'EmailReminders', address: string | null, status: EmailStatus | null, language: string | null, failure: string | null }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type VerifyEmailMutationVariables = Exact<{
  code: string;
}>;


export type VerifyEmailMutation = { verifyEmail:
    | { __typename: 'EmailReminders', address: string | null, status: EmailStatus | null, language: string | null, failure: string | null }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'EmailCodeRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TestEmailMutationVariables = Exact<{ [key: string]: never; }>;


export type TestEmailMutation = { testEmail:
    | { __typename: 'EmailReminders', address: string | null, status: EmailStatus | null, language: string | null, failure: string | null }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'EmailNotVerified', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type StopEmailMutationVariables = Exact<{ [key: string]: never; }>;


export type StopEmailMutation = { stopEmail:
    | { __typename: 'EmailReminders', address: string | null, status: EmailStatus | null, language: string | null, failure: string | null }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type BriefOfQueryVariables = Exact<{
  gameId: string;
}>;


export type BriefOfQuery = { game:
    | { __typename: 'DankAndDraftGame', advice: Advice, peopleOnly: boolean, rated: boolean, powers: HostPowers, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'PintCraftGame', advice: Advice, peopleOnly: boolean, rated: boolean, powers: HostPowers, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'BrewCraftersGame', advice: Advice, peopleOnly: boolean, rated: boolean, powers: HostPowers, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', advice: Advice, peopleOnly: boolean, rated: boolean, powers: HostPowers, gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type BriefUpdatesSubscriptionVariables = Exact<{
  gameId: string;
}>;


export type BriefUpdatesSubscription = { gameUpdated:
    | { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AccountGamesQueryVariables = Exact<{
  first?: number;
}>;


export type AccountGamesQuery = { account:
    | { __typename: 'Account', name: string | null, games: { edges: Array<{ node:
            | { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
           }> }, finishedGames: { edges: Array<{ node:
            | { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
            | { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
           }> } }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AccountNewsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AccountNewsSubscription = { accountEvents:
    | { __typename: 'AccountEvent', cursor: string, game:
        | { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
       }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

type Brief_BrewCraftersGame_Fragment = { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null };

type Brief_DankAndDraftGame_Fragment = { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null };

type Brief_PintCraftGame_Fragment = { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null };

type Brief_UnknownGame_Fragment = { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null };

export type BriefFragment =
  | Brief_BrewCraftersGame_Fragment
  | Brief_DankAndDraftGame_Fragment
  | Brief_PintCraftGame_Fragment
  | Brief_UnknownGame_Fragment
;

export type ManagedGameFragment = { gameId: string, kind: GameKind, status: Status, rated: boolean, createdAt: string, changedAt: string, host: string | null, seats: Array<{ seat: number, account: string | null, handle: string | null, former: Array<string> }> };

export type SanctionFragment = { since: string, until: string | null, operator: string, note: string | null };

export type ManagedAccountFragment = { key: string, handle: string | null, name: string | null, createdAt: string | null, ratings: Array<{ kind: GameKind, rating: number, games: number }>, muted: { since: string, until: string | null, operator: string, note: string | null } | null, banned: { since: string, until: string | null, operator: string, note: string | null } | null };

export type OperatorGamesQueryVariables = Exact<{
  account?: string | null | undefined;
  begins?: string | null | undefined;
  status?: Status | null | undefined;
  kinds?: Array<GameKind> | GameKind | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type OperatorGamesQuery = { operatorGames:
    | { __typename: 'ManagedGameConnection', edges: Array<{ node: { gameId: string, kind: GameKind, status: Status, rated: boolean, createdAt: string, changedAt: string, host: string | null, seats: Array<{ seat: number, account: string | null, handle: string | null, former: Array<string> }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorGameQueryVariables = Exact<{
  gameId: string;
}>;


export type OperatorGameQuery = { operatorGame:
    | { __typename: 'OperatorGame', annulled: boolean, managed: { gameId: string, kind: GameKind, status: Status, rated: boolean, createdAt: string, changedAt: string, host: string | null, seats: Array<{ seat: number, account: string | null, handle: string | null, former: Array<string> }> }, game:
        | { __typename: 'BrewCraftersGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
               }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
        | { __typename: 'DankAndDraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
               }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
        | { __typename: 'PintCraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
               }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
        | { __typename: 'UnknownGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
                | { notation: string, label: string, input: MoveInput }
               }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
       }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorAccountsQueryVariables = Exact<{
  begins: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type OperatorAccountsQuery = { operatorAccounts:
    | { __typename: 'ManagedAccountConnection', edges: Array<{ node: { key: string, handle: string | null, name: string | null, createdAt: string | null, ratings: Array<{ kind: GameKind, rating: number, games: number }>, muted: { since: string, until: string | null, operator: string, note: string | null } | null, banned: { since: string, until: string | null, operator: string, note: string | null } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorAccountQueryVariables = Exact<{
  account: string;
}>;


export type OperatorAccountQuery = { operatorAccount:
    | { __typename: 'OperatorAccount', account: { key: string, handle: string | null, name: string | null, createdAt: string | null, ratings: Array<{ kind: GameKind, rating: number, games: number }>, muted: { since: string, until: string | null, operator: string, note: string | null } | null, banned: { since: string, until: string | null, operator: string, note: string | null } | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorLogQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type OperatorLogQuery = { operatorLog:
    | { __typename: 'OperatorUseConnection', edges: Array<{ node: { at: string, operator: string, scope: string, action: string, subject: string, note: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorEndMutationVariables = Exact<{
  gameId: string;
  note?: string | null | undefined;
}>;


export type OperatorEndMutation = { operatorEnd:
    | { __typename: 'OperatorGame', managed: { gameId: string, kind: GameKind, status: Status, rated: boolean, createdAt: string, changedAt: string, host: string | null, seats: Array<{ seat: number, account: string | null, handle: string | null, former: Array<string> }> } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorAnnulMutationVariables = Exact<{
  gameId: string;
  note?: string | null | undefined;
}>;


export type OperatorAnnulMutation = { operatorAnnul:
    | { __typename: 'OperatorGame', annulled: boolean, managed: { gameId: string, kind: GameKind, status: Status, rated: boolean, createdAt: string, changedAt: string, host: string | null, seats: Array<{ seat: number, account: string | null, handle: string | null, former: Array<string> }> } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotRated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorEndTalkMutationVariables = Exact<{
  gameId: string;
  note?: string | null | undefined;
}>;


export type OperatorEndTalkMutation = { operatorEndTalk:
    | { __typename: 'TalkSet', mode: TalkMode }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorMuteMutationVariables = Exact<{
  account: string;
  muted?: boolean;
  until?: string | null | undefined;
  note?: string | null | undefined;
}>;


export type OperatorMuteMutation = { operatorMute:
    | { __typename: 'OperatorAccount', account: { key: string, handle: string | null, name: string | null, createdAt: string | null, ratings: Array<{ kind: GameKind, rating: number, games: number }>, muted: { since: string, until: string | null, operator: string, note: string | null } | null, banned: { since: string, until: string | null, operator: string, note: string | null } | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorBanMutationVariables = Exact<{
  account: string;
  banned?: boolean;
  until?: string | null | undefined;
  note?: string | null | undefined;
}>;


export type OperatorBanMutation = { operatorBan:
    | { __typename: 'OperatorAccount', account: { key: string, handle: string | null, name: string | null, createdAt: string | null, ratings: Array<{ kind: GameKind, rating: number, games: number }>, muted: { since: string, until: string | null, operator: string, note: string | null } | null, banned: { since: string, until: string | null, operator: string, note: string | null } | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorDeleteMutationVariables = Exact<{
  account: string;
  note?: string | null | undefined;
}>;


export type OperatorDeleteMutation = { operatorDelete:
    | { __typename: 'AccountDeleted', finished: boolean }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorSeatQueryVariables = Exact<{
  gameId: string;
  seat: number;
  at?: number | null | undefined;
  note?: string | null | undefined;
}>;


export type OperatorSeatQuery = { operatorSeat:
    | { __typename: 'OperatorGame', game:
        | { __typename: 'BrewCraftersGame', gameId: string, version: number, decision: { seat: number, prompt: string } | null }
        | { __typename: 'DankAndDraftGame', gameId: string, version: number, decision: { seat: number, prompt: string } | null }
        | { __typename: 'PintCraftGame', gameId: string, version: number, decision: { seat: number, prompt: string } | null }
        | { __typename: 'UnknownGame', gameId: string, version: number, decision: { seat: number, prompt: string } | null }
      , managed: { gameId: string, kind: GameKind, status: Status, rated: boolean, createdAt: string, changedAt: string, host: string | null, seats: Array<{ seat: number, account: string | null, handle: string | null, former: Array<string> }> } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OperatorExportQueryVariables = Exact<{
  account: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type OperatorExportQuery = { operatorExport:
    | { __typename: 'OperatorExport', avatar: string | null, seenAt: string | null, hidesPresence: boolean, webhooks: Array<string>, next: string | null, account: { key: string, handle: string | null, name: string | null, createdAt: string | null, ratings: Array<{ kind: GameKind, rating: number, games: number }>, muted: { since: string, until: string | null, operator: string, note: string | null } | null, banned: { since: string, until: string | null, operator: string, note: string | null } | null }, marks: Array<{ player: string, mark: string, at: string }>, games: Array<{ gameId: string, lines: Array<{ at: string, phrase: string | null, text: string | null }> }> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ProfileFragment = { id: string, handle: string, name: string | null, avatar: string | null, createdAt: string, seenAt: string | null, ratings: Array<{ kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string }> };

export type MarkedPlayerFragment = { id: string, handle: string | null, mark: PlayerMark | null, markedAt: string | null };

export type PeopleQueryVariables = Exact<{ [key: string]: never; }>;


export type PeopleQuery = { account:
    | { __typename: 'Account', id: string, profile: { id: string, handle: string, name: string | null, avatar: string | null, createdAt: string, seenAt: string | null, ratings: Array<{ kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string }> } | null, players: { players: Array<{ id: string, handle: string | null, mark: PlayerMark | null, markedAt: string | null }> }, ratings: { ratings: Array<{ kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string }> } }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type PlayerNamedQueryVariables = Exact<{
  handle: string;
}>;


export type PlayerNamedQuery = { player:
    | { __typename: 'Profile', id: string, handle: string, name: string | null, avatar: string | null, createdAt: string, seenAt: string | null, ratings: Array<{ kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string }> }
    | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type PlayerAtQueryVariables = Exact<{
  gameId: string;
  seat: number;
}>;


export type PlayerAtQuery = { playerAt:
    | { __typename: 'PlayerFound', player: { id: string, handle: string | null, mark: PlayerMark | null, markedAt: string | null } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type SaveProfileMutationVariables = Exact<{
  handle: string;
  name?: string | null | undefined;
  avatar?: string | null | undefined;
  showSeen?: boolean;
  hidePresence?: boolean | null | undefined;
}>;


export type SaveProfileMutation = { saveProfile:
    | { __typename: 'ProfileSaved', profile: { id: string, handle: string, name: string | null, avatar: string | null, createdAt: string, seenAt: string | null, ratings: Array<{ kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string }> } }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', argument: string, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'HandleTaken', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'HandleStays', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CloseProfileMutationVariables = Exact<{ [key: string]: never; }>;


export type CloseProfileMutation = { closeProfile:
    | { __typename: 'ProfileClosed', finished: boolean }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type MarkPlayerMutationVariables = Exact<{
  player: string;
  mark?: PlayerMark | null | undefined;
}>;


export type MarkPlayerMutation = { markPlayer:
    | { __typename: 'PlayerFound', player: { id: string, handle: string | null, mark: PlayerMark | null, markedAt: string | null } }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyPlayers', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type PintCraftTableFragment = { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> };

export type PintCraftAmountsFragment = { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number };

export type PintCraftCardFragment = { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string };

export type PintCraftRecipeFragment = { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } };

type PintCraftEvents_PintCraftCardPlayed_Fragment = { __typename: 'PintCraftCardPlayed', seat: number, card: string };

type PintCraftEvents_PintCraftCardTradedIn_Fragment = { __typename: 'PintCraftCardTradedIn', seat: number, card: string };

type PintCraftEvents_PintCraftCardDiscarded_Fragment = { __typename: 'PintCraftCardDiscarded' };

type PintCraftEvents_PintCraftIngredientsTaken_Fragment = { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } };

type PintCraftEvents_PintCraftIngredientsLost_Fragment = { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } };

type PintCraftEvents_PintCraftIngredientsGiven_Fragment = { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } };

type PintCraftEvents_PintCraftCardsDrawn_Fragment = { __typename: 'PintCraftCardsDrawn', seat: number, count: number };

type PintCraftEvents_PintCraftDrawPileMade_Fragment = { __typename: 'PintCraftDrawPileMade' };

type PintCraftEvents_PintCraftCardTaken_Fragment = { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number };

type PintCraftEvents_PintCraftCardTakenBack_Fragment = { __typename: 'PintCraftCardTakenBack' };

type PintCraftEvents_PintCraftHandDiscarded_Fragment = { __typename: 'PintCraftHandDiscarded' };

type PintCraftEvents_PintCraftRecipeBrewed_Fragment = { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number };

type PintCraftEvents_PintCraftRecipeBuried_Fragment = { __typename: 'PintCraftRecipeBuried' };

type PintCraftEvents_PintCraftRecipeReturned_Fragment = { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number };

type PintCraftEvents_PintCraftRecipesSwapped_Fragment = { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number };

type PintCraftEvents_PintCraftSeasonBegan_Fragment = { __typename: 'PintCraftSeasonBegan' };

type PintCraftEvents_PintCraftTurnBegan_Fragment = { __typename: 'PintCraftTurnBegan' };

type PintCraftEvents_PintCraftChallengeRoundBegan_Fragment = { __typename: 'PintCraftChallengeRoundBegan' };

type PintCraftEvents_PintCraftChallengeRoundFailed_Fragment = { __typename: 'PintCraftChallengeRoundFailed' };

type PintCraftEvents_PintCraftFaceOffBegan_Fragment = { __typename: 'PintCraftFaceOffBegan' };

type PintCraftEvents_PintCraftVoteCast_Fragment = { __typename: 'PintCraftVoteCast' };

type PintCraftEvents_TableOpened_Fragment = { __typename: 'TableOpened' };

type PintCraftEvents_GameForked_Fragment = { __typename: 'GameForked' };

type PintCraftEvents_PositionTaken_Fragment = { __typename: 'PositionTaken' };

type PintCraftEvents_GameImported_Fragment = { __typename: 'GameImported' };

type PintCraftEvents_SeatTaken_Fragment = { __typename: 'SeatTaken' };

type PintCraftEvents_SeatNamed_Fragment = { __typename: 'SeatNamed' };

type PintCraftEvents_FirstSeatChosen_Fragment = { __typename: 'FirstSeatChosen' };

type PintCraftEvents_SeatOpened_Fragment = { __typename: 'SeatOpened' };

type PintCraftEvents_SeatClosed_Fragment = { __typename: 'SeatClosed' };

type PintCraftEvents_SeatEnded_Fragment = { __typename: 'SeatEnded' };

type PintCraftEvents_SeatTokenReplaced_Fragment = { __typename: 'SeatTokenReplaced' };

type PintCraftEvents_HostTokenReplaced_Fragment = { __typename: 'HostTokenReplaced' };

type PintCraftEvents_GameStarted_Fragment = { __typename: 'GameStarted' };

type PintCraftEvents_SeatResigned_Fragment = { __typename: 'SeatResigned' };

type PintCraftEvents_BotStandsIn_Fragment = { __typename: 'BotStandsIn' };

type PintCraftEvents_BotTakesOver_Fragment = { __typename: 'BotTakesOver' };

type PintCraftEvents_PlayerReturned_Fragment = { __typename: 'PlayerReturned' };

type PintCraftEvents_InvitesRevoked_Fragment = { __typename: 'InvitesRevoked' };

type PintCraftEvents_TimedOut_Fragment = { __typename: 'TimedOut' };

type PintCraftEvents_TimeAdded_Fragment = { __typename: 'TimeAdded' };

type PintCraftEvents_GamePaused_Fragment = { __typename: 'GamePaused' };

type PintCraftEvents_GameResumed_Fragment = { __typename: 'GameResumed' };

type PintCraftEvents_RulesUpgraded_Fragment = { __typename: 'RulesUpgraded' };

type PintCraftEvents_ProposalMade_Fragment = { __typename: 'ProposalMade' };

type PintCraftEvents_ProposalAccepted_Fragment = { __typename: 'ProposalAccepted' };

type PintCraftEvents_ProposalDeclined_Fragment = { __typename: 'ProposalDeclined' };

type PintCraftEvents_ProposalWithdrawn_Fragment = { __typename: 'ProposalWithdrawn' };

type PintCraftEvents_MovesUndone_Fragment = { __typename: 'MovesUndone', backTo: number };

type PintCraftEvents_GameAgreed_Fragment = { __typename: 'GameAgreed' };

type PintCraftEvents_RematchAgreed_Fragment = { __typename: 'RematchAgreed' };

type PintCraftEvents_RematchBegun_Fragment = { __typename: 'RematchBegun' };

type PintCraftEvents_StartAsked_Fragment = { __typename: 'StartAsked' };

type PintCraftEvents_ProgramDeclared_Fragment = { __typename: 'ProgramDeclared' };

type PintCraftEvents_ChallengeDeclined_Fragment = { __typename: 'ChallengeDeclined' };

type PintCraftEvents_GameAbandoned_Fragment = { __typename: 'GameAbandoned' };

type PintCraftEvents_GameEnded_Fragment = { __typename: 'GameEnded' };

type PintCraftEvents_UnknownEvent_Fragment = { __typename: 'UnknownEvent' };

export type PintCraftEventsFragment =
  | PintCraftEvents_PintCraftCardPlayed_Fragment
  | PintCraftEvents_PintCraftCardTradedIn_Fragment
  | PintCraftEvents_PintCraftCardDiscarded_Fragment
  | PintCraftEvents_PintCraftIngredientsTaken_Fragment
  | PintCraftEvents_PintCraftIngredientsLost_Fragment
  | PintCraftEvents_PintCraftIngredientsGiven_Fragment
  | PintCraftEvents_PintCraftCardsDrawn_Fragment
  | PintCraftEvents_PintCraftDrawPileMade_Fragment
  | PintCraftEvents_PintCraftCardTaken_Fragment
  | PintCraftEvents_PintCraftCardTakenBack_Fragment
  | PintCraftEvents_PintCraftHandDiscarded_Fragment
  | PintCraftEvents_PintCraftRecipeBrewed_Fragment
  | PintCraftEvents_PintCraftRecipeBuried_Fragment
  | PintCraftEvents_PintCraftRecipeReturned_Fragment
  | PintCraftEvents_PintCraftRecipesSwapped_Fragment
  | PintCraftEvents_PintCraftSeasonBegan_Fragment
  | PintCraftEvents_PintCraftTurnBegan_Fragment
  | PintCraftEvents_PintCraftChallengeRoundBegan_Fragment
  | PintCraftEvents_PintCraftChallengeRoundFailed_Fragment
  | PintCraftEvents_PintCraftFaceOffBegan_Fragment
  | PintCraftEvents_PintCraftVoteCast_Fragment
  | PintCraftEvents_TableOpened_Fragment
  | PintCraftEvents_GameForked_Fragment
  | PintCraftEvents_PositionTaken_Fragment
  | PintCraftEvents_GameImported_Fragment
  | PintCraftEvents_SeatTaken_Fragment
  | PintCraftEvents_SeatNamed_Fragment
  | PintCraftEvents_FirstSeatChosen_Fragment
  | PintCraftEvents_SeatOpened_Fragment
  | PintCraftEvents_SeatClosed_Fragment
  | PintCraftEvents_SeatEnded_Fragment
  | PintCraftEvents_SeatTokenReplaced_Fragment
  | PintCraftEvents_HostTokenReplaced_Fragment
  | PintCraftEvents_GameStarted_Fragment
  | PintCraftEvents_SeatResigned_Fragment
  | PintCraftEvents_BotStandsIn_Fragment
  | PintCraftEvents_BotTakesOver_Fragment
  | PintCraftEvents_PlayerReturned_Fragment
  | PintCraftEvents_InvitesRevoked_Fragment
  | PintCraftEvents_TimedOut_Fragment
  | PintCraftEvents_TimeAdded_Fragment
  | PintCraftEvents_GamePaused_Fragment
  | PintCraftEvents_GameResumed_Fragment
  | PintCraftEvents_RulesUpgraded_Fragment
  | PintCraftEvents_ProposalMade_Fragment
  | PintCraftEvents_ProposalAccepted_Fragment
  | PintCraftEvents_ProposalDeclined_Fragment
  | PintCraftEvents_ProposalWithdrawn_Fragment
  | PintCraftEvents_MovesUndone_Fragment
  | PintCraftEvents_GameAgreed_Fragment
  | PintCraftEvents_RematchAgreed_Fragment
  | PintCraftEvents_RematchBegun_Fragment
  | PintCraftEvents_StartAsked_Fragment
  | PintCraftEvents_ProgramDeclared_Fragment
  | PintCraftEvents_ChallengeDeclined_Fragment
  | PintCraftEvents_GameAbandoned_Fragment
  | PintCraftEvents_GameEnded_Fragment
  | PintCraftEvents_UnknownEvent_Fragment
;

export type LookAtQueryVariables = Exact<{
  gameId: string;
  at?: number | null | undefined;
}>;


export type LookAtQuery = { game:
    | { __typename: 'DankAndDraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'PintCraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'BrewCraftersGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type MoreMovesQueryVariables = Exact<{
  gameId: string;
  after?: string | null | undefined;
}>;


export type MoreMovesQuery = { game:
    | { __typename: 'DankAndDraftGame', version: number, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'PintCraftGame', version: number, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'BrewCraftersGame', version: number, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', version: number, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type SuggestionQueryVariables = Exact<{
  gameId: string;
  bot: BotKind;
}>;


export type SuggestionQuery = { game:
    | { __typename: 'DankAndDraftGame', version: number, suggestion:
        | { __typename: 'DankAndDraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'PintCraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'BrewCraftersLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'PintCraftGame', version: number, suggestion:
        | { __typename: 'DankAndDraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'PintCraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'BrewCraftersLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'BrewCraftersGame', version: number, suggestion:
        | { __typename: 'DankAndDraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'PintCraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'BrewCraftersLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', version: number, suggestion:
        | { __typename: 'DankAndDraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'PintCraftLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'BrewCraftersLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownLegalMove', notation: string, label: string, input: MoveInput }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AnalysisQueryVariables = Exact<{
  gameId: string;
  bot: BotKind;
}>;


export type AnalysisQuery = { game:
    | { __typename: 'DankAndDraftGame', version: number, analysis:
        | { __typename: 'Analysis', moves: Array<{ visits: number, expectedPoints: number, expectedResult: number | null, move:
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
            , reasons: Array<{ key: string, sentence: string, seat: number | null, name: string | null, number: number | null }> }> }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'PintCraftGame', version: number, analysis:
        | { __typename: 'Analysis', moves: Array<{ visits: number, expectedPoints: number, expectedResult: number | null, move:
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
            , reasons: Array<{ key: string, sentence: string, seat: number | null, name: string | null, number: number | null }> }> }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'BrewCraftersGame', version: number, analysis:
        | { __typename: 'Analysis', moves: Array<{ visits: number, expectedPoints: number, expectedResult: number | null, move:
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
            , reasons: Array<{ key: string, sentence: string, seat: number | null, name: string | null, number: number | null }> }> }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', version: number, analysis:
        | { __typename: 'Analysis', moves: Array<{ visits: number, expectedPoints: number, expectedResult: number | null, move:
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
              | { notation: string, label: string, input: MoveInput }
            , reasons: Array<{ key: string, sentence: string, seat: number | null, name: string | null, number: number | null }> }> }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type PreviewQueryVariables = Exact<{
  gameId: string;
  moves: Array<MoveInput> | MoveInput;
}>;


export type PreviewQuery = { game:
    | { __typename: 'DankAndDraftGame', version: number, preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, events: Array<
            | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
            | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
            | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftDrawPileRecycled' }
            | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftTurnBegan' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, events: Array<
            | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
            | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
            | { __typename: 'PintCraftCardDiscarded' }
            | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
            | { __typename: 'PintCraftDrawPileMade' }
            | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
            | { __typename: 'PintCraftCardTakenBack' }
            | { __typename: 'PintCraftHandDiscarded' }
            | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipeBuried' }
            | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
            | { __typename: 'PintCraftSeasonBegan' }
            | { __typename: 'PintCraftTurnBegan' }
            | { __typename: 'PintCraftChallengeRoundBegan' }
            | { __typename: 'PintCraftChallengeRoundFailed' }
            | { __typename: 'PintCraftFaceOffBegan' }
            | { __typename: 'PintCraftVoteCast' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, events: Array<
            | { __typename: 'BrewCraftersSeasonBegan' }
            | { __typename: 'BrewCraftersPhaseBegan' }
            | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
            | { __typename: 'BrewCraftersMarketActionLost' }
            | { __typename: 'BrewCraftersStartingPlayerChanged' }
            | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
            | { __typename: 'BrewCraftersIngredientsDiscarded' }
            | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
            | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
            | { __typename: 'BrewCraftersBonusPointsTaken' }
            | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
            | { __typename: 'BrewCraftersShiftHired' }
            | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
            | { __typename: 'BrewCraftersFarmPlanted' }
            | { __typename: 'BrewCraftersBeerProcessed' }
            | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
            | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
            | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
            | { __typename: 'BrewCraftersCollaborationSold' }
            | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
            | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
            | { __typename: 'BrewCraftersCostsPaid' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'PintCraftGame', version: number, preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, events: Array<
            | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
            | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
            | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftDrawPileRecycled' }
            | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftTurnBegan' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, events: Array<
            | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
            | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
            | { __typename: 'PintCraftCardDiscarded' }
            | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
            | { __typename: 'PintCraftDrawPileMade' }
            | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
            | { __typename: 'PintCraftCardTakenBack' }
            | { __typename: 'PintCraftHandDiscarded' }
            | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipeBuried' }
            | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
            | { __typename: 'PintCraftSeasonBegan' }
            | { __typename: 'PintCraftTurnBegan' }
            | { __typename: 'PintCraftChallengeRoundBegan' }
            | { __typename: 'PintCraftChallengeRoundFailed' }
            | { __typename: 'PintCraftFaceOffBegan' }
            | { __typename: 'PintCraftVoteCast' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, events: Array<
            | { __typename: 'BrewCraftersSeasonBegan' }
            | { __typename: 'BrewCraftersPhaseBegan' }
            | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
            | { __typename: 'BrewCraftersMarketActionLost' }
            | { __typename: 'BrewCraftersStartingPlayerChanged' }
            | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
            | { __typename: 'BrewCraftersIngredientsDiscarded' }
            | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
            | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
            | { __typename: 'BrewCraftersBonusPointsTaken' }
            | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
            | { __typename: 'BrewCraftersShiftHired' }
            | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
            | { __typename: 'BrewCraftersFarmPlanted' }
            | { __typename: 'BrewCraftersBeerProcessed' }
            | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
            | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
            | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
            | { __typename: 'BrewCraftersCollaborationSold' }
            | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
            | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
            | { __typename: 'BrewCraftersCostsPaid' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'BrewCraftersGame', version: number, preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, events: Array<
            | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
            | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
            | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftDrawPileRecycled' }
            | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftTurnBegan' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, events: Array<
            | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
            | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
            | { __typename: 'PintCraftCardDiscarded' }
            | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
            | { __typename: 'PintCraftDrawPileMade' }
            | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
            | { __typename: 'PintCraftCardTakenBack' }
            | { __typename: 'PintCraftHandDiscarded' }
            | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipeBuried' }
            | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
            | { __typename: 'PintCraftSeasonBegan' }
            | { __typename: 'PintCraftTurnBegan' }
            | { __typename: 'PintCraftChallengeRoundBegan' }
            | { __typename: 'PintCraftChallengeRoundFailed' }
            | { __typename: 'PintCraftFaceOffBegan' }
            | { __typename: 'PintCraftVoteCast' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, events: Array<
            | { __typename: 'BrewCraftersSeasonBegan' }
            | { __typename: 'BrewCraftersPhaseBegan' }
            | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
            | { __typename: 'BrewCraftersMarketActionLost' }
            | { __typename: 'BrewCraftersStartingPlayerChanged' }
            | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
            | { __typename: 'BrewCraftersIngredientsDiscarded' }
            | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
            | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
            | { __typename: 'BrewCraftersBonusPointsTaken' }
            | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
            | { __typename: 'BrewCraftersShiftHired' }
            | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
            | { __typename: 'BrewCraftersFarmPlanted' }
            | { __typename: 'BrewCraftersBeerProcessed' }
            | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
            | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
            | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
            | { __typename: 'BrewCraftersCollaborationSold' }
            | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
            | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
            | { __typename: 'BrewCraftersCostsPaid' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', version: number, preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, events: Array<
            | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
            | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
            | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftDrawPileRecycled' }
            | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftTurnBegan' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, events: Array<
            | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
            | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
            | { __typename: 'PintCraftCardDiscarded' }
            | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
            | { __typename: 'PintCraftDrawPileMade' }
            | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
            | { __typename: 'PintCraftCardTakenBack' }
            | { __typename: 'PintCraftHandDiscarded' }
            | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipeBuried' }
            | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
            | { __typename: 'PintCraftSeasonBegan' }
            | { __typename: 'PintCraftTurnBegan' }
            | { __typename: 'PintCraftChallengeRoundBegan' }
            | { __typename: 'PintCraftChallengeRoundFailed' }
            | { __typename: 'PintCraftFaceOffBegan' }
            | { __typename: 'PintCraftVoteCast' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, events: Array<
            | { __typename: 'BrewCraftersSeasonBegan' }
            | { __typename: 'BrewCraftersPhaseBegan' }
            | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
            | { __typename: 'BrewCraftersMarketActionLost' }
            | { __typename: 'BrewCraftersStartingPlayerChanged' }
            | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
            | { __typename: 'BrewCraftersIngredientsDiscarded' }
            | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
            | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
            | { __typename: 'BrewCraftersBonusPointsTaken' }
            | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
            | { __typename: 'BrewCraftersShiftHired' }
            | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
            | { __typename: 'BrewCraftersFarmPlanted' }
            | { __typename: 'BrewCraftersBeerProcessed' }
            | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
            | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
            | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
            | { __typename: 'BrewCraftersCollaborationSold' }
            | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
            | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
            | { __typename: 'BrewCraftersCostsPaid' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string } | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type SampleWorldQueryVariables = Exact<{
  gameId: string;
  seed?: string | null | undefined;
}>;


export type SampleWorldQuery = { game:
    | { __typename: 'DankAndDraftGame', version: number, sampleWorld:
        | { __typename: 'DankAndDraftWorld', position: string, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } }
        | { __typename: 'PintCraftWorld', position: string, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } }
        | { __typename: 'BrewCraftersWorld', position: string, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownWorld', position: string }
       | null }
    | { __typename: 'PintCraftGame', version: number, sampleWorld:
        | { __typename: 'DankAndDraftWorld', position: string, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } }
        | { __typename: 'PintCraftWorld', position: string, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } }
        | { __typename: 'BrewCraftersWorld', position: string, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownWorld', position: string }
       | null }
    | { __typename: 'BrewCraftersGame', version: number, sampleWorld:
        | { __typename: 'DankAndDraftWorld', position: string, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } }
        | { __typename: 'PintCraftWorld', position: string, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } }
        | { __typename: 'BrewCraftersWorld', position: string, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownWorld', position: string }
       | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', version: number, sampleWorld:
        | { __typename: 'DankAndDraftWorld', position: string, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } }
        | { __typename: 'PintCraftWorld', position: string, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } }
        | { __typename: 'BrewCraftersWorld', position: string, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } }
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownWorld', position: string }
       | null }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type WhyNotQueryVariables = Exact<{
  gameId: string;
  move: MoveInput;
}>;


export type WhyNotQuery = { game:
    | { __typename: 'DankAndDraftGame', whyNot:
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengeNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClaimRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClockTooFast', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailCodeRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailNotVerified', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FellBehind', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleStays', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandoverRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InviteRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'LineTooLong', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Muted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NamedLately', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoProfile', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoRematch', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotAway', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotPaused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotRated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhraseUnknown', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuickPlayOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsFull', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SaidTooOften', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatClaimed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatsNotTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StandingOrdersOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StartAwaited', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChallenges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyOrders', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyPlayers', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyWebhooks', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'YourDecision', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'PintCraftGame', whyNot:
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengeNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClaimRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClockTooFast', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailCodeRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailNotVerified', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FellBehind', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleStays', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandoverRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InviteRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'LineTooLong', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Muted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NamedLately', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoProfile', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoRematch', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotAway', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotPaused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotRated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhraseUnknown', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuickPlayOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsFull', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SaidTooOften', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatClaimed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatsNotTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StandingOrdersOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StartAwaited', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChallenges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyOrders', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyPlayers', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyWebhooks', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'YourDecision', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'BrewCraftersGame', whyNot:
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengeNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClaimRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClockTooFast', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailCodeRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailNotVerified', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FellBehind', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleStays', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandoverRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InviteRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'LineTooLong', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Muted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NamedLately', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoProfile', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoRematch', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotAway', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotPaused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotRated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhraseUnknown', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuickPlayOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsFull', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SaidTooOften', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatClaimed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatsNotTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StandingOrdersOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StartAwaited', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChallenges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyOrders', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyPlayers', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyWebhooks', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'YourDecision', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', whyNot:
        | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengeNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ChallengesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClaimRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ClockTooFast', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailCodeRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailNotVerified', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'FellBehind', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleStays', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandleTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HandoverRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InviteRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'LineTooLong', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Muted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NamedLately', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoProfile', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NoRematch', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotAway', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotPaused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotRated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhraseUnknown', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuickPlayOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsFull', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ReportsOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SaidTooOften', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatClaimed', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'SeatsNotTaken', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StandingOrdersOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'StartAwaited', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChallenges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyOrders', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyPlayers', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'TooManyWebhooks', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'YourDecision', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       | null }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type UpdatesSubscriptionVariables = Exact<{
  gameId: string;
}>;


export type UpdatesSubscription = { gameUpdated:
    | { __typename: 'DankAndDraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'PintCraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'BrewCraftersGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type EventsSubscriptionVariables = Exact<{
  gameId: string;
  after: number;
  epoch?: string | null | undefined;
}>;


export type EventsSubscription = { events:
    | { __typename: 'DankAndDraftLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
        | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
        | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
        | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
        | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
        | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
        | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
        | { __typename: 'DankAndDraftDrawPileRecycled' }
        | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
        | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
        | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
        | { __typename: 'DankAndDraftTurnBegan' }
        | { __typename: 'TableOpened' }
        | { __typename: 'GameForked' }
        | { __typename: 'PositionTaken' }
        | { __typename: 'GameImported' }
        | { __typename: 'SeatTaken' }
        | { __typename: 'SeatNamed' }
        | { __typename: 'FirstSeatChosen' }
        | { __typename: 'SeatOpened' }
        | { __typename: 'SeatClosed' }
        | { __typename: 'SeatEnded' }
        | { __typename: 'SeatTokenReplaced' }
        | { __typename: 'HostTokenReplaced' }
        | { __typename: 'GameStarted' }
        | { __typename: 'SeatResigned' }
        | { __typename: 'BotStandsIn' }
        | { __typename: 'BotTakesOver' }
        | { __typename: 'PlayerReturned' }
        | { __typename: 'InvitesRevoked' }
        | { __typename: 'TimedOut' }
        | { __typename: 'TimeAdded' }
        | { __typename: 'GamePaused' }
        | { __typename: 'GameResumed' }
        | { __typename: 'RulesUpgraded' }
        | { __typename: 'ProposalMade' }
        | { __typename: 'ProposalAccepted' }
        | { __typename: 'ProposalDeclined' }
        | { __typename: 'ProposalWithdrawn' }
        | { __typename: 'MovesUndone', backTo: number }
        | { __typename: 'GameAgreed' }
        | { __typename: 'RematchAgreed' }
        | { __typename: 'RematchBegun' }
        | { __typename: 'StartAsked' }
        | { __typename: 'ProgramDeclared' }
        | { __typename: 'ChallengeDeclined' }
        | { __typename: 'GameAbandoned' }
        | { __typename: 'GameEnded' }
        | { __typename: 'UnknownEvent' }
      > }
    | { __typename: 'PintCraftLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
        | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
        | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
        | { __typename: 'PintCraftCardDiscarded' }
        | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
        | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
        | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
        | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
        | { __typename: 'PintCraftDrawPileMade' }
        | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
        | { __typename: 'PintCraftCardTakenBack' }
        | { __typename: 'PintCraftHandDiscarded' }
        | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
        | { __typename: 'PintCraftRecipeBuried' }
        | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
        | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
        | { __typename: 'PintCraftSeasonBegan' }
        | { __typename: 'PintCraftTurnBegan' }
        | { __typename: 'PintCraftChallengeRoundBegan' }
        | { __typename: 'PintCraftChallengeRoundFailed' }
        | { __typename: 'PintCraftFaceOffBegan' }
        | { __typename: 'PintCraftVoteCast' }
        | { __typename: 'TableOpened' }
        | { __typename: 'GameForked' }
        | { __typename: 'PositionTaken' }
        | { __typename: 'GameImported' }
        | { __typename: 'SeatTaken' }
        | { __typename: 'SeatNamed' }
        | { __typename: 'FirstSeatChosen' }
        | { __typename: 'SeatOpened' }
        | { __typename: 'SeatClosed' }
        | { __typename: 'SeatEnded' }
        | { __typename: 'SeatTokenReplaced' }
        | { __typename: 'HostTokenReplaced' }
        | { __typename: 'GameStarted' }
        | { __typename: 'SeatResigned' }
        | { __typename: 'BotStandsIn' }
        | { __typename: 'BotTakesOver' }
        | { __typename: 'PlayerReturned' }
        | { __typename: 'InvitesRevoked' }
        | { __typename: 'TimedOut' }
        | { __typename: 'TimeAdded' }
        | { __typename: 'GamePaused' }
        | { __typename: 'GameResumed' }
        | { __typename: 'RulesUpgraded' }
        | { __typename: 'ProposalMade' }
        | { __typename: 'ProposalAccepted' }
        | { __typename: 'ProposalDeclined' }
        | { __typename: 'ProposalWithdrawn' }
        | { __typename: 'MovesUndone', backTo: number }
        | { __typename: 'GameAgreed' }
        | { __typename: 'RematchAgreed' }
        | { __typename: 'RematchBegun' }
        | { __typename: 'StartAsked' }
        | { __typename: 'ProgramDeclared' }
        | { __typename: 'ChallengeDeclined' }
        | { __typename: 'GameAbandoned' }
        | { __typename: 'GameEnded' }
        | { __typename: 'UnknownEvent' }
      > }
    | { __typename: 'BrewCraftersLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
        | { __typename: 'BrewCraftersSeasonBegan' }
        | { __typename: 'BrewCraftersPhaseBegan' }
        | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
        | { __typename: 'BrewCraftersMarketActionLost' }
        | { __typename: 'BrewCraftersStartingPlayerChanged' }
        | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
        | { __typename: 'BrewCraftersIngredientsDiscarded' }
        | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
        | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
        | { __typename: 'BrewCraftersBonusPointsTaken' }
        | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
        | { __typename: 'BrewCraftersShiftHired' }
        | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
        | { __typename: 'BrewCraftersFarmPlanted' }
        | { __typename: 'BrewCraftersBeerProcessed' }
        | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
        | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
        | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
        | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
        | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
        | { __typename: 'BrewCraftersCollaborationSold' }
        | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
        | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
        | { __typename: 'BrewCraftersCostsPaid' }
        | { __typename: 'TableOpened' }
        | { __typename: 'GameForked' }
        | { __typename: 'PositionTaken' }
        | { __typename: 'GameImported' }
        | { __typename: 'SeatTaken' }
        | { __typename: 'SeatNamed' }
        | { __typename: 'FirstSeatChosen' }
        | { __typename: 'SeatOpened' }
        | { __typename: 'SeatClosed' }
        | { __typename: 'SeatEnded' }
        | { __typename: 'SeatTokenReplaced' }
        | { __typename: 'HostTokenReplaced' }
        | { __typename: 'GameStarted' }
        | { __typename: 'SeatResigned' }
        | { __typename: 'BotStandsIn' }
        | { __typename: 'BotTakesOver' }
        | { __typename: 'PlayerReturned' }
        | { __typename: 'InvitesRevoked' }
        | { __typename: 'TimedOut' }
        | { __typename: 'TimeAdded' }
        | { __typename: 'GamePaused' }
        | { __typename: 'GameResumed' }
        | { __typename: 'RulesUpgraded' }
        | { __typename: 'ProposalMade' }
        | { __typename: 'ProposalAccepted' }
        | { __typename: 'ProposalDeclined' }
        | { __typename: 'ProposalWithdrawn' }
        | { __typename: 'MovesUndone', backTo: number }
        | { __typename: 'GameAgreed' }
        | { __typename: 'RematchAgreed' }
        | { __typename: 'RematchBegun' }
        | { __typename: 'StartAsked' }
        | { __typename: 'ProgramDeclared' }
        | { __typename: 'ChallengeDeclined' }
        | { __typename: 'GameAbandoned' }
        | { __typename: 'GameEnded' }
        | { __typename: 'UnknownEvent' }
      > }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'FellBehind', version: number, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type HistoryQueryVariables = Exact<{
  gameId: string;
  after: number;
  first?: number;
}>;


export type HistoryQuery = { events:
    | { __typename: 'EventPage', version: number, latest: number, ended: boolean, entries: Array<
        | { __typename: 'BrewCraftersLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
            | { __typename: 'BrewCraftersSeasonBegan' }
            | { __typename: 'BrewCraftersPhaseBegan' }
            | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
            | { __typename: 'BrewCraftersMarketActionLost' }
            | { __typename: 'BrewCraftersStartingPlayerChanged' }
            | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
            | { __typename: 'BrewCraftersIngredientsDiscarded' }
            | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
            | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
            | { __typename: 'BrewCraftersBonusPointsTaken' }
            | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
            | { __typename: 'BrewCraftersShiftHired' }
            | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
            | { __typename: 'BrewCraftersFarmPlanted' }
            | { __typename: 'BrewCraftersBeerProcessed' }
            | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
            | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
            | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
            | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
            | { __typename: 'BrewCraftersCollaborationSold' }
            | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
            | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
            | { __typename: 'BrewCraftersCostsPaid' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'DankAndDraftLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
            | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
            | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
            | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftDrawPileRecycled' }
            | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
            | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
            | { __typename: 'DankAndDraftTurnBegan' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'PintCraftLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
            | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
            | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
            | { __typename: 'PintCraftCardDiscarded' }
            | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
            | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
            | { __typename: 'PintCraftDrawPileMade' }
            | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
            | { __typename: 'PintCraftCardTakenBack' }
            | { __typename: 'PintCraftHandDiscarded' }
            | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipeBuried' }
            | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
            | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
            | { __typename: 'PintCraftSeasonBegan' }
            | { __typename: 'PintCraftTurnBegan' }
            | { __typename: 'PintCraftChallengeRoundBegan' }
            | { __typename: 'PintCraftChallengeRoundFailed' }
            | { __typename: 'PintCraftFaceOffBegan' }
            | { __typename: 'PintCraftVoteCast' }
            | { __typename: 'TableOpened' }
            | { __typename: 'GameForked' }
            | { __typename: 'PositionTaken' }
            | { __typename: 'GameImported' }
            | { __typename: 'SeatTaken' }
            | { __typename: 'SeatNamed' }
            | { __typename: 'FirstSeatChosen' }
            | { __typename: 'SeatOpened' }
            | { __typename: 'SeatClosed' }
            | { __typename: 'SeatEnded' }
            | { __typename: 'SeatTokenReplaced' }
            | { __typename: 'HostTokenReplaced' }
            | { __typename: 'GameStarted' }
            | { __typename: 'SeatResigned' }
            | { __typename: 'BotStandsIn' }
            | { __typename: 'BotTakesOver' }
            | { __typename: 'PlayerReturned' }
            | { __typename: 'InvitesRevoked' }
            | { __typename: 'TimedOut' }
            | { __typename: 'TimeAdded' }
            | { __typename: 'GamePaused' }
            | { __typename: 'GameResumed' }
            | { __typename: 'RulesUpgraded' }
            | { __typename: 'ProposalMade' }
            | { __typename: 'ProposalAccepted' }
            | { __typename: 'ProposalDeclined' }
            | { __typename: 'ProposalWithdrawn' }
            | { __typename: 'MovesUndone', backTo: number }
            | { __typename: 'GameAgreed' }
            | { __typename: 'RematchAgreed' }
            | { __typename: 'RematchBegun' }
            | { __typename: 'StartAsked' }
            | { __typename: 'ProgramDeclared' }
            | { __typename: 'ChallengeDeclined' }
            | { __typename: 'GameAbandoned' }
            | { __typename: 'GameEnded' }
            | { __typename: 'UnknownEvent' }
          > }
        | { __typename: 'UnknownLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string> }
      > }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type RecordOfQueryVariables = Exact<{
  gameId: string;
}>;


export type RecordOfQuery = { record:
    | { __typename: 'GameRecord', text: string, version: number }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type PlayMutationVariables = Exact<{
  gameId: string;
  moves: Array<MoveInput> | MoveInput;
  expectedVersion?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type PlayMutation = { play:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', version: number, code: ProblemCode, message: string, rules: Array<string>, entries: Array<
        | { seat: number | null, notation: string | null }
        | { seat: number | null, notation: string | null }
        | { seat: number | null, notation: string | null }
        | { seat: number | null, notation: string | null }
      > }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ResignMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type ResignMutation = { resign:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AbandonMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type AbandonMutation = { abandon:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ChangedFragment = { __typename: 'GameChanged', game:
    | { version: number, status: Status, decision: { seat: number } | null }
    | { version: number, status: Status, decision: { seat: number } | null }
    | { version: number, status: Status, decision: { seat: number } | null }
    | { version: number, status: Status, decision: { seat: number } | null }
   };

export type MovesFragment = { edges: Array<{ node:
      | { notation: string, label: string, input: MoveInput }
      | { notation: string, label: string, input: MoveInput }
      | { notation: string, label: string, input: MoveInput }
      | { notation: string, label: string, input: MoveInput }
     }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

type Move_BrewCraftersLegalMove_Fragment = { notation: string, label: string, input: MoveInput };

type Move_DankAndDraftLegalMove_Fragment = { notation: string, label: string, input: MoveInput };

type Move_PintCraftLegalMove_Fragment = { notation: string, label: string, input: MoveInput };

type Move_UnknownLegalMove_Fragment = { notation: string, label: string, input: MoveInput };

export type MoveFragment =
  | Move_BrewCraftersLegalMove_Fragment
  | Move_DankAndDraftLegalMove_Fragment
  | Move_PintCraftLegalMove_Fragment
  | Move_UnknownLegalMove_Fragment
;

type Table_BrewCraftersGame_Fragment = { __typename: 'BrewCraftersGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
       }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

type Table_DankAndDraftGame_Fragment = { __typename: 'DankAndDraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
       }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

type Table_PintCraftGame_Fragment = { __typename: 'PintCraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
       }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

type Table_UnknownGame_Fragment = { __typename: 'UnknownGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
        | { notation: string, label: string, input: MoveInput }
       }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TableFragment =
  | Table_BrewCraftersGame_Fragment
  | Table_DankAndDraftGame_Fragment
  | Table_PintCraftGame_Fragment
  | Table_UnknownGame_Fragment
;

type Entry_BrewCraftersLogEntry_Fragment = { __typename: 'BrewCraftersLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
    | { __typename: 'BrewCraftersSeasonBegan' }
    | { __typename: 'BrewCraftersPhaseBegan' }
    | { __typename: 'BrewCraftersSpaceTaken', seat: number, space: string }
    | { __typename: 'BrewCraftersMarketActionLost' }
    | { __typename: 'BrewCraftersStartingPlayerChanged' }
    | { __typename: 'BrewCraftersIngredientsTaken', seat: number, source: string, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }
    | { __typename: 'BrewCraftersIngredientsDiscarded' }
    | { __typename: 'BrewCraftersMoneyTaken', seat: number, money: number }
    | { __typename: 'BrewCraftersMoneyPaid', seat: number, money: number }
    | { __typename: 'BrewCraftersBonusPointsTaken' }
    | { __typename: 'BrewCraftersWorkerHired', seat: number, worker: string }
    | { __typename: 'BrewCraftersShiftHired' }
    | { __typename: 'BrewCraftersPartnershipFormed', seat: number, partnership: string }
    | { __typename: 'BrewCraftersFarmPlanted' }
    | { __typename: 'BrewCraftersBeerProcessed' }
    | { __typename: 'BrewCraftersBatchSold', seat: number, recipe: string, vessel: BrewCraftersVessel, money: number }
    | { __typename: 'BrewCraftersGoldLabelTaken', seat: number, recipe: string }
    | { __typename: 'BrewCraftersBatchBottled', seat: number, recipe: string }
    | { __typename: 'BrewCraftersBatchBrewed', seat: number, recipe: string, vessel: BrewCraftersVessel }
    | { __typename: 'BrewCraftersPortionGiven', seat: number, portion: string }
    | { __typename: 'BrewCraftersCollaborationSold' }
    | { __typename: 'BrewCraftersStepTaken', seat: number, track: string, step: BrewCraftersStepKind }
    | { __typename: 'BrewCraftersTileInstalled', seat: number, tile: string }
    | { __typename: 'BrewCraftersCostsPaid' }
    | { __typename: 'TableOpened' }
    | { __typename: 'GameForked' }
    | { __typename: 'PositionTaken' }
    | { __typename: 'GameImported' }
    | { __typename: 'SeatTaken' }
    | { __typename: 'SeatNamed' }
    | { __typename: 'FirstSeatChosen' }
    | { __typename: 'SeatOpened' }
    | { __typename: 'SeatClosed' }
    | { __typename: 'SeatEnded' }
    | { __typename: 'SeatTokenReplaced' }
    | { __typename: 'HostTokenReplaced' }
    | { __typename: 'GameStarted' }
    | { __typename: 'SeatResigned' }
    | { __typename: 'BotStandsIn' }
    | { __typename: 'BotTakesOver' }
    | { __typename: 'PlayerReturned' }
    | { __typename: 'InvitesRevoked' }
    | { __typename: 'TimedOut' }
    | { __typename: 'TimeAdded' }
    | { __typename: 'GamePaused' }
    | { __typename: 'GameResumed' }
    | { __typename: 'RulesUpgraded' }
    | { __typename: 'ProposalMade' }
    | { __typename: 'ProposalAccepted' }
    | { __typename: 'ProposalDeclined' }
    | { __typename: 'ProposalWithdrawn' }
    | { __typename: 'MovesUndone', backTo: number }
    | { __typename: 'GameAgreed' }
    | { __typename: 'RematchAgreed' }
    | { __typename: 'RematchBegun' }
    | { __typename: 'StartAsked' }
    | { __typename: 'ProgramDeclared' }
    | { __typename: 'ChallengeDeclined' }
    | { __typename: 'GameAbandoned' }
    | { __typename: 'GameEnded' }
    | { __typename: 'UnknownEvent' }
  > };

type Entry_DankAndDraftLogEntry_Fragment = { __typename: 'DankAndDraftLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
    | { __typename: 'DankAndDraftBeersDrafted', seat: number, line: DankAndDraftLine, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
    | { __typename: 'DankAndDraftActionTaken', seat: number, fromSeat: number, action: DankAndDraftAction }
    | { __typename: 'DankAndDraftActionCardDiscarded', seat: number }
    | { __typename: 'DankAndDraftBeersSpoiled', seat: number, fromSeat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
    | { __typename: 'DankAndDraftBeersSnatched', seat: number, beers: Array<{ fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
    | { __typename: 'DankAndDraftBeersStockedUp', seat: number, type: DankAndDraftBeerType, beers: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
    | { __typename: 'DankAndDraftDrawPileRecycled' }
    | { __typename: 'DankAndDraftBeersOffered', seat: number, type: DankAndDraftBeerType, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
    | { __typename: 'DankAndDraftBeersDiscarded', seat: number, beers: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }
    | { __typename: 'DankAndDraftTapsRefilled', taps: Array<{ position: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } }> }
    | { __typename: 'DankAndDraftTurnBegan' }
    | { __typename: 'TableOpened' }
    | { __typename: 'GameForked' }
    | { __typename: 'PositionTaken' }
    | { __typename: 'GameImported' }
    | { __typename: 'SeatTaken' }
    | { __typename: 'SeatNamed' }
    | { __typename: 'FirstSeatChosen' }
    | { __typename: 'SeatOpened' }
    | { __typename: 'SeatClosed' }
    | { __typename: 'SeatEnded' }
    | { __typename: 'SeatTokenReplaced' }
    | { __typename: 'HostTokenReplaced' }
    | { __typename: 'GameStarted' }
    | { __typename: 'SeatResigned' }
    | { __typename: 'BotStandsIn' }
    | { __typename: 'BotTakesOver' }
    | { __typename: 'PlayerReturned' }
    | { __typename: 'InvitesRevoked' }
    | { __typename: 'TimedOut' }
    | { __typename: 'TimeAdded' }
    | { __typename: 'GamePaused' }
    | { __typename: 'GameResumed' }
    | { __typename: 'RulesUpgraded' }
    | { __typename: 'ProposalMade' }
    | { __typename: 'ProposalAccepted' }
    | { __typename: 'ProposalDeclined' }
    | { __typename: 'ProposalWithdrawn' }
    | { __typename: 'MovesUndone', backTo: number }
    | { __typename: 'GameAgreed' }
    | { __typename: 'RematchAgreed' }
    | { __typename: 'RematchBegun' }
    | { __typename: 'StartAsked' }
    | { __typename: 'ProgramDeclared' }
    | { __typename: 'ChallengeDeclined' }
    | { __typename: 'GameAbandoned' }
    | { __typename: 'GameEnded' }
    | { __typename: 'UnknownEvent' }
  > };

type Entry_PintCraftLogEntry_Fragment = { __typename: 'PintCraftLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string>, events: Array<
    | { __typename: 'PintCraftCardPlayed', seat: number, card: string }
    | { __typename: 'PintCraftCardTradedIn', seat: number, card: string }
    | { __typename: 'PintCraftCardDiscarded' }
    | { __typename: 'PintCraftIngredientsTaken', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
    | { __typename: 'PintCraftIngredientsLost', seat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
    | { __typename: 'PintCraftIngredientsGiven', seat: number, toSeat: number, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }
    | { __typename: 'PintCraftCardsDrawn', seat: number, count: number }
    | { __typename: 'PintCraftDrawPileMade' }
    | { __typename: 'PintCraftCardTaken', seat: number, fromSeat: number }
    | { __typename: 'PintCraftCardTakenBack' }
    | { __typename: 'PintCraftHandDiscarded' }
    | { __typename: 'PintCraftRecipeBrewed', seat: number, recipe: string, stack: number }
    | { __typename: 'PintCraftRecipeBuried' }
    | { __typename: 'PintCraftRecipeReturned', seat: number, recipe: string, stack: number }
    | { __typename: 'PintCraftRecipesSwapped', seat: number, withSeat: number }
    | { __typename: 'PintCraftSeasonBegan' }
    | { __typename: 'PintCraftTurnBegan' }
    | { __typename: 'PintCraftChallengeRoundBegan' }
    | { __typename: 'PintCraftChallengeRoundFailed' }
    | { __typename: 'PintCraftFaceOffBegan' }
    | { __typename: 'PintCraftVoteCast' }
    | { __typename: 'TableOpened' }
    | { __typename: 'GameForked' }
    | { __typename: 'PositionTaken' }
    | { __typename: 'GameImported' }
    | { __typename: 'SeatTaken' }
    | { __typename: 'SeatNamed' }
    | { __typename: 'FirstSeatChosen' }
    | { __typename: 'SeatOpened' }
    | { __typename: 'SeatClosed' }
    | { __typename: 'SeatEnded' }
    | { __typename: 'SeatTokenReplaced' }
    | { __typename: 'HostTokenReplaced' }
    | { __typename: 'GameStarted' }
    | { __typename: 'SeatResigned' }
    | { __typename: 'BotStandsIn' }
    | { __typename: 'BotTakesOver' }
    | { __typename: 'PlayerReturned' }
    | { __typename: 'InvitesRevoked' }
    | { __typename: 'TimedOut' }
    | { __typename: 'TimeAdded' }
    | { __typename: 'GamePaused' }
    | { __typename: 'GameResumed' }
    | { __typename: 'RulesUpgraded' }
    | { __typename: 'ProposalMade' }
    | { __typename: 'ProposalAccepted' }
    | { __typename: 'ProposalDeclined' }
    | { __typename: 'ProposalWithdrawn' }
    | { __typename: 'MovesUndone', backTo: number }
    | { __typename: 'GameAgreed' }
    | { __typename: 'RematchAgreed' }
    | { __typename: 'RematchBegun' }
    | { __typename: 'StartAsked' }
    | { __typename: 'ProgramDeclared' }
    | { __typename: 'ChallengeDeclined' }
    | { __typename: 'GameAbandoned' }
    | { __typename: 'GameEnded' }
    | { __typename: 'UnknownEvent' }
  > };

type Entry_UnknownLogEntry_Fragment = { __typename: 'UnknownLogEntry', version: number, epoch: string | null, at: string, seat: number | null, notation: string | null, automatic: boolean, sentence: string, sentences: Array<string> };

export type EntryFragment =
  | Entry_BrewCraftersLogEntry_Fragment
  | Entry_DankAndDraftLogEntry_Fragment
  | Entry_PintCraftLogEntry_Fragment
  | Entry_UnknownLogEntry_Fragment
;

export type GamePatchesSubscriptionVariables = Exact<{
  gameId: string;
  fields?: Array<string> | string | null | undefined;
}>;


export type GamePatchesSubscription = { gamePatches:
    | { __typename: 'GamePatch', version: number, epoch: string | null, game: unknown, patch: Array<unknown> | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

type Refusal_AdviceRefused_Fragment = { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_AlreadyResigned_Fragment = { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_AlreadySeated_Fragment = { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_AlreadyStarted_Fragment = { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_Banned_Fragment = { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_BatchTellsNews_Fragment = { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ChallengeNotFound_Fragment = { __typename: 'ChallengeNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ChallengesOff_Fragment = { __typename: 'ChallengesOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ClaimRejected_Fragment = { __typename: 'ClaimRejected', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ClockTooFast_Fragment = { __typename: 'ClockTooFast', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ConsentNeeded_Fragment = { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_EmailCodeRejected_Fragment = { __typename: 'EmailCodeRejected', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_EmailNotVerified_Fragment = { __typename: 'EmailNotVerified', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_EmailOff_Fragment = { __typename: 'EmailOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_FeedOff_Fragment = { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_FellBehind_Fragment = { __typename: 'FellBehind', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_GameNotFound_Fragment = { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_GameNotStarted_Fragment = { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_GameOver_Fragment = { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_HandleStays_Fragment = { __typename: 'HandleStays', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_HandleTaken_Fragment = { __typename: 'HandleTaken', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_HandoverRejected_Fragment = { __typename: 'HandoverRejected', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_HostPresent_Fragment = { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_InputRefused_Fragment = { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_InviteRejected_Fragment = { __typename: 'InviteRejected', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_KeyReused_Fragment = { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_LineTooLong_Fragment = { __typename: 'LineTooLong', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_MoveNotUnderstood_Fragment = { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_MoveRefused_Fragment = { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_Muted_Fragment = { __typename: 'Muted', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NamedLately_Fragment = { __typename: 'NamedLately', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NoAccount_Fragment = { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NoClock_Fragment = { __typename: 'NoClock', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NoOpenSeat_Fragment = { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NoProfile_Fragment = { __typename: 'NoProfile', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NoRematch_Fragment = { __typename: 'NoRematch', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotAway_Fragment = { __typename: 'NotAway', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotHost_Fragment = { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotOperator_Fragment = { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotPaused_Fragment = { __typename: 'NotPaused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotRated_Fragment = { __typename: 'NotRated', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotSeated_Fragment = { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_NotYourTurn_Fragment = { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_OperatorSits_Fragment = { __typename: 'OperatorSits', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_Paused_Fragment = { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_PeopleOnly_Fragment = { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_PhraseUnknown_Fragment = { __typename: 'PhraseUnknown', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_PhrasesOnly_Fragment = { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_PlayerNotFound_Fragment = { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_PresenceOff_Fragment = { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ProfilesOff_Fragment = { __typename: 'ProfilesOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ProposalNotFound_Fragment = { __typename: 'ProposalNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ProposalOpen_Fragment = { __typename: 'ProposalOpen', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ProposalRefused_Fragment = { __typename: 'ProposalRefused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_QuickPlayOff_Fragment = { __typename: 'QuickPlayOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_QuotaReached_Fragment = { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_RatingsOff_Fragment = { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_RecordRefused_Fragment = { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ReportNotFound_Fragment = { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ReportsFull_Fragment = { __typename: 'ReportsFull', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ReportsOff_Fragment = { __typename: 'ReportsOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_RoomClosed_Fragment = { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_RulesDoNotFit_Fragment = { __typename: 'RulesDoNotFit', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_RulesNewest_Fragment = { __typename: 'RulesNewest', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_SaidTooOften_Fragment = { __typename: 'SaidTooOften', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_ScopeMissing_Fragment = { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_SeatClaimed_Fragment = { __typename: 'SeatClaimed', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_SeatUnchanged_Fragment = { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_SeatsNotTaken_Fragment = { __typename: 'SeatsNotTaken', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_StandingOrdersOff_Fragment = { __typename: 'StandingOrdersOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_StartAwaited_Fragment = { __typename: 'StartAwaited', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TalkOff_Fragment = { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TicketRejected_Fragment = { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TokenReadOnly_Fragment = { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TokenRejected_Fragment = { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TooManyChallenges_Fragment = { __typename: 'TooManyChallenges', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TooManyChanges_Fragment = { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TooManyOrders_Fragment = { __typename: 'TooManyOrders', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TooManyPlayers_Fragment = { __typename: 'TooManyPlayers', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_TooManyWebhooks_Fragment = { __typename: 'TooManyWebhooks', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_UndoRefused_Fragment = { __typename: 'UndoRefused', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_VersionConflict_Fragment = { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_VersionNotFound_Fragment = { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_WebhookNotFound_Fragment = { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_WebhooksOff_Fragment = { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_WrongGame_Fragment = { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_YourDecision_Fragment = { __typename: 'YourDecision', code: ProblemCode, message: string, rules: Array<string> };

type Refusal_UnknownProblem_Fragment = { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> };

export type RefusalFragment =
  | Refusal_AdviceRefused_Fragment
  | Refusal_AlreadyResigned_Fragment
  | Refusal_AlreadySeated_Fragment
  | Refusal_AlreadyStarted_Fragment
  | Refusal_Banned_Fragment
  | Refusal_BatchTellsNews_Fragment
  | Refusal_ChallengeNotFound_Fragment
  | Refusal_ChallengesOff_Fragment
  | Refusal_ClaimRejected_Fragment
  | Refusal_ClockTooFast_Fragment
  | Refusal_ConsentNeeded_Fragment
  | Refusal_EmailCodeRejected_Fragment
  | Refusal_EmailNotVerified_Fragment
  | Refusal_EmailOff_Fragment
  | Refusal_FeedOff_Fragment
  | Refusal_FellBehind_Fragment
  | Refusal_GameNotFound_Fragment
  | Refusal_GameNotStarted_Fragment
  | Refusal_GameOver_Fragment
  | Refusal_HandleStays_Fragment
  | Refusal_HandleTaken_Fragment
  | Refusal_HandoverRejected_Fragment
  | Refusal_HostPresent_Fragment
  | Refusal_InputRefused_Fragment
  | Refusal_InviteRejected_Fragment
  | Refusal_KeyReused_Fragment
  | Refusal_LineTooLong_Fragment
  | Refusal_MoveNotUnderstood_Fragment
  | Refusal_MoveRefused_Fragment
  | Refusal_Muted_Fragment
  | Refusal_NamedLately_Fragment
  | Refusal_NoAccount_Fragment
  | Refusal_NoClock_Fragment
  | Refusal_NoOpenSeat_Fragment
  | Refusal_NoProfile_Fragment
  | Refusal_NoRematch_Fragment
  | Refusal_NotAway_Fragment
  | Refusal_NotHost_Fragment
  | Refusal_NotOperator_Fragment
  | Refusal_NotPaused_Fragment
  | Refusal_NotRated_Fragment
  | Refusal_NotSeated_Fragment
  | Refusal_NotYourTurn_Fragment
  | Refusal_OperatorSits_Fragment
  | Refusal_Paused_Fragment
  | Refusal_PeopleOnly_Fragment
  | Refusal_PhraseUnknown_Fragment
  | Refusal_PhrasesOnly_Fragment
  | Refusal_PlayerNotFound_Fragment
  | Refusal_PresenceOff_Fragment
  | Refusal_ProfilesOff_Fragment
  | Refusal_ProposalNotFound_Fragment
  | Refusal_ProposalOpen_Fragment
  | Refusal_ProposalRefused_Fragment
  | Refusal_QuickPlayOff_Fragment
  | Refusal_QuotaReached_Fragment
  | Refusal_RatingsOff_Fragment
  | Refusal_RecordRefused_Fragment
  | Refusal_ReportNotFound_Fragment
  | Refusal_ReportsFull_Fragment
  | Refusal_ReportsOff_Fragment
  | Refusal_RoomClosed_Fragment
  | Refusal_RulesDoNotFit_Fragment
  | Refusal_RulesNewest_Fragment
  | Refusal_SaidTooOften_Fragment
  | Refusal_ScopeMissing_Fragment
  | Refusal_SeatClaimed_Fragment
  | Refusal_SeatUnchanged_Fragment
  | Refusal_SeatsNotTaken_Fragment
  | Refusal_StandingOrdersOff_Fragment
  | Refusal_StartAwaited_Fragment
  | Refusal_TalkOff_Fragment
  | Refusal_TicketRejected_Fragment
  | Refusal_TokenReadOnly_Fragment
  | Refusal_TokenRejected_Fragment
  | Refusal_TooManyChallenges_Fragment
  | Refusal_TooManyChanges_Fragment
  | Refusal_TooManyOrders_Fragment
  | Refusal_TooManyPlayers_Fragment
  | Refusal_TooManyWebhooks_Fragment
  | Refusal_UndoRefused_Fragment
  | Refusal_VersionConflict_Fragment
  | Refusal_VersionNotFound_Fragment
  | Refusal_WebhookNotFound_Fragment
  | Refusal_WebhooksOff_Fragment
  | Refusal_WrongGame_Fragment
  | Refusal_YourDecision_Fragment
  | Refusal_UnknownProblem_Fragment
;

export type RatingFragment = { kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string };

export type RatingsQueryVariables = Exact<{ [key: string]: never; }>;


export type RatingsQuery = { account:
    | { __typename: 'Account', ratings: { ratings: Array<{ kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string }> } }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type RatingHistoryQueryVariables = Exact<{
  kind: GameKind;
  handle?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type RatingHistoryQuery = { ratingHistory:
    | { __typename: 'RatingPointConnection', edges: Array<{ node: { number: number, at: string, rating: number, place: number, players: number, gameId: string | null, annulled: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type LeaderboardQueryVariables = Exact<{
  kind: GameKind;
  first?: number;
  after?: string | null | undefined;
}>;


export type LeaderboardQuery = { leaderboard:
    | { __typename: 'LeaderConnection', edges: Array<{ node: { place: number, handle: string, name: string | null, rating: { kind: GameKind, rating: number, strength: number, doubt: number, games: number, ratedAt: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RatingsOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ReportMutationVariables = Exact<{
  gameId: string;
  category: ReportCategory;
  text?: string | null | undefined;
  version?: number | null | undefined;
  seat?: number | null | undefined;
  line?: string | null | undefined;
  room?: TalkRoom | null | undefined;
  shareView?: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type ReportMutation = { report:
    | { __typename: 'ReportFiled', reportId: string, version: number }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', retryAfter: number, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ReportsOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ReportsFull', retryAfter: number, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ReportFragment = { id: string, filedAt: string, gameId: string, version: number, epoch: string | null, category: ReportCategory, text: string | null, authorSeat: number | null, host: boolean, seat: number | null, sharesView: boolean, closedAt: string | null, word: string | null, line: { room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean } | null };

export type ReportsQueryVariables = Exact<{
  closed?: boolean;
  first?: number;
  after?: string | null | undefined;
}>;


export type ReportsQuery = { reports:
    | { __typename: 'ReportConnection', edges: Array<{ node: { id: string, filedAt: string, gameId: string, version: number, epoch: string | null, category: ReportCategory, text: string | null, authorSeat: number | null, host: boolean, seat: number | null, sharesView: boolean, closedAt: string | null, word: string | null, line: { room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ReportedGameQueryVariables = Exact<{
  reportId: string;
}>;


export type ReportedGameQuery = { reportedGame:
    | { __typename: 'DankAndDraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'PintCraftGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'BrewCraftersGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, options: { firstSeat: FirstSeat }, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> } | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', id: string, gameId: string, kind: GameKind, version: number, epoch: string | null, latest: number, status: Status, visibility: Visibility, start: StartOption, powers: HostPowers, absentAfter: number | null, edition: string, openSeats: Array<number>, updatedAt: string, expiresAt: string, undo: UndoOption, advice: Advice, peopleOnly: boolean, rated: boolean, agreedEnd: AgreedEnd | null, rematch: string | null, seats: Array<{ seat: number, name: string | null, brewery: string | null, taken: boolean, resigned: boolean, bot: BotKind | null, closed: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string, rating: number | null } | null, challenged: { handle: string } | null }>, viewer: { role: Role, seat: number | null, host: boolean, readOnly: boolean, challenged: number | null, lost: { seat: number, by: SeatEnder, reason: SeatEndReason, message: string } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, clock: { perMove: number | null, bank: number | null, increment: number, onTimeOut: TimeOutAction, paused: boolean, running: number | null, deadline: string | null, seats: Array<{ seat: number, left: number, timeOuts: number }> } | null, proposals: Array<{ id: string, kind: ProposalKind, seat: number, toVersion: number | null, until: string, accepted: Array<number>, awaited: Array<number>, replacement: { seat: number, bot: BotKind | null, open: Opening | null, mayReturn: boolean } | null, time: { seat: number, seconds: number } | null }>, outcome: { reason: EndReason, victory: Victory, stake: number, standings: Array<{ seat: number, place: number, points: number, categories: Array<{ key: string, name: string, points: number }> }> } | null, legalMoves: { edges: Array<{ node:
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CloseReportMutationVariables = Exact<{
  reportId: string;
  word?: string | null | undefined;
}>;


export type CloseReportMutation = { closeReport:
    | { __typename: 'ReportClosed', report: { id: string, filedAt: string, gameId: string, version: number, epoch: string | null, category: ReportCategory, text: string | null, authorSeat: number | null, host: boolean, seat: number | null, sharesView: boolean, closedAt: string | null, word: string | null, line: { room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean } | null } }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ReportNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FeedEventFragment = { id: string, cursor: string, event: FeedEventKind, at: string, gameId: string, kind: GameKind, version: number, epoch: string | null, rated: boolean, gap: boolean, results: Array<{ seat: number, place: number | null, points: number | null, rating: number | null }> };

export type FeedQueryVariables = Exact<{
  after?: string | null | undefined;
  first?: number;
}>;


export type FeedQuery = { feed:
    | { __typename: 'FeedPage', cursor: string | null, hasMore: boolean, events: Array<{ id: string, cursor: string, event: FeedEventKind, at: string, gameId: string, kind: GameKind, version: number, epoch: string | null, rated: boolean, gap: boolean, results: Array<{ seat: number, place: number | null, points: number | null, rating: number | null }> }> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FollowFeedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type FollowFeedSubscription = { feed:
    | { __typename: 'FeedEvent', id: string, cursor: string, event: FeedEventKind, at: string, gameId: string, kind: GameKind, version: number, epoch: string | null, rated: boolean, gap: boolean, results: Array<{ seat: number, place: number | null, points: number | null, rating: number | null }> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'FeedOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type StandingOrdersFragment = { since: number | null, orders: Array<{ after: Array<string>, play: Array<string> }>, ended: { reason: OrdersEnd, version: number, move: string | null, code: ProblemCode | null } | null };

export type StandingOrdersOfQueryVariables = Exact<{
  gameId: string;
}>;


export type StandingOrdersOfQuery = { standingOrders:
    | { __typename: 'StandingOrders', since: number | null, orders: Array<{ after: Array<string>, play: Array<string> }>, ended: { reason: OrdersEnd, version: number, move: string | null, code: ProblemCode | null } | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type LeaveOrdersMutationVariables = Exact<{
  gameId: string;
  orders: Array<StandingOrderInput> | StandingOrderInput;
  expectedVersion?: number | null | undefined;
}>;


export type LeaveOrdersMutation = { leaveOrders:
    | { __typename: 'StandingOrders', since: number | null, orders: Array<{ after: Array<string>, play: Array<string> }>, ended: { reason: OrdersEnd, version: number, move: string | null, code: ProblemCode | null } | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyResigned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'StandingOrdersOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ClockTooFast', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'YourDecision', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyOrders', limit: number, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TryLineQueryVariables = Exact<{
  gameId: string;
  at: number;
  moves: Array<MoveInput> | MoveInput;
}>;


export type TryLineQuery = { game:
    | { __typename: 'DankAndDraftGame', preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'PintCraftGame', preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'BrewCraftersGame', preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownGame', preview:
        | { __typename: 'DankAndDraftPreview', tellsNews: boolean, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'PintCraftPreview', tellsNews: boolean, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'BrewCraftersPreview', tellsNews: boolean, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'MoveRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'MoveNotUnderstood', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'BatchTellsNews', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotYourTurn', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'Paused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'WrongGame', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
        | { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
            | { notation: string, label: string, input: MoveInput }
          > | null }
        | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
       }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

type Tried_BrewCraftersPreview_Fragment = { __typename: 'BrewCraftersPreview', tellsNews: boolean, table: { year: number, season: Season, phase: BrewCraftersPhase, startingSeat: number | null, marketSeats: Array<number>, brewerySeats: Array<number>, action: { seat: number, processed: boolean, collaborated: boolean, brewed: number, tanks: number, brewpub: boolean } | null, spaces: Array<{ name: string, title: string, ingredient: BrewCraftersIngredient | null, count: number, money: number, takenBy: number | null, sides: Array<{ name: string | null, text: string }> }>, partnerships: Array<{ name: string, title: string, price: number, partner: number | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, recipes: Array<{ goldLabel: number | null, recipe: { name: string, title: string, style: BrewCraftersStyle, advanced: boolean, points: number, barrel: boolean, infuser: boolean, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number } } }>, tracks: Array<{ name: string, steps: Array<{ kind: BrewCraftersStepKind, text: string | null }> }>, collaboration: Array<{ name: string, title: string, points: number, money: number, givenBy: number | null }> | null, players: Array<{ seat: number, money: number, loans: number, storage: number, shifts: number, marketTokens: number, vessels: number, batchesBrewed: number, partnerships: Array<string>, planted: BrewCraftersIngredient | null, ingredients: { malt: number, hops: number, yeast: number, fruit: number, spices: number, coffee: number }, tanks: Array<{ recipe: string, points: number }>, bottlingLine: Array<{ recipe: string, points: number }>, brewpub: { recipe: string, points: number } | null, shipped: Array<{ recipe: string, points: number }>, recipes: Array<{ recipe: string, brewed: number, sold: number }>, workers: Array<{ name: string, title: string, text: string, cost: number }>, tiles: Array<{ name: string, title: string, text: string, cost: number }>, research: Array<{ name: string, title: string, steps: Array<BrewCraftersStepKind> }>, runningCosts: Array<{ key: string, what: string, money: number }>, nextWinter: { costs: number, loans: number, money: number } | null, scoreByCategory: Array<{ key: string, points: number }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
  > | null };

type Tried_DankAndDraftPreview_Fragment = { __typename: 'DankAndDraftPreview', tellsNews: boolean, table: { turn: number, seat: number | null, turnPhase: DankAndDraftTurnPhase, extraTurn: boolean, extraTurnOwed: boolean, drawPile: { size: number }, taps: Array<{ position: number, row: number, column: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } | null }>, players: Array<{ seat: number, score: number, closedTypes: Array<DankAndDraftBeerType>, hand: { size: number, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> | null }, taproom: Array<{ type: DankAndDraftBeerType, cards: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }> }> }>, discardPile: Array<{ brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null }>, inPlay: { fromSeat: number, card: { brewery: string | null, type: DankAndDraftBeerType | null, action: DankAndDraftAction | null } } | null }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
  > | null };

type Tried_PintCraftPreview_Fragment = { __typename: 'PintCraftPreview', tellsNews: boolean, table: { round: number, season: Season, stage: PintCraftStage, firstSeat: number, seat: number | null, step: PintCraftTurnStep, cardsPlayed: number, threshold: number, leader: number | null, toPlay: Array<number>, pot: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } | null, stacks: Array<{ number: number, size: number, top: { name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } } | null }>, drawPile: { size: number }, discardStack: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null>, inPlay: { name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string } | null, players: Array<{ seat: number, eliminated: boolean, pints: number, adjunctPrice: number, improvements: number, hand: { size: number, cards: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }> | null }, ingredients: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number }, inFront: Array<{ name: string, title: string, kind: PintCraftCardKind, tradable: boolean, text: string }>, onTap: Array<{ name: string, title: string, pints: number, season: Season | null, bonus: number, cost: { baseMalt: number, specialtyMalt: number, hops: number, adjuncts: number } }> }> }, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
  > | null };

type Tried_UnknownPreview_Fragment = { __typename: 'UnknownPreview', tellsNews: boolean, decision: { seat: number, seats: Array<number>, task: string, prompt: string, rules: Array<string>, deadline: string | null } | null, legalMoves: Array<
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
    | { notation: string, label: string, input: MoveInput }
  > | null };

export type TriedFragment =
  | Tried_BrewCraftersPreview_Fragment
  | Tried_DankAndDraftPreview_Fragment
  | Tried_PintCraftPreview_Fragment
  | Tried_UnknownPreview_Fragment
;

export type CreateGameMutationVariables = Exact<{
  game: NewGameInput;
  seats: Array<SeatInput> | SeatInput;
  edition?: string | null | undefined;
  visibility: Visibility;
  seed?: string | null | undefined;
  clock?: NewClockInput | null | undefined;
  undo?: UndoOption;
  start?: StartOption;
  advice?: Advice | null | undefined;
  peopleOnly?: boolean;
  powers?: HostPowers | null | undefined;
  rated?: boolean;
  language?: string | null | undefined;
  spectatorDelay?: number;
  spectatorDelayMinutes?: number;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateGameMutation = { createGame:
    | { __typename: 'GameCreated', hostToken: string, game:
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
      , seats: Array<{ seat: number, name: string | null, token: string }> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ChallengesOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoProfile', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PlayerNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChallenges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ImportRecordMutationVariables = Exact<{
  record: string;
  idempotencyKey?: string | null | undefined;
}>;


export type ImportRecordMutation = { importRecord:
    | { __typename: 'GameCreated', hostToken: string, game:
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
      , seats: Array<{ seat: number, name: string | null, token: string }> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RecordRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ForkGameMutationVariables = Exact<{
  gameId: string;
  at?: number | null | undefined;
  seatTokens?: Array<string> | string;
  seats?: Array<SeatInput> | SeatInput | null | undefined;
  visibility?: Visibility;
  idempotencyKey?: string | null | undefined;
}>;


export type ForkGameMutation = { forkGame:
    | { __typename: 'GameCreated', hostToken: string, game:
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
        | { gameId: string, kind: GameKind, version: number, status: Status }
      , seats: Array<{ seat: number, name: string | null, token: string }> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AdviceRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CreatedFragment = { __typename: 'GameCreated', hostToken: string, game:
    | { gameId: string, kind: GameKind, version: number, status: Status }
    | { gameId: string, kind: GameKind, version: number, status: Status }
    | { gameId: string, kind: GameKind, version: number, status: Status }
    | { gameId: string, kind: GameKind, version: number, status: Status }
  , seats: Array<{ seat: number, name: string | null, token: string }> };

export type JoinGameMutationVariables = Exact<{
  gameId: string;
  seat?: number | null | undefined;
  invite?: string | null | undefined;
  name?: string | null | undefined;
  brewery?: string | null | undefined;
  showName?: boolean;
  program?: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type JoinGameMutation = { joinGame:
    | { __typename: 'GameJoined', game:
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
      , seat: { seat: number, name: string | null, token: string } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InviteRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type QuickPlayMutationVariables = Exact<{
  game: NewGameInput;
  minSeats?: number | null | undefined;
  maxSeats?: number | null | undefined;
  edition?: string | null | undefined;
  clock?: NewClockInput | null | undefined;
  anyClock?: boolean;
  peopleOnly?: boolean;
  bots?: BotKind | null | undefined;
  botsAfter?: number;
  rated?: boolean;
  within?: number | null | undefined;
  name?: string | null | undefined;
  brewery?: string | null | undefined;
  showName?: boolean;
  program?: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type QuickPlayMutation = { quickPlay:
    | { __typename: 'GameJoined', game:
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
      , seat: { seat: number, name: string | null, token: string } }
    | { __typename: 'QuickPlayOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DeclareProgramMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type DeclareProgramMutation = { declareProgram:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OpenSeatMutationVariables = Exact<{
  gameId: string;
  seat: number;
  idempotencyKey?: string | null | undefined;
}>;


export type OpenSeatMutation = { openSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CloseSeatMutationVariables = Exact<{
  gameId: string;
  seat: number;
  idempotencyKey?: string | null | undefined;
}>;


export type CloseSeatMutation = { closeSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type NameSeatMutationVariables = Exact<{
  gameId: string;
  seat?: number | null | undefined;
  name?: string | null | undefined;
  brewery?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type NameSeatMutation = { nameSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NamedLately', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ChooseFirstSeatMutationVariables = Exact<{
  gameId: string;
  seat?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type ChooseFirstSeatMutation = { chooseFirstSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type StartGameMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type StartGameMutation = { startGame:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatsNotTaken', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'StartAwaited', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type LeaveSeatMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type LeaveSeatMutation = { leaveSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ClaimSeatMutationVariables = Exact<{
  gameId: string;
  token: string;
  idempotencyKey?: string | null | undefined;
}>;


export type ClaimSeatMutation = { claimSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ClaimRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatClaimed', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadySeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PeopleOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TakeHostMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type TakeHostMutation = { takeHost:
    | { __typename: 'TokenReissued', token: string }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'HostPresent', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type AttendanceQueryVariables = Exact<{
  gameId: string;
}>;


export type AttendanceQuery = { attendance:
    | { __typename: 'Attendance', awayAfter: number, hostAway: boolean, seatsAway: Array<number> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CreateInviteMutationVariables = Exact<{
  gameId: string;
  seat: number;
  until?: string | null | undefined;
}>;


export type CreateInviteMutation = { createInvite:
    | { __typename: 'Invite', seat: number, invite: string, until: string }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type RevokeInvitesMutationVariables = Exact<{
  gameId: string;
  seat: number;
  idempotencyKey?: string | null | undefined;
}>;


export type RevokeInvitesMutation = { revokeInvites:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoOpenSeat', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CreateHandoverMutationVariables = Exact<{
  gameId: string;
}>;


export type CreateHandoverMutation = { createHandover:
    | { __typename: 'Handover', seat: number | null, handover: string, until: string }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TakeHandoverMutationVariables = Exact<{
  handover: string;
  idempotencyKey?: string | null | undefined;
}>;


export type TakeHandoverMutation = { takeHandover:
    | { __typename: 'HandoverTaken', hostToken: string | null, game:
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
        | { gameId: string, kind: GameKind }
      , seat: { seat: number, token: string } | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'HandoverRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ReplacePlayerMutationVariables = Exact<{
  gameId: string;
  seat: number;
  with: SubstituteInput;
  mayReturn?: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type ReplacePlayerMutation = { replacePlayer:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SeatUnchanged', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ReturnToSeatMutationVariables = Exact<{
  gameId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type ReturnToSeatMutation = { returnToSeat:
    | { __typename: 'GameChanged', game:
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
        | { version: number, status: Status, decision: { seat: number } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotAway', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameNotStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type OpenGamesQueryVariables = Exact<{
  peopleOnly?: boolean;
  pace?: Pace | null | undefined;
  freeSeats?: number;
  rated?: boolean | null | undefined;
  friends?: boolean;
  first?: number;
}>;


export type OpenGamesQuery = { openGames:
    | { __typename: 'GameConnection', edges: Array<{ node:
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
         }> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FollowOpenGamesSubscriptionVariables = Exact<{
  kinds?: Array<GameKind> | GameKind | null | undefined;
  peopleOnly?: boolean;
  pace?: Pace | null | undefined;
  freeSeats?: number;
  rated?: boolean | null | undefined;
  friends?: boolean;
  first?: number;
}>;


export type FollowOpenGamesSubscription = { openGames:
    | { __typename: 'GameConnection', edges: Array<{ node:
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
         }> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FinishedGamesQueryVariables = Exact<{
  first?: number;
}>;


export type FinishedGamesQuery = { finishedGames:
    | { __typename: 'GameConnection', edges: Array<{ node:
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
          | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
         }> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FoundFragment = { __typename: 'GameConnection', edges: Array<{ node:
      | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
      | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
      | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
      | { gameId: string, kind: GameKind, status: Status, start: StartOption, powers: HostPowers, updatedAt: string, openSeats: Array<number>, advice: Advice, peopleOnly: boolean, rated: boolean, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, program: boolean, player: { handle: string, rating: number | null } | null }> }
     }> };

export type TalkLineFragment = { room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean };

export type PhrasesQueryVariables = Exact<{ [key: string]: never; }>;


export type PhrasesQuery = { phrases: { phrases: Array<{ phrase: string, text: string }> } };

export type TalkQueryVariables = Exact<{
  gameId: string;
  room?: TalkRoom | null | undefined;
  after?: string | null | undefined;
  first?: number;
}>;


export type TalkQuery = { talk:
    | { __typename: 'TalkPage', mode: TalkMode, room: TalkRoom, cursor: string | null, hasMore: boolean, muted: Array<number>, lines: Array<{ room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean }> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FollowTalkSubscriptionVariables = Exact<{
  gameId: string;
  room?: TalkRoom | null | undefined;
  after?: string | null | undefined;
}>;


export type FollowTalkSubscription = { talk:
    | { __typename: 'TalkLine', room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'RoomClosed', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TablePresenceFragment = { seats: Array<{ seat: number, state: PresenceState }> };

export type PresenceQueryVariables = Exact<{
  gameId: string;
}>;


export type PresenceQuery = { presence:
    | { __typename: 'TablePresence', seats: Array<{ seat: number, state: PresenceState }> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type FollowPresenceSubscriptionVariables = Exact<{
  gameId: string;
}>;


export type FollowPresenceSubscription = { presence:
    | { __typename: 'TablePresence', seats: Array<{ seat: number, state: PresenceState }> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PresenceOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type SayMutationVariables = Exact<{
  gameId: string;
  text?: string | null | undefined;
  phrase?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type SayMutation = { say:
    | { __typename: 'LineSaid', line: { room: TalkRoom, number: number, cursor: string, at: string, seat: number | null, host: boolean, handle: string | null, phrase: string | null, text: string | null, gap: boolean } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Banned', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'LineTooLong', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PhraseUnknown', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'SaidTooOften', retryAfter: number, code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'Muted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type SetTalkMutationVariables = Exact<{
  gameId: string;
  mode: TalkMode;
}>;


export type SetTalkMutation = { setTalk:
    | { __typename: 'TalkSet', mode: TalkMode }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'AlreadyStarted', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TalkOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'PhrasesOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type MuteSeatMutationVariables = Exact<{
  gameId: string;
  seat: number;
  muted?: boolean;
}>;


export type MuteSeatMutation = { muteSeat:
    | { __typename: 'SeatsMuted', muted: Array<number> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type ReissueTokenMutationVariables = Exact<{
  gameId: string;
  seat?: number | null | undefined;
  expectedVersion?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type ReissueTokenMutation = { reissueToken:
    | { __typename: 'TokenReissued', seat: number | null, token: string }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionConflict', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyChanges', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ConsentNeeded', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type NarrowTokenMutationVariables = Exact<{
  gameId: string;
  readOnly?: boolean;
  until?: string | null | undefined;
}>;


export type NarrowTokenMutation = { narrowToken:
    | { __typename: 'NarrowToken', token: string, readOnly: boolean, until: string | null }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CreateTicketMutationVariables = Exact<{
  gameId?: string | null | undefined;
}>;


export type CreateTicketMutation = { createTicket:
    | { __typename: 'TicketCreated', ticket: string, until: string }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DeleteAccountMutationVariables = Exact<{
  account: string;
}>;


export type DeleteAccountMutation = { deleteAccount:
    | { __typename: 'AccountDeleted', finished: boolean }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DecisionsSubscriptionVariables = Exact<{
  gameId?: string | null | undefined;
}>;


export type DecisionsSubscription = { decisions:
    | { __typename: 'PendingDecision', version: number, since: string, decision: { seats: Array<number>, prompt: string } | null, game:
        | { __typename: 'BrewCraftersGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'DankAndDraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'PintCraftGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
        | { __typename: 'UnknownGame', gameId: string, kind: GameKind, version: number, epoch: string | null, status: Status, start: StartOption, updatedAt: string, openSeats: Array<number>, agreedEnd: AgreedEnd | null, seats: Array<{ seat: number, name: string | null, taken: boolean, bot: BotKind | null, resigned: boolean, away: boolean, asked: boolean, program: boolean, player: { handle: string } | null }>, viewer: { seat: number | null, host: boolean, challenged: number | null }, decision: { seat: number, seats: Array<number>, deadline: string | null } | null, clock: { paused: boolean } | null, outcome: { victory: Victory, standings: Array<{ seat: number, place: number, points: number }> } | null }
       }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'VersionNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TicketRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotSeated', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DeliveryFragment = { id: string, event: WebhookEvent | null, gameId: string | null, version: number | null, seat: number | null, createdAt: string, status: DeliveryStatus, attempts: number, lastAttemptAt: string | null, nextAttemptAt: string | null, failure: string | null };

export type WebhooksQueryVariables = Exact<{
  gameId?: string | null | undefined;
  allGames?: boolean;
}>;


export type WebhooksQuery = { webhooks:
    | { __typename: 'WebhookList', webhooks: Array<{ id: string, url: string, events: Array<WebhookEvent>, status: WebhookStatus, failure: string | null, createdAt: string, lastDeliveries: Array<{ id: string, event: WebhookEvent | null, gameId: string | null, version: number | null, seat: number | null, createdAt: string, status: DeliveryStatus, attempts: number, lastAttemptAt: string | null, nextAttemptAt: string | null, failure: string | null }> }> }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type CreateWebhookMutationVariables = Exact<{
  url: string;
  events: Array<WebhookEvent> | WebhookEvent;
  secret: string;
  gameId?: string | null | undefined;
  allGames?: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { __typename: 'WebhookCreated', webhook: { id: string } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'GameOver', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'KeyReused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'QuotaReached', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TooManyWebhooks', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type DeleteWebhookMutationVariables = Exact<{
  webhookId: string;
  gameId?: string | null | undefined;
  allGames?: boolean;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'WebhookDeleted' }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export type TestWebhookMutationVariables = Exact<{
  webhookId: string;
  gameId?: string | null | undefined;
  allGames?: boolean;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'WebhookTested', delivery: { id: string, event: WebhookEvent | null, gameId: string | null, version: number | null, seat: number | null, createdAt: string, status: DeliveryStatus, attempts: number, lastAttemptAt: string | null, nextAttemptAt: string | null, failure: string | null } }
    | { __typename: 'GameNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotHost', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NoAccount', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenRejected', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'TokenReadOnly', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'InputRefused', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'NotOperator', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'ScopeMissing', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WebhookNotFound', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'WebhooksOff', code: ProblemCode, message: string, rules: Array<string> }
    | { __typename: 'UnknownProblem', code: ProblemCode, message: string, rules: Array<string> }
   };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const GuideLineFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment GuideLine on GuideLine {
  text
}
    `, {"fragmentName":"GuideLine"}) as unknown as TypedDocumentString<GuideLineFragment, unknown>;
export const ComponentsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Components on Guide {
  components {
    section
    title
    text
    entries {
      key
      title
      text
    }
  }
}
    `, {"fragmentName":"Components"}) as unknown as TypedDocumentString<ComponentsFragment, unknown>;
export const GuideFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Guide on Guide {
  goal {
    ...GuideLine
  }
  setup {
    ...GuideLine
  }
  turn {
    title
    text
    example
    tasks
  }
  ...Components
  end {
    ...GuideLine
  }
  scoring {
    ...GuideLine
  }
  tips {
    ...GuideLine
  }
  questions {
    question
    answer
  }
}
    fragment Components on Guide {
  components {
    section
    title
    text
    entries {
      key
      title
      text
    }
  }
}
fragment GuideLine on GuideLine {
  text
}`, {"fragmentName":"Guide"}) as unknown as TypedDocumentString<GuideFragment, unknown>;
export const RemindersFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Reminders on EmailReminders {
  address
  status
  language
  failure
}
    `, {"fragmentName":"Reminders"}) as unknown as TypedDocumentString<RemindersFragment, unknown>;
export const BriefFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
    `, {"fragmentName":"Brief"}) as unknown as TypedDocumentString<BriefFragment, unknown>;
export const ManagedGameFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ManagedGame on ManagedGame {
  gameId
  kind
  status
  rated
  createdAt
  changedAt
  host
  seats {
    seat
    account
    handle
    former
  }
}
    `, {"fragmentName":"ManagedGame"}) as unknown as TypedDocumentString<ManagedGameFragment, unknown>;
export const SanctionFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}
    `, {"fragmentName":"Sanction"}) as unknown as TypedDocumentString<SanctionFragment, unknown>;
export const ManagedAccountFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ManagedAccount on ManagedAccount {
  key
  handle
  name
  createdAt
  ratings {
    kind
    rating
    games
  }
  muted {
    ...Sanction
  }
  banned {
    ...Sanction
  }
}
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}`, {"fragmentName":"ManagedAccount"}) as unknown as TypedDocumentString<ManagedAccountFragment, unknown>;
export const RatingFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}
    `, {"fragmentName":"Rating"}) as unknown as TypedDocumentString<RatingFragment, unknown>;
export const ProfileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Profile on Profile {
  id
  handle
  name
  avatar
  createdAt
  seenAt
  ratings {
    ...Rating
  }
}
    fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}`, {"fragmentName":"Profile"}) as unknown as TypedDocumentString<ProfileFragment, unknown>;
export const MarkedPlayerFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment MarkedPlayer on MarkedPlayer {
  id
  handle
  mark
  markedAt
}
    `, {"fragmentName":"MarkedPlayer"}) as unknown as TypedDocumentString<MarkedPlayerFragment, unknown>;
export const ChangedFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
    `, {"fragmentName":"Changed"}) as unknown as TypedDocumentString<ChangedFragment, unknown>;
export const MoveFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Move on LegalMove {
  notation
  label
  input
}
    `, {"fragmentName":"Move"}) as unknown as TypedDocumentString<MoveFragment, unknown>;
export const MovesFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
    fragment Move on LegalMove {
  notation
  label
  input
}`, {"fragmentName":"Moves"}) as unknown as TypedDocumentString<MovesFragment, unknown>;
export const DankAndDraftCardFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
    `, {"fragmentName":"DankAndDraftCard"}) as unknown as TypedDocumentString<DankAndDraftCardFragment, unknown>;
export const DankAndDraftTableFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
    fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}`, {"fragmentName":"DankAndDraftTable"}) as unknown as TypedDocumentString<DankAndDraftTableFragment, unknown>;
export const PintCraftAmountsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
    `, {"fragmentName":"PintCraftAmounts"}) as unknown as TypedDocumentString<PintCraftAmountsFragment, unknown>;
export const PintCraftRecipeFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
    fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}`, {"fragmentName":"PintCraftRecipe"}) as unknown as TypedDocumentString<PintCraftRecipeFragment, unknown>;
export const PintCraftCardFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
    `, {"fragmentName":"PintCraftCard"}) as unknown as TypedDocumentString<PintCraftCardFragment, unknown>;
export const PintCraftTableFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
    fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}`, {"fragmentName":"PintCraftTable"}) as unknown as TypedDocumentString<PintCraftTableFragment, unknown>;
export const BrewCraftersAmountsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
    `, {"fragmentName":"BrewCraftersAmounts"}) as unknown as TypedDocumentString<BrewCraftersAmountsFragment, unknown>;
export const BrewCraftersComponentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
    `, {"fragmentName":"BrewCraftersComponent"}) as unknown as TypedDocumentString<BrewCraftersComponentFragment, unknown>;
export const BrewCraftersBatchFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
    `, {"fragmentName":"BrewCraftersBatch"}) as unknown as TypedDocumentString<BrewCraftersBatchFragment, unknown>;
export const BrewCraftersTableFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
    fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}`, {"fragmentName":"BrewCraftersTable"}) as unknown as TypedDocumentString<BrewCraftersTableFragment, unknown>;
export const TableFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Table on Game {
  __typename
  id
  gameId
  kind
  version
  epoch
  latest
  status
  visibility
  start
  powers
  absentAfter
  edition
  openSeats
  updatedAt
  expiresAt
  seats {
    seat
    name
    brewery
    taken
    resigned
    bot
    closed
    away
    asked
    program
    player {
      handle
      rating
    }
    challenged {
      handle
    }
  }
  viewer {
    role
    seat
    host
    readOnly
    challenged
    lost {
      seat
      by
      reason
      message
    }
  }
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  clock {
    perMove
    bank
    increment
    onTimeOut
    paused
    running
    deadline
    seats {
      seat
      left
      timeOuts
    }
  }
  undo
  advice
  peopleOnly
  rated
  proposals {
    id
    kind
    seat
    toVersion
    replacement {
      seat
      bot
      open
      mayReturn
    }
    time {
      seat
      seconds
    }
    until
    accepted
    awaited
  }
  agreedEnd
  rematch
  outcome {
    reason
    victory
    stake
    standings {
      seat
      place
      points
      categories {
        key
        name
        points
      }
    }
  }
  legalMoves(first: 100) {
    ...Moves
  }
  ... on DankAndDraftGame {
    options {
      firstSeat
    }
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftGame {
    options {
      firstSeat
    }
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersGame {
    options {
      firstSeat
    }
    table {
      ...BrewCraftersTable
    }
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Move on LegalMove {
  notation
  label
  input
}`, {"fragmentName":"Table"}) as unknown as TypedDocumentString<TableFragment, unknown>;
export const DankAndDraftEventsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DankAndDraftEvents on DankAndDraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on DankAndDraftBeersDrafted {
    seat
    line
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftActionTaken {
    seat
    fromSeat
    action
  }
  ... on DankAndDraftActionCardDiscarded {
    seat
  }
  ... on DankAndDraftBeersOffered {
    seat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSpoiled {
    seat
    fromSeat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSnatched {
    seat
    beers {
      fromSeat
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersStockedUp {
    seat
    type
    beers {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersDiscarded {
    seat
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftTapsRefilled {
    taps {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
}
    fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}`, {"fragmentName":"DankAndDraftEvents"}) as unknown as TypedDocumentString<DankAndDraftEventsFragment, unknown>;
export const PintCraftEventsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PintCraftEvents on PintCraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on PintCraftCardPlayed {
    seat
    card
  }
  ... on PintCraftCardTradedIn {
    seat
    card
  }
  ... on PintCraftCardsDrawn {
    seat
    count
  }
  ... on PintCraftCardTaken {
    seat
    fromSeat
  }
  ... on PintCraftIngredientsTaken {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsLost {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsGiven {
    seat
    toSeat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftRecipeBrewed {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipeReturned {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipesSwapped {
    seat
    withSeat
  }
}
    fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}`, {"fragmentName":"PintCraftEvents"}) as unknown as TypedDocumentString<PintCraftEventsFragment, unknown>;
export const BrewCraftersEventsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment BrewCraftersEvents on BrewCraftersEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on BrewCraftersSpaceTaken {
    seat
    space
  }
  ... on BrewCraftersIngredientsTaken {
    seat
    source
    ingredients {
      ...BrewCraftersAmounts
    }
  }
  ... on BrewCraftersMoneyTaken {
    seat
    money
  }
  ... on BrewCraftersMoneyPaid {
    seat
    money
  }
  ... on BrewCraftersWorkerHired {
    seat
    worker
  }
  ... on BrewCraftersPartnershipFormed {
    seat
    partnership
  }
  ... on BrewCraftersBatchBrewed {
    seat
    recipe
    vessel
  }
  ... on BrewCraftersBatchBottled {
    seat
    recipe
  }
  ... on BrewCraftersBatchSold {
    seat
    recipe
    vessel
    money
  }
  ... on BrewCraftersGoldLabelTaken {
    seat
    recipe
  }
  ... on BrewCraftersPortionGiven {
    seat
    portion
  }
  ... on BrewCraftersTileInstalled {
    seat
    tile
  }
  ... on BrewCraftersStepTaken {
    seat
    track
    step
  }
}
    fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}`, {"fragmentName":"BrewCraftersEvents"}) as unknown as TypedDocumentString<BrewCraftersEventsFragment, unknown>;
export const EntryFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Entry on LogEntry {
  __typename
  version
  epoch
  at
  seat
  notation
  automatic
  sentence
  sentences
  ... on DankAndDraftLogEntry {
    events {
      ...DankAndDraftEvents
    }
  }
  ... on PintCraftLogEntry {
    events {
      ...PintCraftEvents
    }
  }
  ... on BrewCraftersLogEntry {
    events {
      ...BrewCraftersEvents
    }
  }
}
    fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersEvents on BrewCraftersEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on BrewCraftersSpaceTaken {
    seat
    space
  }
  ... on BrewCraftersIngredientsTaken {
    seat
    source
    ingredients {
      ...BrewCraftersAmounts
    }
  }
  ... on BrewCraftersMoneyTaken {
    seat
    money
  }
  ... on BrewCraftersMoneyPaid {
    seat
    money
  }
  ... on BrewCraftersWorkerHired {
    seat
    worker
  }
  ... on BrewCraftersPartnershipFormed {
    seat
    partnership
  }
  ... on BrewCraftersBatchBrewed {
    seat
    recipe
    vessel
  }
  ... on BrewCraftersBatchBottled {
    seat
    recipe
  }
  ... on BrewCraftersBatchSold {
    seat
    recipe
    vessel
    money
  }
  ... on BrewCraftersGoldLabelTaken {
    seat
    recipe
  }
  ... on BrewCraftersPortionGiven {
    seat
    portion
  }
  ... on BrewCraftersTileInstalled {
    seat
    tile
  }
  ... on BrewCraftersStepTaken {
    seat
    track
    step
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment DankAndDraftEvents on DankAndDraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on DankAndDraftBeersDrafted {
    seat
    line
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftActionTaken {
    seat
    fromSeat
    action
  }
  ... on DankAndDraftActionCardDiscarded {
    seat
  }
  ... on DankAndDraftBeersOffered {
    seat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSpoiled {
    seat
    fromSeat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSnatched {
    seat
    beers {
      fromSeat
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersStockedUp {
    seat
    type
    beers {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersDiscarded {
    seat
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftTapsRefilled {
    taps {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftEvents on PintCraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on PintCraftCardPlayed {
    seat
    card
  }
  ... on PintCraftCardTradedIn {
    seat
    card
  }
  ... on PintCraftCardsDrawn {
    seat
    count
  }
  ... on PintCraftCardTaken {
    seat
    fromSeat
  }
  ... on PintCraftIngredientsTaken {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsLost {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsGiven {
    seat
    toSeat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftRecipeBrewed {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipeReturned {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipesSwapped {
    seat
    withSeat
  }
}`, {"fragmentName":"Entry"}) as unknown as TypedDocumentString<EntryFragment, unknown>;
export const RefusalFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
    `, {"fragmentName":"Refusal"}) as unknown as TypedDocumentString<RefusalFragment, unknown>;
export const TalkLineFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}
    `, {"fragmentName":"TalkLine"}) as unknown as TypedDocumentString<TalkLineFragment, unknown>;
export const ReportFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Report on Report {
  id
  filedAt
  gameId
  version
  epoch
  category
  text
  authorSeat
  host
  seat
  line {
    ...TalkLine
  }
  sharesView
  closedAt
  word
}
    fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}`, {"fragmentName":"Report"}) as unknown as TypedDocumentString<ReportFragment, unknown>;
export const FeedEventFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment FeedEvent on FeedEvent {
  id
  cursor
  event
  at
  gameId
  kind
  version
  epoch
  rated
  results {
    seat
    place
    points
    rating
  }
  gap
}
    `, {"fragmentName":"FeedEvent"}) as unknown as TypedDocumentString<FeedEventFragment, unknown>;
export const StandingOrdersFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment StandingOrders on StandingOrders {
  orders {
    after
    play
  }
  since
  ended {
    reason
    version
    move
    code
  }
}
    `, {"fragmentName":"StandingOrders"}) as unknown as TypedDocumentString<StandingOrdersFragment, unknown>;
export const TriedFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Tried on Preview {
  __typename
  tellsNews
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  legalMoves {
    ...Move
  }
  ... on DankAndDraftPreview {
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftPreview {
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersPreview {
    table {
      ...BrewCraftersTable
    }
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Move on LegalMove {
  notation
  label
  input
}`, {"fragmentName":"Tried"}) as unknown as TypedDocumentString<TriedFragment, unknown>;
export const CreatedFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Created on GameCreated {
  __typename
  game {
    gameId
    kind
    version
    status
  }
  hostToken
  seats {
    seat
    name
    token
  }
}
    `, {"fragmentName":"Created"}) as unknown as TypedDocumentString<CreatedFragment, unknown>;
export const FoundFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Found on GameConnection {
  __typename
  edges {
    node {
      gameId
      kind
      status
      start
      powers
      updatedAt
      openSeats
      advice
      peopleOnly
      rated
      seats {
        seat
        name
        taken
        bot
        program
        player {
          handle
          rating
        }
      }
    }
  }
}
    `, {"fragmentName":"Found"}) as unknown as TypedDocumentString<FoundFragment, unknown>;
export const TablePresenceFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TablePresence on TablePresence {
  seats {
    seat
    state
  }
}
    `, {"fragmentName":"TablePresence"}) as unknown as TypedDocumentString<TablePresenceFragment, unknown>;
export const DeliveryFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Delivery on WebhookDelivery {
  id
  event
  gameId
  version
  seat
  createdAt
  status
  attempts
  lastAttemptAt
  nextAttemptAt
  failure
}
    `, {"fragmentName":"Delivery"}) as unknown as TypedDocumentString<DeliveryFragment, unknown>;
export const UndoDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Undo($gameId: ID!, $to: Int, $expectedVersion: Int, $idempotencyKey: String) {
  undo(
    gameId: $gameId
    to: $to
    expectedVersion: $expectedVersion
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
    ... on UndoRefused {
      undoReason
    }
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<UndoMutation, UndoMutationVariables>;
export const ProposeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Propose($gameId: ID!, $proposal: ProposalInput!, $seconds: Int! = 86400, $idempotencyKey: String) {
  propose(
    gameId: $gameId
    proposal: $proposal
    seconds: $seconds
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ProposeMutation, ProposeMutationVariables>;
export const AcceptProposalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AcceptProposal($gameId: ID!, $proposalId: ID!, $idempotencyKey: String) {
  acceptProposal(
    gameId: $gameId
    proposalId: $proposalId
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AcceptProposalMutation, AcceptProposalMutationVariables>;
export const DeclineProposalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeclineProposal($gameId: ID!, $proposalId: ID!, $idempotencyKey: String) {
  declineProposal(
    gameId: $gameId
    proposalId: $proposalId
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<DeclineProposalMutation, DeclineProposalMutationVariables>;
export const WithdrawProposalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation WithdrawProposal($gameId: ID!, $proposalId: ID!, $idempotencyKey: String) {
  withdrawProposal(
    gameId: $gameId
    proposalId: $proposalId
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<WithdrawProposalMutation, WithdrawProposalMutationVariables>;
export const TakeRematchDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TakeRematch($gameId: ID!) {
  takeRematch(gameId: $gameId) {
    __typename
    ... on RematchTaken {
      game {
        gameId
        kind
      }
      seat {
        seat
        token
      }
      hostToken
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<TakeRematchMutation, TakeRematchMutationVariables>;
export const NowDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Now {
  now {
    time
  }
}
    `) as unknown as TypedDocumentString<NowQuery, NowQueryVariables>;
export const ResumeGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResumeGame($gameId: ID!, $idempotencyKey: String) {
  resumeGame(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ResumeGameMutation, ResumeGameMutationVariables>;
export const AddTimeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AddTime($gameId: ID!, $seat: Int!, $seconds: Int!, $idempotencyKey: String) {
  addTime(
    gameId: $gameId
    seat: $seat
    seconds: $seconds
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AddTimeMutation, AddTimeMutationVariables>;
export const UpgradeRulesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpgradeRules($gameId: ID!, $expectedVersion: Int, $idempotencyKey: String) {
  upgradeRules(
    gameId: $gameId
    expectedVersion: $expectedVersion
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<UpgradeRulesMutation, UpgradeRulesMutationVariables>;
export const LanguagesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Languages {
  catalogue {
    languages
  }
}
    `) as unknown as TypedDocumentString<LanguagesQuery, LanguagesQueryVariables>;
export const KindsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Kinds {
  catalogue {
    games {
      kind
      title
      designer
      publisher
      text
      minSeats
      maxSeats
      minutes
      options {
        name
        text
        default
        choices
        choiceTexts {
          value
          text
        }
        minimum
        maximum
        maxItems
        flag
        nullable
      }
      editions {
        name
        title
        text
        digest
      }
    }
  }
}
    `) as unknown as TypedDocumentString<KindsQuery, KindsQueryVariables>;
export const ReferenceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Reference($kinds: [GameKind!]) {
  catalogue(kinds: $kinds) {
    games {
      title
      reasons {
        reason
        text
      }
      words {
        value
        one
        many
      }
      editions {
        digest
        entries {
          section
          name
          figures
        }
        guide {
          turn {
            title
            text
            tasks
          }
          ...Components
        }
      }
    }
  }
}
    fragment Components on Guide {
  components {
    section
    title
    text
    entries {
      key
      title
      text
    }
  }
}`) as unknown as TypedDocumentString<ReferenceQuery, ReferenceQueryVariables>;
export const LessonsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Lessons($kinds: [GameKind!]) {
  catalogue(kinds: $kinds) {
    games {
      editions {
        digest
        guide {
          lessons {
            text
            tasks
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LessonsQuery, LessonsQueryVariables>;
export const HowToPlayDocument = /*#__PURE__*/ new TypedDocumentString(`
    query HowToPlay($kinds: [GameKind!]) {
  catalogue(kinds: $kinds) {
    games {
      title
      rules {
        key
        text
      }
      editions {
        digest
        guide {
          ...Guide
        }
      }
    }
  }
}
    fragment Guide on Guide {
  goal {
    ...GuideLine
  }
  setup {
    ...GuideLine
  }
  turn {
    title
    text
    example
    tasks
  }
  ...Components
  end {
    ...GuideLine
  }
  scoring {
    ...GuideLine
  }
  tips {
    ...GuideLine
  }
  questions {
    question
    answer
  }
}
fragment Components on Guide {
  components {
    section
    title
    text
    entries {
      key
      title
      text
    }
  }
}
fragment GuideLine on GuideLine {
  text
}`) as unknown as TypedDocumentString<HowToPlayQuery, HowToPlayQueryVariables>;
export const TableFieldsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TableFields {
  catalogue {
    games {
      kind
      table {
        path
        title
        text
        holds
        many
        namedBy
      }
      words {
        value
        one
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TableFieldsQuery, TableFieldsQueryVariables>;
export const ChallengesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Challenges($first: Int! = 20, $after: String) {
  account {
    __typename
    ... on Account {
      challenges(first: $first, after: $after) {
        edges {
          node {
            ...Brief
            expiresAt
            seats {
              player {
                key
                handle
              }
              challenged {
                key
                handle
              }
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ChallengesQuery, ChallengesQueryVariables>;
export const DeclineChallengeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeclineChallenge($gameId: ID!, $idempotencyKey: String) {
  declineChallenge(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    __typename
    ... on GameChanged {
      game {
        ...Brief
      }
    }
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<DeclineChallengeMutation, DeclineChallengeMutationVariables>;
export const EmailRemindersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query EmailReminders {
  emailReminders {
    __typename
    ...Reminders
    ...Refusal
  }
}
    fragment Reminders on EmailReminders {
  address
  status
  language
  failure
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<EmailRemindersQuery, EmailRemindersQueryVariables>;
export const RemindByEmailDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RemindByEmail($address: String!) {
  remindByEmail(address: $address) {
    __typename
    ...Reminders
    ...Refusal
  }
}
    fragment Reminders on EmailReminders {
  address
  status
  language
  failure
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<RemindByEmailMutation, RemindByEmailMutationVariables>;
export const VerifyEmailDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation VerifyEmail($code: String!) {
  verifyEmail(code: $code) {
    __typename
    ...Reminders
    ...Refusal
  }
}
    fragment Reminders on EmailReminders {
  address
  status
  language
  failure
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<VerifyEmailMutation, VerifyEmailMutationVariables>;
export const TestEmailDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TestEmail {
  testEmail {
    __typename
    ...Reminders
    ...Refusal
  }
}
    fragment Reminders on EmailReminders {
  address
  status
  language
  failure
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<TestEmailMutation, TestEmailMutationVariables>;
export const StopEmailDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StopEmail {
  stopEmail {
    __typename
    ...Reminders
    ...Refusal
  }
}
    fragment Reminders on EmailReminders {
  address
  status
  language
  failure
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<StopEmailMutation, StopEmailMutationVariables>;
export const BriefOfDocument = /*#__PURE__*/ new TypedDocumentString(`
    query BriefOf($gameId: ID!) {
  game(id: $gameId) {
    ...Brief
    ... on Game {
      advice
      peopleOnly
      rated
      powers
    }
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<BriefOfQuery, BriefOfQueryVariables>;
export const BriefUpdatesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription BriefUpdates($gameId: ID!) {
  gameUpdated(gameId: $gameId) {
    ...Brief
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<BriefUpdatesSubscription, BriefUpdatesSubscriptionVariables>;
export const AccountGamesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AccountGames($first: Int! = 18) {
  account {
    __typename
    ... on Account {
      name
      games(first: $first) {
        edges {
          node {
            ...Brief
          }
        }
      }
      finishedGames(first: $first) {
        edges {
          node {
            ...Brief
          }
        }
      }
    }
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AccountGamesQuery, AccountGamesQueryVariables>;
export const AccountNewsDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription AccountNews($after: String) {
  accountEvents(after: $after) {
    __typename
    ... on AccountEvent {
      cursor
      game {
        ...Brief
      }
    }
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AccountNewsSubscription, AccountNewsSubscriptionVariables>;
export const OperatorGamesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorGames($account: String, $begins: String, $status: Status, $kinds: [GameKind!], $first: Int! = 20, $after: String) {
  operatorGames(
    account: $account
    begins: $begins
    status: $status
    kinds: $kinds
    first: $first
    after: $after
  ) {
    __typename
    ... on ManagedGameConnection {
      edges {
        node {
          ...ManagedGame
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    ...Refusal
  }
}
    fragment ManagedGame on ManagedGame {
  gameId
  kind
  status
  rated
  createdAt
  changedAt
  host
  seats {
    seat
    account
    handle
    former
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorGamesQuery, OperatorGamesQueryVariables>;
export const OperatorGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorGame($gameId: ID!) {
  operatorGame(gameId: $gameId) {
    __typename
    ... on OperatorGame {
      managed {
        ...ManagedGame
      }
      annulled
      game {
        __typename
        ...Table
      }
    }
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment ManagedGame on ManagedGame {
  gameId
  kind
  status
  rated
  createdAt
  changedAt
  host
  seats {
    seat
    account
    handle
    former
  }
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Move on LegalMove {
  notation
  label
  input
}
fragment Table on Game {
  __typename
  id
  gameId
  kind
  version
  epoch
  latest
  status
  visibility
  start
  powers
  absentAfter
  edition
  openSeats
  updatedAt
  expiresAt
  seats {
    seat
    name
    brewery
    taken
    resigned
    bot
    closed
    away
    asked
    program
    player {
      handle
      rating
    }
    challenged {
      handle
    }
  }
  viewer {
    role
    seat
    host
    readOnly
    challenged
    lost {
      seat
      by
      reason
      message
    }
  }
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  clock {
    perMove
    bank
    increment
    onTimeOut
    paused
    running
    deadline
    seats {
      seat
      left
      timeOuts
    }
  }
  undo
  advice
  peopleOnly
  rated
  proposals {
    id
    kind
    seat
    toVersion
    replacement {
      seat
      bot
      open
      mayReturn
    }
    time {
      seat
      seconds
    }
    until
    accepted
    awaited
  }
  agreedEnd
  rematch
  outcome {
    reason
    victory
    stake
    standings {
      seat
      place
      points
      categories {
        key
        name
        points
      }
    }
  }
  legalMoves(first: 100) {
    ...Moves
  }
  ... on DankAndDraftGame {
    options {
      firstSeat
    }
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftGame {
    options {
      firstSeat
    }
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersGame {
    options {
      firstSeat
    }
    table {
      ...BrewCraftersTable
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorGameQuery, OperatorGameQueryVariables>;
export const OperatorAccountsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorAccounts($begins: String!, $first: Int! = 20, $after: String) {
  operatorAccounts(begins: $begins, first: $first, after: $after) {
    __typename
    ... on ManagedAccountConnection {
      edges {
        node {
          ...ManagedAccount
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    ...Refusal
  }
}
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}
fragment ManagedAccount on ManagedAccount {
  key
  handle
  name
  createdAt
  ratings {
    kind
    rating
    games
  }
  muted {
    ...Sanction
  }
  banned {
    ...Sanction
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorAccountsQuery, OperatorAccountsQueryVariables>;
export const OperatorAccountDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorAccount($account: String!) {
  operatorAccount(account: $account) {
    __typename
    ... on OperatorAccount {
      account {
        ...ManagedAccount
      }
    }
    ...Refusal
  }
}
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}
fragment ManagedAccount on ManagedAccount {
  key
  handle
  name
  createdAt
  ratings {
    kind
    rating
    games
  }
  muted {
    ...Sanction
  }
  banned {
    ...Sanction
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorAccountQuery, OperatorAccountQueryVariables>;
export const OperatorLogDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorLog($first: Int! = 100, $after: String) {
  operatorLog(first: $first, after: $after) {
    __typename
    ... on OperatorUseConnection {
      edges {
        node {
          at
          operator
          scope
          action
          subject
          note
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorLogQuery, OperatorLogQueryVariables>;
export const OperatorEndDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OperatorEnd($gameId: ID!, $note: String) {
  operatorEnd(gameId: $gameId, note: $note) {
    __typename
    ... on OperatorGame {
      managed {
        ...ManagedGame
      }
    }
    ...Refusal
  }
}
    fragment ManagedGame on ManagedGame {
  gameId
  kind
  status
  rated
  createdAt
  changedAt
  host
  seats {
    seat
    account
    handle
    former
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorEndMutation, OperatorEndMutationVariables>;
export const OperatorAnnulDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OperatorAnnul($gameId: ID!, $note: String) {
  operatorAnnul(gameId: $gameId, note: $note) {
    __typename
    ... on OperatorGame {
      managed {
        ...ManagedGame
      }
      annulled
    }
    ...Refusal
  }
}
    fragment ManagedGame on ManagedGame {
  gameId
  kind
  status
  rated
  createdAt
  changedAt
  host
  seats {
    seat
    account
    handle
    former
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorAnnulMutation, OperatorAnnulMutationVariables>;
export const OperatorEndTalkDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OperatorEndTalk($gameId: ID!, $note: String) {
  operatorEndTalk(gameId: $gameId, note: $note) {
    __typename
    ... on TalkSet {
      mode
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorEndTalkMutation, OperatorEndTalkMutationVariables>;
export const OperatorMuteDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OperatorMute($account: String!, $muted: Boolean! = true, $until: DateTime, $note: String) {
  operatorMute(account: $account, muted: $muted, until: $until, note: $note) {
    __typename
    ... on OperatorAccount {
      account {
        ...ManagedAccount
      }
    }
    ...Refusal
  }
}
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}
fragment ManagedAccount on ManagedAccount {
  key
  handle
  name
  createdAt
  ratings {
    kind
    rating
    games
  }
  muted {
    ...Sanction
  }
  banned {
    ...Sanction
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorMuteMutation, OperatorMuteMutationVariables>;
export const OperatorBanDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OperatorBan($account: String!, $banned: Boolean! = true, $until: DateTime, $note: String) {
  operatorBan(account: $account, banned: $banned, until: $until, note: $note) {
    __typename
    ... on OperatorAccount {
      account {
        ...ManagedAccount
      }
    }
    ...Refusal
  }
}
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}
fragment ManagedAccount on ManagedAccount {
  key
  handle
  name
  createdAt
  ratings {
    kind
    rating
    games
  }
  muted {
    ...Sanction
  }
  banned {
    ...Sanction
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorBanMutation, OperatorBanMutationVariables>;
export const OperatorDeleteDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OperatorDelete($account: String!, $note: String) {
  operatorDelete(account: $account, note: $note) {
    __typename
    ... on AccountDeleted {
      finished
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorDeleteMutation, OperatorDeleteMutationVariables>;
export const OperatorSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorSeat($gameId: ID!, $seat: Int!, $at: Int, $note: String) {
  operatorSeat(gameId: $gameId, seat: $seat, at: $at, note: $note) {
    __typename
    ... on OperatorGame {
      game {
        __typename
        gameId
        version
        decision {
          seat
          prompt
        }
      }
      managed {
        ...ManagedGame
      }
    }
    ...Refusal
  }
}
    fragment ManagedGame on ManagedGame {
  gameId
  kind
  status
  rated
  createdAt
  changedAt
  host
  seats {
    seat
    account
    handle
    former
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorSeatQuery, OperatorSeatQueryVariables>;
export const OperatorExportDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperatorExport($account: String!, $first: Int! = 10, $after: String) {
  operatorExport(account: $account, first: $first, after: $after) {
    __typename
    ... on OperatorExport {
      account {
        ...ManagedAccount
      }
      avatar
      seenAt
      hidesPresence
      marks {
        player
        mark
        at
      }
      webhooks
      games {
        gameId
        lines {
          at
          phrase
          text
        }
      }
      next
    }
    ...Refusal
  }
}
    fragment Sanction on Sanction {
  since
  until
  operator
  note
}
fragment ManagedAccount on ManagedAccount {
  key
  handle
  name
  createdAt
  ratings {
    kind
    rating
    games
  }
  muted {
    ...Sanction
  }
  banned {
    ...Sanction
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OperatorExportQuery, OperatorExportQueryVariables>;
export const PeopleDocument = /*#__PURE__*/ new TypedDocumentString(`
    query People {
  account {
    __typename
    ... on Account {
      id
      profile {
        ...Profile
      }
      players {
        players {
          ...MarkedPlayer
        }
      }
      ratings {
        ratings {
          ...Rating
        }
      }
    }
    ...Refusal
  }
}
    fragment Profile on Profile {
  id
  handle
  name
  avatar
  createdAt
  seenAt
  ratings {
    ...Rating
  }
}
fragment MarkedPlayer on MarkedPlayer {
  id
  handle
  mark
  markedAt
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}`) as unknown as TypedDocumentString<PeopleQuery, PeopleQueryVariables>;
export const PlayerNamedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PlayerNamed($handle: String!) {
  player(handle: $handle) {
    __typename
    ...Profile
    ...Refusal
  }
}
    fragment Profile on Profile {
  id
  handle
  name
  avatar
  createdAt
  seenAt
  ratings {
    ...Rating
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}`) as unknown as TypedDocumentString<PlayerNamedQuery, PlayerNamedQueryVariables>;
export const PlayerAtDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PlayerAt($gameId: ID!, $seat: Int!) {
  playerAt(gameId: $gameId, seat: $seat) {
    __typename
    ... on PlayerFound {
      player {
        ...MarkedPlayer
      }
    }
    ...Refusal
  }
}
    fragment MarkedPlayer on MarkedPlayer {
  id
  handle
  mark
  markedAt
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<PlayerAtQuery, PlayerAtQueryVariables>;
export const SaveProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SaveProfile($handle: String!, $name: String, $avatar: String, $showSeen: Boolean! = false, $hidePresence: Boolean) {
  saveProfile(
    handle: $handle
    name: $name
    avatar: $avatar
    showSeen: $showSeen
    hidePresence: $hidePresence
  ) {
    __typename
    ... on ProfileSaved {
      profile {
        ...Profile
      }
    }
    ... on InputRefused {
      argument
    }
    ...Refusal
  }
}
    fragment Profile on Profile {
  id
  handle
  name
  avatar
  createdAt
  seenAt
  ratings {
    ...Rating
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}`) as unknown as TypedDocumentString<SaveProfileMutation, SaveProfileMutationVariables>;
export const CloseProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CloseProfile {
  closeProfile {
    __typename
    ... on ProfileClosed {
      finished
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<CloseProfileMutation, CloseProfileMutationVariables>;
export const MarkPlayerDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation MarkPlayer($player: String!, $mark: PlayerMark) {
  markPlayer(player: $player, mark: $mark) {
    __typename
    ... on PlayerFound {
      player {
        ...MarkedPlayer
      }
    }
    ...Refusal
  }
}
    fragment MarkedPlayer on MarkedPlayer {
  id
  handle
  mark
  markedAt
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<MarkPlayerMutation, MarkPlayerMutationVariables>;
export const LookAtDocument = /*#__PURE__*/ new TypedDocumentString(`
    query LookAt($gameId: ID!, $at: Int) {
  game(id: $gameId, at: $at) {
    ...Table
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Move on LegalMove {
  notation
  label
  input
}
fragment Table on Game {
  __typename
  id
  gameId
  kind
  version
  epoch
  latest
  status
  visibility
  start
  powers
  absentAfter
  edition
  openSeats
  updatedAt
  expiresAt
  seats {
    seat
    name
    brewery
    taken
    resigned
    bot
    closed
    away
    asked
    program
    player {
      handle
      rating
    }
    challenged {
      handle
    }
  }
  viewer {
    role
    seat
    host
    readOnly
    challenged
    lost {
      seat
      by
      reason
      message
    }
  }
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  clock {
    perMove
    bank
    increment
    onTimeOut
    paused
    running
    deadline
    seats {
      seat
      left
      timeOuts
    }
  }
  undo
  advice
  peopleOnly
  rated
  proposals {
    id
    kind
    seat
    toVersion
    replacement {
      seat
      bot
      open
      mayReturn
    }
    time {
      seat
      seconds
    }
    until
    accepted
    awaited
  }
  agreedEnd
  rematch
  outcome {
    reason
    victory
    stake
    standings {
      seat
      place
      points
      categories {
        key
        name
        points
      }
    }
  }
  legalMoves(first: 100) {
    ...Moves
  }
  ... on DankAndDraftGame {
    options {
      firstSeat
    }
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftGame {
    options {
      firstSeat
    }
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersGame {
    options {
      firstSeat
    }
    table {
      ...BrewCraftersTable
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<LookAtQuery, LookAtQueryVariables>;
export const MoreMovesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MoreMoves($gameId: ID!, $after: String) {
  game(id: $gameId) {
    __typename
    ... on Game {
      version
      legalMoves(first: 200, after: $after) {
        ...Moves
      }
    }
    ...Refusal
  }
}
    fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Move on LegalMove {
  notation
  label
  input
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<MoreMovesQuery, MoreMovesQueryVariables>;
export const SuggestionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Suggestion($gameId: ID!, $bot: BotKind!) {
  game(id: $gameId) {
    __typename
    ... on Game {
      version
      suggestion(bot: $bot) {
        __typename
        ...Move
        ...Refusal
      }
    }
    ...Refusal
  }
}
    fragment Move on LegalMove {
  notation
  label
  input
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<SuggestionQuery, SuggestionQueryVariables>;
export const AnalysisDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Analysis($gameId: ID!, $bot: BotKind!) {
  game(id: $gameId) {
    __typename
    ... on Game {
      version
      analysis(bot: $bot) {
        __typename
        ... on Analysis {
          moves {
            move {
              ...Move
            }
            visits
            expectedPoints
            expectedResult
            reasons {
              key
              sentence
              seat
              name
              number
            }
          }
        }
        ...Refusal
      }
    }
    ...Refusal
  }
}
    fragment Move on LegalMove {
  notation
  label
  input
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AnalysisQuery, AnalysisQueryVariables>;
export const PreviewDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Preview($gameId: ID!, $moves: [MoveInput!]!) {
  game(id: $gameId) {
    __typename
    ... on Game {
      version
      preview(moves: $moves) {
        __typename
        ... on Preview {
          tellsNews
          decision {
            seat
            seats
            task
            prompt
          }
        }
        ... on DankAndDraftPreview {
          table {
            ...DankAndDraftTable
          }
          events {
            ...DankAndDraftEvents
          }
        }
        ... on PintCraftPreview {
          table {
            ...PintCraftTable
          }
          events {
            ...PintCraftEvents
          }
        }
        ... on BrewCraftersPreview {
          table {
            ...BrewCraftersTable
          }
          events {
            ...BrewCraftersEvents
          }
        }
        ...Refusal
      }
    }
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment BrewCraftersEvents on BrewCraftersEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on BrewCraftersSpaceTaken {
    seat
    space
  }
  ... on BrewCraftersIngredientsTaken {
    seat
    source
    ingredients {
      ...BrewCraftersAmounts
    }
  }
  ... on BrewCraftersMoneyTaken {
    seat
    money
  }
  ... on BrewCraftersMoneyPaid {
    seat
    money
  }
  ... on BrewCraftersWorkerHired {
    seat
    worker
  }
  ... on BrewCraftersPartnershipFormed {
    seat
    partnership
  }
  ... on BrewCraftersBatchBrewed {
    seat
    recipe
    vessel
  }
  ... on BrewCraftersBatchBottled {
    seat
    recipe
  }
  ... on BrewCraftersBatchSold {
    seat
    recipe
    vessel
    money
  }
  ... on BrewCraftersGoldLabelTaken {
    seat
    recipe
  }
  ... on BrewCraftersPortionGiven {
    seat
    portion
  }
  ... on BrewCraftersTileInstalled {
    seat
    tile
  }
  ... on BrewCraftersStepTaken {
    seat
    track
    step
  }
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment DankAndDraftEvents on DankAndDraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on DankAndDraftBeersDrafted {
    seat
    line
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftActionTaken {
    seat
    fromSeat
    action
  }
  ... on DankAndDraftActionCardDiscarded {
    seat
  }
  ... on DankAndDraftBeersOffered {
    seat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSpoiled {
    seat
    fromSeat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSnatched {
    seat
    beers {
      fromSeat
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersStockedUp {
    seat
    type
    beers {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersDiscarded {
    seat
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftTapsRefilled {
    taps {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment PintCraftEvents on PintCraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on PintCraftCardPlayed {
    seat
    card
  }
  ... on PintCraftCardTradedIn {
    seat
    card
  }
  ... on PintCraftCardsDrawn {
    seat
    count
  }
  ... on PintCraftCardTaken {
    seat
    fromSeat
  }
  ... on PintCraftIngredientsTaken {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsLost {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsGiven {
    seat
    toSeat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftRecipeBrewed {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipeReturned {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipesSwapped {
    seat
    withSeat
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<PreviewQuery, PreviewQueryVariables>;
export const SampleWorldDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SampleWorld($gameId: ID!, $seed: String) {
  game(id: $gameId) {
    __typename
    ... on Game {
      version
      sampleWorld(seed: $seed) {
        __typename
        ... on World {
          position
        }
        ... on DankAndDraftWorld {
          table {
            ...DankAndDraftTable
          }
        }
        ... on PintCraftWorld {
          table {
            ...PintCraftTable
          }
        }
        ... on BrewCraftersWorld {
          table {
            ...BrewCraftersTable
          }
        }
        ...Refusal
      }
    }
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<SampleWorldQuery, SampleWorldQueryVariables>;
export const WhyNotDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WhyNot($gameId: ID!, $move: MoveInput!) {
  game(id: $gameId) {
    __typename
    ... on Game {
      whyNot(move: $move) {
        ...Refusal
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<WhyNotQuery, WhyNotQueryVariables>;
export const UpdatesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription Updates($gameId: ID!) {
  gameUpdated(gameId: $gameId) {
    ...Table
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Move on LegalMove {
  notation
  label
  input
}
fragment Table on Game {
  __typename
  id
  gameId
  kind
  version
  epoch
  latest
  status
  visibility
  start
  powers
  absentAfter
  edition
  openSeats
  updatedAt
  expiresAt
  seats {
    seat
    name
    brewery
    taken
    resigned
    bot
    closed
    away
    asked
    program
    player {
      handle
      rating
    }
    challenged {
      handle
    }
  }
  viewer {
    role
    seat
    host
    readOnly
    challenged
    lost {
      seat
      by
      reason
      message
    }
  }
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  clock {
    perMove
    bank
    increment
    onTimeOut
    paused
    running
    deadline
    seats {
      seat
      left
      timeOuts
    }
  }
  undo
  advice
  peopleOnly
  rated
  proposals {
    id
    kind
    seat
    toVersion
    replacement {
      seat
      bot
      open
      mayReturn
    }
    time {
      seat
      seconds
    }
    until
    accepted
    awaited
  }
  agreedEnd
  rematch
  outcome {
    reason
    victory
    stake
    standings {
      seat
      place
      points
      categories {
        key
        name
        points
      }
    }
  }
  legalMoves(first: 100) {
    ...Moves
  }
  ... on DankAndDraftGame {
    options {
      firstSeat
    }
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftGame {
    options {
      firstSeat
    }
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersGame {
    options {
      firstSeat
    }
    table {
      ...BrewCraftersTable
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<UpdatesSubscription, UpdatesSubscriptionVariables>;
export const EventsDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription Events($gameId: ID!, $after: Int!, $epoch: String) {
  events(gameId: $gameId, after: $after, epoch: $epoch) {
    ...Entry
    ...Refusal
    ... on FellBehind {
      version
    }
  }
}
    fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersEvents on BrewCraftersEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on BrewCraftersSpaceTaken {
    seat
    space
  }
  ... on BrewCraftersIngredientsTaken {
    seat
    source
    ingredients {
      ...BrewCraftersAmounts
    }
  }
  ... on BrewCraftersMoneyTaken {
    seat
    money
  }
  ... on BrewCraftersMoneyPaid {
    seat
    money
  }
  ... on BrewCraftersWorkerHired {
    seat
    worker
  }
  ... on BrewCraftersPartnershipFormed {
    seat
    partnership
  }
  ... on BrewCraftersBatchBrewed {
    seat
    recipe
    vessel
  }
  ... on BrewCraftersBatchBottled {
    seat
    recipe
  }
  ... on BrewCraftersBatchSold {
    seat
    recipe
    vessel
    money
  }
  ... on BrewCraftersGoldLabelTaken {
    seat
    recipe
  }
  ... on BrewCraftersPortionGiven {
    seat
    portion
  }
  ... on BrewCraftersTileInstalled {
    seat
    tile
  }
  ... on BrewCraftersStepTaken {
    seat
    track
    step
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment DankAndDraftEvents on DankAndDraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on DankAndDraftBeersDrafted {
    seat
    line
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftActionTaken {
    seat
    fromSeat
    action
  }
  ... on DankAndDraftActionCardDiscarded {
    seat
  }
  ... on DankAndDraftBeersOffered {
    seat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSpoiled {
    seat
    fromSeat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSnatched {
    seat
    beers {
      fromSeat
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersStockedUp {
    seat
    type
    beers {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersDiscarded {
    seat
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftTapsRefilled {
    taps {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftEvents on PintCraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on PintCraftCardPlayed {
    seat
    card
  }
  ... on PintCraftCardTradedIn {
    seat
    card
  }
  ... on PintCraftCardsDrawn {
    seat
    count
  }
  ... on PintCraftCardTaken {
    seat
    fromSeat
  }
  ... on PintCraftIngredientsTaken {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsLost {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsGiven {
    seat
    toSeat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftRecipeBrewed {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipeReturned {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipesSwapped {
    seat
    withSeat
  }
}
fragment Entry on LogEntry {
  __typename
  version
  epoch
  at
  seat
  notation
  automatic
  sentence
  sentences
  ... on DankAndDraftLogEntry {
    events {
      ...DankAndDraftEvents
    }
  }
  ... on PintCraftLogEntry {
    events {
      ...PintCraftEvents
    }
  }
  ... on BrewCraftersLogEntry {
    events {
      ...BrewCraftersEvents
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<EventsSubscription, EventsSubscriptionVariables>;
export const HistoryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query History($gameId: ID!, $after: Int!, $first: Int! = 100) {
  events(gameId: $gameId, after: $after, first: $first) {
    __typename
    ... on EventPage {
      version
      latest
      ended
      entries {
        ...Entry
      }
    }
    ...Refusal
  }
}
    fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersEvents on BrewCraftersEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on BrewCraftersSpaceTaken {
    seat
    space
  }
  ... on BrewCraftersIngredientsTaken {
    seat
    source
    ingredients {
      ...BrewCraftersAmounts
    }
  }
  ... on BrewCraftersMoneyTaken {
    seat
    money
  }
  ... on BrewCraftersMoneyPaid {
    seat
    money
  }
  ... on BrewCraftersWorkerHired {
    seat
    worker
  }
  ... on BrewCraftersPartnershipFormed {
    seat
    partnership
  }
  ... on BrewCraftersBatchBrewed {
    seat
    recipe
    vessel
  }
  ... on BrewCraftersBatchBottled {
    seat
    recipe
  }
  ... on BrewCraftersBatchSold {
    seat
    recipe
    vessel
    money
  }
  ... on BrewCraftersGoldLabelTaken {
    seat
    recipe
  }
  ... on BrewCraftersPortionGiven {
    seat
    portion
  }
  ... on BrewCraftersTileInstalled {
    seat
    tile
  }
  ... on BrewCraftersStepTaken {
    seat
    track
    step
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment DankAndDraftEvents on DankAndDraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on DankAndDraftBeersDrafted {
    seat
    line
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftActionTaken {
    seat
    fromSeat
    action
  }
  ... on DankAndDraftActionCardDiscarded {
    seat
  }
  ... on DankAndDraftBeersOffered {
    seat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSpoiled {
    seat
    fromSeat
    type
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftBeersSnatched {
    seat
    beers {
      fromSeat
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersStockedUp {
    seat
    type
    beers {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
  ... on DankAndDraftBeersDiscarded {
    seat
    beers {
      ...DankAndDraftCard
    }
  }
  ... on DankAndDraftTapsRefilled {
    taps {
      position
      card {
        ...DankAndDraftCard
      }
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftEvents on PintCraftEvent {
  __typename
  ... on MovesUndone {
    backTo
  }
  ... on PintCraftCardPlayed {
    seat
    card
  }
  ... on PintCraftCardTradedIn {
    seat
    card
  }
  ... on PintCraftCardsDrawn {
    seat
    count
  }
  ... on PintCraftCardTaken {
    seat
    fromSeat
  }
  ... on PintCraftIngredientsTaken {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsLost {
    seat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftIngredientsGiven {
    seat
    toSeat
    ingredients {
      ...PintCraftAmounts
    }
  }
  ... on PintCraftRecipeBrewed {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipeReturned {
    seat
    recipe
    stack
  }
  ... on PintCraftRecipesSwapped {
    seat
    withSeat
  }
}
fragment Entry on LogEntry {
  __typename
  version
  epoch
  at
  seat
  notation
  automatic
  sentence
  sentences
  ... on DankAndDraftLogEntry {
    events {
      ...DankAndDraftEvents
    }
  }
  ... on PintCraftLogEntry {
    events {
      ...PintCraftEvents
    }
  }
  ... on BrewCraftersLogEntry {
    events {
      ...BrewCraftersEvents
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<HistoryQuery, HistoryQueryVariables>;
export const RecordOfDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RecordOf($gameId: ID!) {
  record(id: $gameId) {
    __typename
    ... on GameRecord {
      text
      version
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<RecordOfQuery, RecordOfQueryVariables>;
export const PlayDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Play($gameId: ID!, $moves: [MoveInput!]!, $expectedVersion: Int, $idempotencyKey: String) {
  play(
    gameId: $gameId
    moves: $moves
    expectedVersion: $expectedVersion
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ... on VersionConflict {
      version
      entries {
        seat
        notation
      }
    }
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<PlayMutation, PlayMutationVariables>;
export const ResignDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Resign($gameId: ID!, $idempotencyKey: String) {
  resign(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ResignMutation, ResignMutationVariables>;
export const AbandonDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Abandon($gameId: ID!, $idempotencyKey: String) {
  abandon(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AbandonMutation, AbandonMutationVariables>;
export const GamePatchesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription GamePatches($gameId: ID!, $fields: [String!]) {
  gamePatches(gameId: $gameId, fields: $fields) {
    __typename
    ... on GamePatch {
      version
      epoch
      game
      patch
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<GamePatchesSubscription, GamePatchesSubscriptionVariables>;
export const RatingsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Ratings {
  account {
    __typename
    ... on Account {
      ratings {
        ratings {
          ...Rating
        }
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}`) as unknown as TypedDocumentString<RatingsQuery, RatingsQueryVariables>;
export const RatingHistoryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RatingHistory($kind: GameKind!, $handle: String, $first: Int! = 100, $after: String) {
  ratingHistory(kind: $kind, handle: $handle, first: $first, after: $after) {
    __typename
    ... on RatingPointConnection {
      edges {
        node {
          number
          at
          rating
          place
          players
          gameId
          annulled
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<RatingHistoryQuery, RatingHistoryQueryVariables>;
export const LeaderboardDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Leaderboard($kind: GameKind!, $first: Int! = 20, $after: String) {
  leaderboard(kind: $kind, first: $first, after: $after) {
    __typename
    ... on LeaderConnection {
      edges {
        node {
          place
          handle
          name
          rating {
            ...Rating
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Rating on Rating {
  kind
  rating
  strength
  doubt
  games
  ratedAt
}`) as unknown as TypedDocumentString<LeaderboardQuery, LeaderboardQueryVariables>;
export const ReportDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Report($gameId: ID!, $category: ReportCategory!, $text: String, $version: Int, $seat: Int, $line: String, $room: TalkRoom, $shareView: Boolean! = false, $idempotencyKey: String) {
  report(
    gameId: $gameId
    category: $category
    text: $text
    version: $version
    seat: $seat
    line: $line
    room: $room
    shareView: $shareView
    idempotencyKey: $idempotencyKey
  ) {
    __typename
    ... on ReportFiled {
      reportId
      version
    }
    ...Refusal
    ... on QuotaReached {
      retryAfter
    }
    ... on ReportsFull {
      retryAfter
    }
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ReportMutation, ReportMutationVariables>;
export const ReportsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Reports($closed: Boolean! = false, $first: Int! = 50, $after: String) {
  reports(closed: $closed, first: $first, after: $after) {
    __typename
    ... on ReportConnection {
      edges {
        node {
          ...Report
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Report on Report {
  id
  filedAt
  gameId
  version
  epoch
  category
  text
  authorSeat
  host
  seat
  line {
    ...TalkLine
  }
  sharesView
  closedAt
  word
}
fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}`) as unknown as TypedDocumentString<ReportsQuery, ReportsQueryVariables>;
export const ReportedGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ReportedGame($reportId: ID!) {
  reportedGame(reportId: $reportId) {
    __typename
    ...Table
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Moves on LegalMoveConnection {
  edges {
    node {
      ...Move
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Move on LegalMove {
  notation
  label
  input
}
fragment Table on Game {
  __typename
  id
  gameId
  kind
  version
  epoch
  latest
  status
  visibility
  start
  powers
  absentAfter
  edition
  openSeats
  updatedAt
  expiresAt
  seats {
    seat
    name
    brewery
    taken
    resigned
    bot
    closed
    away
    asked
    program
    player {
      handle
      rating
    }
    challenged {
      handle
    }
  }
  viewer {
    role
    seat
    host
    readOnly
    challenged
    lost {
      seat
      by
      reason
      message
    }
  }
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  clock {
    perMove
    bank
    increment
    onTimeOut
    paused
    running
    deadline
    seats {
      seat
      left
      timeOuts
    }
  }
  undo
  advice
  peopleOnly
  rated
  proposals {
    id
    kind
    seat
    toVersion
    replacement {
      seat
      bot
      open
      mayReturn
    }
    time {
      seat
      seconds
    }
    until
    accepted
    awaited
  }
  agreedEnd
  rematch
  outcome {
    reason
    victory
    stake
    standings {
      seat
      place
      points
      categories {
        key
        name
        points
      }
    }
  }
  legalMoves(first: 100) {
    ...Moves
  }
  ... on DankAndDraftGame {
    options {
      firstSeat
    }
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftGame {
    options {
      firstSeat
    }
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersGame {
    options {
      firstSeat
    }
    table {
      ...BrewCraftersTable
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ReportedGameQuery, ReportedGameQueryVariables>;
export const CloseReportDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CloseReport($reportId: ID!, $word: String) {
  closeReport(reportId: $reportId, word: $word) {
    __typename
    ... on ReportClosed {
      report {
        ...Report
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Report on Report {
  id
  filedAt
  gameId
  version
  epoch
  category
  text
  authorSeat
  host
  seat
  line {
    ...TalkLine
  }
  sharesView
  closedAt
  word
}
fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}`) as unknown as TypedDocumentString<CloseReportMutation, CloseReportMutationVariables>;
export const FeedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Feed($after: String, $first: Int! = 100) {
  feed(after: $after, first: $first) {
    __typename
    ... on FeedPage {
      events {
        ...FeedEvent
      }
      cursor
      hasMore
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment FeedEvent on FeedEvent {
  id
  cursor
  event
  at
  gameId
  kind
  version
  epoch
  rated
  results {
    seat
    place
    points
    rating
  }
  gap
}`) as unknown as TypedDocumentString<FeedQuery, FeedQueryVariables>;
export const FollowFeedDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription FollowFeed($after: String) {
  feed(after: $after) {
    __typename
    ...FeedEvent
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment FeedEvent on FeedEvent {
  id
  cursor
  event
  at
  gameId
  kind
  version
  epoch
  rated
  results {
    seat
    place
    points
    rating
  }
  gap
}`) as unknown as TypedDocumentString<FollowFeedSubscription, FollowFeedSubscriptionVariables>;
export const StandingOrdersOfDocument = /*#__PURE__*/ new TypedDocumentString(`
    query StandingOrdersOf($gameId: ID!) {
  standingOrders(gameId: $gameId) {
    __typename
    ...StandingOrders
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment StandingOrders on StandingOrders {
  orders {
    after
    play
  }
  since
  ended {
    reason
    version
    move
    code
  }
}`) as unknown as TypedDocumentString<StandingOrdersOfQuery, StandingOrdersOfQueryVariables>;
export const LeaveOrdersDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation LeaveOrders($gameId: ID!, $orders: [StandingOrderInput!]!, $expectedVersion: Int) {
  leaveOrders(gameId: $gameId, orders: $orders, expectedVersion: $expectedVersion) {
    __typename
    ...StandingOrders
    ...Refusal
    ... on TooManyOrders {
      limit
    }
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment StandingOrders on StandingOrders {
  orders {
    after
    play
  }
  since
  ended {
    reason
    version
    move
    code
  }
}`) as unknown as TypedDocumentString<LeaveOrdersMutation, LeaveOrdersMutationVariables>;
export const TryLineDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TryLine($gameId: ID!, $at: Int!, $moves: [MoveInput!]!) {
  game(id: $gameId, at: $at) {
    __typename
    ... on Game {
      preview(moves: $moves, allSeats: true) {
        __typename
        ...Tried
        ...Refusal
      }
    }
    ...Refusal
  }
}
    fragment BrewCraftersTable on BrewCraftersTable {
  year
  season
  phase
  startingSeat
  marketSeats
  brewerySeats
  action {
    seat
    processed
    collaborated
    brewed
    tanks
    brewpub
  }
  spaces {
    name
    title
    sides {
      name
      text
    }
    ingredient
    count
    money
    takenBy
  }
  partnerships {
    name
    title
    price
    ingredients {
      ...BrewCraftersAmounts
    }
    partner
  }
  workers {
    ...BrewCraftersComponent
  }
  recipes {
    recipe {
      name
      title
      style
      advanced
      ingredients {
        ...BrewCraftersAmounts
      }
      points
      barrel
      infuser
    }
    goldLabel
  }
  tracks {
    name
    steps {
      kind
      text
    }
  }
  collaboration {
    name
    title
    points
    money
    givenBy
  }
  players {
    seat
    money
    loans
    ingredients {
      ...BrewCraftersAmounts
    }
    storage
    shifts
    marketTokens
    vessels
    tanks {
      ...BrewCraftersBatch
    }
    bottlingLine {
      ...BrewCraftersBatch
    }
    brewpub {
      ...BrewCraftersBatch
    }
    shipped {
      ...BrewCraftersBatch
    }
    batchesBrewed
    recipes {
      recipe
      brewed
      sold
    }
    workers {
      ...BrewCraftersComponent
    }
    tiles {
      ...BrewCraftersComponent
    }
    partnerships
    planted
    research {
      name
      title
      steps
    }
    runningCosts {
      key
      what
      money
    }
    nextWinter {
      costs
      loans
      money
    }
    scoreByCategory {
      key
      points
    }
  }
}
fragment BrewCraftersAmounts on BrewCraftersIngredientAmounts {
  malt
  hops
  yeast
  fruit
  spices
  coffee
}
fragment BrewCraftersBatch on BrewCraftersBatchOfBeer {
  recipe
  points
}
fragment BrewCraftersComponent on BrewCraftersComponent {
  name
  title
  text
  cost
}
fragment DankAndDraftTable on DankAndDraftTable {
  turn
  seat
  turnPhase
  extraTurn
  extraTurnOwed
  drawPile {
    size
  }
  taps {
    position
    row
    column
    card {
      ...DankAndDraftCard
    }
  }
  players {
    seat
    score
    hand {
      size
      cards {
        ...DankAndDraftCard
      }
    }
    taproom {
      type
      cards {
        ...DankAndDraftCard
      }
    }
    closedTypes
  }
  discardPile {
    ...DankAndDraftCard
  }
  inPlay {
    fromSeat
    card {
      ...DankAndDraftCard
    }
  }
}
fragment DankAndDraftCard on DankAndDraftCard {
  brewery
  type
  action
}
fragment PintCraftTable on PintCraftTable {
  round
  season
  stage
  firstSeat
  seat
  step
  cardsPlayed
  threshold
  leader
  toPlay
  pot {
    ...PintCraftAmounts
  }
  stacks {
    number
    size
    top {
      ...PintCraftRecipe
    }
  }
  drawPile {
    size
  }
  discardStack {
    ...PintCraftCard
  }
  inPlay {
    ...PintCraftCard
  }
  players {
    seat
    eliminated
    pints
    hand {
      size
      cards {
        ...PintCraftCard
      }
    }
    ingredients {
      ...PintCraftAmounts
    }
    adjunctPrice
    improvements
    inFront {
      ...PintCraftCard
    }
    onTap {
      ...PintCraftRecipe
    }
  }
}
fragment PintCraftAmounts on PintCraftIngredientAmounts {
  baseMalt
  specialtyMalt
  hops
  adjuncts
}
fragment PintCraftCard on PintCraftBreweryCard {
  name
  title
  kind
  tradable
  text
}
fragment PintCraftRecipe on PintCraftRecipe {
  name
  title
  cost {
    ...PintCraftAmounts
  }
  pints
  season
  bonus
}
fragment Move on LegalMove {
  notation
  label
  input
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Tried on Preview {
  __typename
  tellsNews
  decision {
    seat
    seats
    task
    prompt
    rules
    deadline
  }
  legalMoves {
    ...Move
  }
  ... on DankAndDraftPreview {
    table {
      ...DankAndDraftTable
    }
  }
  ... on PintCraftPreview {
    table {
      ...PintCraftTable
    }
  }
  ... on BrewCraftersPreview {
    table {
      ...BrewCraftersTable
    }
  }
}`) as unknown as TypedDocumentString<TryLineQuery, TryLineQueryVariables>;
export const CreateGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateGame($game: NewGameInput!, $seats: [SeatInput!]!, $edition: String, $visibility: Visibility!, $seed: String, $clock: NewClockInput, $undo: UndoOption! = FREE, $start: StartOption! = WHEN_FULL, $advice: Advice, $peopleOnly: Boolean! = false, $powers: HostPowers, $rated: Boolean! = false, $language: String, $spectatorDelay: Int! = 0, $spectatorDelayMinutes: Int! = 0, $idempotencyKey: String) {
  createGame(
    game: $game
    seats: $seats
    edition: $edition
    visibility: $visibility
    seed: $seed
    clock: $clock
    undo: $undo
    start: $start
    advice: $advice
    peopleOnly: $peopleOnly
    powers: $powers
    rated: $rated
    language: $language
    spectatorDelay: $spectatorDelay
    spectatorDelayMinutes: $spectatorDelayMinutes
    idempotencyKey: $idempotencyKey
  ) {
    ...Created
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Created on GameCreated {
  __typename
  game {
    gameId
    kind
    version
    status
  }
  hostToken
  seats {
    seat
    name
    token
  }
}`) as unknown as TypedDocumentString<CreateGameMutation, CreateGameMutationVariables>;
export const ImportRecordDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ImportRecord($record: String!, $idempotencyKey: String) {
  importRecord(record: $record, idempotencyKey: $idempotencyKey) {
    ...Created
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Created on GameCreated {
  __typename
  game {
    gameId
    kind
    version
    status
  }
  hostToken
  seats {
    seat
    name
    token
  }
}`) as unknown as TypedDocumentString<ImportRecordMutation, ImportRecordMutationVariables>;
export const ForkGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ForkGame($gameId: ID!, $at: Int, $seatTokens: [String!]! = [], $seats: [SeatInput!], $visibility: Visibility! = UNLISTED, $idempotencyKey: String) {
  forkGame(
    gameId: $gameId
    at: $at
    seatTokens: $seatTokens
    seats: $seats
    visibility: $visibility
    idempotencyKey: $idempotencyKey
  ) {
    ...Created
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Created on GameCreated {
  __typename
  game {
    gameId
    kind
    version
    status
  }
  hostToken
  seats {
    seat
    name
    token
  }
}`) as unknown as TypedDocumentString<ForkGameMutation, ForkGameMutationVariables>;
export const JoinGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation JoinGame($gameId: ID!, $seat: Int, $invite: String, $name: String, $brewery: String, $showName: Boolean! = false, $program: Boolean! = false, $idempotencyKey: String) {
  joinGame(
    gameId: $gameId
    seat: $seat
    invite: $invite
    name: $name
    brewery: $brewery
    showName: $showName
    program: $program
    idempotencyKey: $idempotencyKey
  ) {
    __typename
    ... on GameJoined {
      game {
        gameId
        kind
      }
      seat {
        seat
        name
        token
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<JoinGameMutation, JoinGameMutationVariables>;
export const QuickPlayDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation QuickPlay($game: NewGameInput!, $minSeats: Int, $maxSeats: Int, $edition: String, $clock: NewClockInput, $anyClock: Boolean! = false, $peopleOnly: Boolean! = false, $bots: BotKind, $botsAfter: Int! = 30, $rated: Boolean! = false, $within: Int, $name: String, $brewery: String, $showName: Boolean! = false, $program: Boolean! = false, $idempotencyKey: String) {
  quickPlay(
    game: $game
    minSeats: $minSeats
    maxSeats: $maxSeats
    edition: $edition
    clock: $clock
    anyClock: $anyClock
    peopleOnly: $peopleOnly
    bots: $bots
    botsAfter: $botsAfter
    rated: $rated
    within: $within
    name: $name
    brewery: $brewery
    showName: $showName
    program: $program
    idempotencyKey: $idempotencyKey
  ) {
    __typename
    ... on GameJoined {
      game {
        gameId
        kind
      }
      seat {
        seat
        name
        token
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<QuickPlayMutation, QuickPlayMutationVariables>;
export const DeclareProgramDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeclareProgram($gameId: ID!, $idempotencyKey: String) {
  declareProgram(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<DeclareProgramMutation, DeclareProgramMutationVariables>;
export const OpenSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OpenSeat($gameId: ID!, $seat: Int!, $idempotencyKey: String) {
  openSeat(gameId: $gameId, seat: $seat, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<OpenSeatMutation, OpenSeatMutationVariables>;
export const CloseSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CloseSeat($gameId: ID!, $seat: Int!, $idempotencyKey: String) {
  closeSeat(gameId: $gameId, seat: $seat, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<CloseSeatMutation, CloseSeatMutationVariables>;
export const NameSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation NameSeat($gameId: ID!, $seat: Int, $name: String, $brewery: String, $idempotencyKey: String) {
  nameSeat(
    gameId: $gameId
    seat: $seat
    name: $name
    brewery: $brewery
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<NameSeatMutation, NameSeatMutationVariables>;
export const ChooseFirstSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ChooseFirstSeat($gameId: ID!, $seat: Int, $idempotencyKey: String) {
  chooseFirstSeat(gameId: $gameId, seat: $seat, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ChooseFirstSeatMutation, ChooseFirstSeatMutationVariables>;
export const StartGameDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartGame($gameId: ID!, $idempotencyKey: String) {
  startGame(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<StartGameMutation, StartGameMutationVariables>;
export const LeaveSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation LeaveSeat($gameId: ID!, $idempotencyKey: String) {
  leaveSeat(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<LeaveSeatMutation, LeaveSeatMutationVariables>;
export const ClaimSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ClaimSeat($gameId: ID!, $token: String!, $idempotencyKey: String) {
  claimSeat(gameId: $gameId, token: $token, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ClaimSeatMutation, ClaimSeatMutationVariables>;
export const TakeHostDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TakeHost($gameId: ID!, $idempotencyKey: String) {
  takeHost(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    __typename
    ... on TokenReissued {
      token
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<TakeHostMutation, TakeHostMutationVariables>;
export const AttendanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Attendance($gameId: ID!) {
  attendance(gameId: $gameId) {
    __typename
    ... on Attendance {
      awayAfter
      hostAway
      seatsAway
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<AttendanceQuery, AttendanceQueryVariables>;
export const CreateInviteDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateInvite($gameId: ID!, $seat: Int!, $until: DateTime) {
  createInvite(gameId: $gameId, seat: $seat, until: $until) {
    __typename
    ... on Invite {
      seat
      invite
      until
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<CreateInviteMutation, CreateInviteMutationVariables>;
export const RevokeInvitesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeInvites($gameId: ID!, $seat: Int!, $idempotencyKey: String) {
  revokeInvites(gameId: $gameId, seat: $seat, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<RevokeInvitesMutation, RevokeInvitesMutationVariables>;
export const CreateHandoverDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateHandover($gameId: ID!) {
  createHandover(gameId: $gameId) {
    __typename
    ... on Handover {
      seat
      handover
      until
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<CreateHandoverMutation, CreateHandoverMutationVariables>;
export const TakeHandoverDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TakeHandover($handover: String!, $idempotencyKey: String) {
  takeHandover(handover: $handover, idempotencyKey: $idempotencyKey) {
    __typename
    ... on HandoverTaken {
      game {
        gameId
        kind
      }
      seat {
        seat
        token
      }
      hostToken
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<TakeHandoverMutation, TakeHandoverMutationVariables>;
export const ReplacePlayerDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReplacePlayer($gameId: ID!, $seat: Int!, $with: SubstituteInput!, $mayReturn: Boolean! = false, $idempotencyKey: String) {
  replacePlayer(
    gameId: $gameId
    seat: $seat
    with: $with
    mayReturn: $mayReturn
    idempotencyKey: $idempotencyKey
  ) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ReplacePlayerMutation, ReplacePlayerMutationVariables>;
export const ReturnToSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReturnToSeat($gameId: ID!, $idempotencyKey: String) {
  returnToSeat(gameId: $gameId, idempotencyKey: $idempotencyKey) {
    ...Changed
    ...Refusal
  }
}
    fragment Changed on GameChanged {
  __typename
  game {
    version
    status
    decision {
      seat
    }
  }
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ReturnToSeatMutation, ReturnToSeatMutationVariables>;
export const OpenGamesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenGames($peopleOnly: Boolean! = false, $pace: Pace, $freeSeats: Int! = 0, $rated: Boolean, $friends: Boolean! = false, $first: Int! = 20) {
  openGames(
    peopleOnly: $peopleOnly
    pace: $pace
    freeSeats: $freeSeats
    rated: $rated
    friends: $friends
    first: $first
  ) {
    ...Found
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Found on GameConnection {
  __typename
  edges {
    node {
      gameId
      kind
      status
      start
      powers
      updatedAt
      openSeats
      advice
      peopleOnly
      rated
      seats {
        seat
        name
        taken
        bot
        program
        player {
          handle
          rating
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<OpenGamesQuery, OpenGamesQueryVariables>;
export const FollowOpenGamesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription FollowOpenGames($kinds: [GameKind!], $peopleOnly: Boolean! = false, $pace: Pace, $freeSeats: Int! = 0, $rated: Boolean, $friends: Boolean! = false, $first: Int! = 20) {
  openGames(
    kinds: $kinds
    peopleOnly: $peopleOnly
    pace: $pace
    freeSeats: $freeSeats
    rated: $rated
    friends: $friends
    first: $first
  ) {
    ...Found
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Found on GameConnection {
  __typename
  edges {
    node {
      gameId
      kind
      status
      start
      powers
      updatedAt
      openSeats
      advice
      peopleOnly
      rated
      seats {
        seat
        name
        taken
        bot
        program
        player {
          handle
          rating
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<FollowOpenGamesSubscription, FollowOpenGamesSubscriptionVariables>;
export const FinishedGamesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query FinishedGames($first: Int! = 20) {
  finishedGames(first: $first) {
    ...Found
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Found on GameConnection {
  __typename
  edges {
    node {
      gameId
      kind
      status
      start
      powers
      updatedAt
      openSeats
      advice
      peopleOnly
      rated
      seats {
        seat
        name
        taken
        bot
        program
        player {
          handle
          rating
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<FinishedGamesQuery, FinishedGamesQueryVariables>;
export const PhrasesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Phrases {
  phrases {
    phrases {
      phrase
      text
    }
  }
}
    `) as unknown as TypedDocumentString<PhrasesQuery, PhrasesQueryVariables>;
export const TalkDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Talk($gameId: ID!, $room: TalkRoom, $after: String, $first: Int! = 50) {
  talk(gameId: $gameId, room: $room, after: $after, first: $first) {
    __typename
    ... on TalkPage {
      mode
      room
      lines {
        ...TalkLine
      }
      cursor
      hasMore
      muted
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}`) as unknown as TypedDocumentString<TalkQuery, TalkQueryVariables>;
export const FollowTalkDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription FollowTalk($gameId: ID!, $room: TalkRoom, $after: String) {
  talk(gameId: $gameId, room: $room, after: $after) {
    __typename
    ...TalkLine
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}`) as unknown as TypedDocumentString<FollowTalkSubscription, FollowTalkSubscriptionVariables>;
export const PresenceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Presence($gameId: ID!) {
  presence(gameId: $gameId) {
    __typename
    ...TablePresence
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment TablePresence on TablePresence {
  seats {
    seat
    state
  }
}`) as unknown as TypedDocumentString<PresenceQuery, PresenceQueryVariables>;
export const FollowPresenceDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription FollowPresence($gameId: ID!) {
  presence(gameId: $gameId) {
    __typename
    ...TablePresence
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment TablePresence on TablePresence {
  seats {
    seat
    state
  }
}`) as unknown as TypedDocumentString<FollowPresenceSubscription, FollowPresenceSubscriptionVariables>;
export const SayDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Say($gameId: ID!, $text: String, $phrase: String, $idempotencyKey: String) {
  say(
    gameId: $gameId
    text: $text
    phrase: $phrase
    idempotencyKey: $idempotencyKey
  ) {
    __typename
    ... on LineSaid {
      line {
        ...TalkLine
      }
    }
    ...Refusal
    ... on SaidTooOften {
      retryAfter
    }
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment TalkLine on TalkLine {
  room
  number
  cursor
  at
  seat
  host
  handle
  phrase
  text
  gap
}`) as unknown as TypedDocumentString<SayMutation, SayMutationVariables>;
export const SetTalkDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetTalk($gameId: ID!, $mode: TalkMode!) {
  setTalk(gameId: $gameId, mode: $mode) {
    __typename
    ... on TalkSet {
      mode
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<SetTalkMutation, SetTalkMutationVariables>;
export const MuteSeatDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation MuteSeat($gameId: ID!, $seat: Int!, $muted: Boolean! = true) {
  muteSeat(gameId: $gameId, seat: $seat, muted: $muted) {
    __typename
    ... on SeatsMuted {
      muted
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<MuteSeatMutation, MuteSeatMutationVariables>;
export const ReissueTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReissueToken($gameId: ID!, $seat: Int, $expectedVersion: Int, $idempotencyKey: String) {
  reissueToken(
    gameId: $gameId
    seat: $seat
    expectedVersion: $expectedVersion
    idempotencyKey: $idempotencyKey
  ) {
    __typename
    ... on TokenReissued {
      seat
      token
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<ReissueTokenMutation, ReissueTokenMutationVariables>;
export const NarrowTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation NarrowToken($gameId: ID!, $readOnly: Boolean! = true, $until: DateTime) {
  narrowToken(gameId: $gameId, readOnly: $readOnly, until: $until) {
    __typename
    ... on NarrowToken {
      token
      readOnly
      until
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<NarrowTokenMutation, NarrowTokenMutationVariables>;
export const CreateTicketDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateTicket($gameId: ID) {
  createTicket(gameId: $gameId) {
    __typename
    ... on TicketCreated {
      ticket
      until
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<CreateTicketMutation, CreateTicketMutationVariables>;
export const DeleteAccountDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteAccount($account: ID!) {
  deleteAccount(account: $account) {
    __typename
    ... on AccountDeleted {
      finished
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<DeleteAccountMutation, DeleteAccountMutationVariables>;
export const DecisionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription Decisions($gameId: ID) {
  decisions(gameId: $gameId) {
    __typename
    ... on PendingDecision {
      version
      since
      decision {
        seats
        prompt
      }
      game {
        ...Brief
      }
    }
    ...Refusal
  }
}
    fragment Brief on Game {
  __typename
  gameId
  kind
  version
  epoch
  status
  start
  updatedAt
  openSeats
  seats {
    seat
    name
    taken
    bot
    resigned
    away
    asked
    program
    player {
      handle
    }
  }
  viewer {
    seat
    host
    challenged
  }
  decision {
    seat
    seats
    deadline
  }
  clock {
    paused
  }
  outcome {
    victory
    standings {
      seat
      place
      points
    }
  }
  agreedEnd
}
fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<DecisionsSubscription, DecisionsSubscriptionVariables>;
export const WebhooksDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Webhooks($gameId: ID, $allGames: Boolean! = false) {
  webhooks(gameId: $gameId, allGames: $allGames) {
    __typename
    ... on WebhookList {
      webhooks {
        id
        url
        events
        status
        failure
        createdAt
        lastDeliveries {
          ...Delivery
        }
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Delivery on WebhookDelivery {
  id
  event
  gameId
  version
  seat
  createdAt
  status
  attempts
  lastAttemptAt
  nextAttemptAt
  failure
}`) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const CreateWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWebhook($url: String!, $events: [WebhookEvent!]!, $secret: String!, $gameId: ID, $allGames: Boolean! = false, $idempotencyKey: String) {
  createWebhook(
    url: $url
    events: $events
    secret: $secret
    gameId: $gameId
    allGames: $allGames
    idempotencyKey: $idempotencyKey
  ) {
    __typename
    ... on WebhookCreated {
      webhook {
        id
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const DeleteWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteWebhook($webhookId: ID!, $gameId: ID, $allGames: Boolean! = false) {
  deleteWebhook(webhookId: $webhookId, gameId: $gameId, allGames: $allGames) {
    __typename
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}`) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const TestWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TestWebhook($webhookId: ID!, $gameId: ID, $allGames: Boolean! = false) {
  testWebhook(webhookId: $webhookId, gameId: $gameId, allGames: $allGames) {
    __typename
    ... on WebhookTested {
      delivery {
        ...Delivery
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Problem {
  __typename
  code
  message
  rules
}
fragment Delivery on WebhookDelivery {
  id
  event
  gameId
  version
  seat
  createdAt
  status
  attempts
  lastAttemptAt
  nextAttemptAt
  failure
}`) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;