// Plays a whole game through the Java client that openapi-generator makes, knowing no rules.
//
// Takes the service's URL and a NewGame as JSON, whose seats are all its own. Prints as JSON the game's status, the moves
// made, the versions that the log told, the problem of a move that is refused, the types into which it read the answers, and
// those of open games, with the kinds in the catalogue.

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import taphouse.ApiClient;
import taphouse.ApiException;
import taphouse.api.CatalogueApi;
import taphouse.api.CatalogueApi.APICatalogueRequest;
import taphouse.api.GamesApi;
import taphouse.api.GamesApi.*;
import taphouse.api.LogApi;
import taphouse.api.LogApi.APIEventsRequest;
import taphouse.api.MovesApi;
import taphouse.api.MovesApi.*;
import taphouse.model.*;

public class Play {
    private final TreeSet<String> types = new TreeSet<>();
    private final Random random = new Random(1);

    public static void main(String[] given) throws Exception {
        print(new Play(), given);
    }

    static void print(Play play, String[] given) throws Exception {
        var anyone = client(given[0], null);
        var mapper = anyone.getObjectMapper();
        System.out.println(mapper.writeValueAsString(play.play(given[0], anyone, mapper.readValue(given[1], NewGame.class))));
    }

    private static ApiClient client(String url, String token) {
        var client = new ApiClient();
        client.updateBaseUri(url);
        var mapper = ApiClient.createDefaultObjectMapper();
        client.setObjectMapper(mapper.setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP)));
        client.setHttpClientBuilder(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1));
        if (token != null) {
            client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        }
        return client;
    }

    private Map<String, Object> play(String url, ApiClient anyone, NewGame newGame) throws ApiException {
        var created = new GamesApi(anyone).createGame(APICreateGameRequest.newBuilder().newGame(newGame).build());
        var players = new ArrayList<MovesApi>();
        for (var seat : created.getSeats()) {
            players.add(new MovesApi(client(url, seat.getToken())));
        }
        var game = created.getGame();
        var id = seen(game).gameId();
        var lobby = new TreeSet<String>();
        for (var open : new GamesApi(anyone).openGames(APIOpenGamesRequest.newBuilder().build()).getGames()) {
            lobby.add(open.getActualInstance().getClass().getSimpleName());
        }
        for (var kind : new CatalogueApi(anyone).catalogue(APICatalogueRequest.newBuilder().build()).getGames()) {
            lobby.add(kind.getKind());
        }
        var decider = players.get(seen(game).decision().getSeat() - 1);
        look(decider, id, input(decider.legalMoves(APILegalMovesRequest.newBuilder().id(id).first(1).build()).getMoves().get(0)));
        var moves = 0;
        while (seen(game).decision() != null) {
            var player = players.get(seen(game).decision().getSeat() - 1);
            var legal = player.legalMoves(APILegalMovesRequest.newBuilder().id(id).first(500).build()).getMoves();
            var chosen = legal.get(random.nextInt(legal.size()));
            var changed = player.play(move(id, input(chosen)));
            changed.getEntries().forEach(this::noted);
            game = changed.getGame();
            moves++;
        }
        return Map.of(
            "status", seen(game).status(),
            "moves", moves,
            "versions", versions(new LogApi(anyone), id),
            "refused", refused(players.get(0), id),
            "types", types,
            "lobby", lobby);
    }

    /** Reads what else there is to read at the beginning of a game. */
    void look(MovesApi player, String id, MoveInput first) throws ApiException {
        noted(player.sampleWorld(APISampleWorldRequest.newBuilder().id(id).build()).getWorld());
        noted(player.suggestion(APISuggestionRequest.newBuilder().id(id).bot(BotKindInput.RANDOM).build()).getMove());
        var nonsense = new OneMove().move(new MoveInput().notation("nonsense"));
        noted(player.whyNot(APIWhyNotRequest.newBuilder().id(id).oneMove(nonsense).build()).getProblem());
    }

    private List<Integer> versions(LogApi log, String id) throws ApiException {
        var versions = new ArrayList<Integer>();
        var page = log.events(APIEventsRequest.newBuilder().id(id).after("0").first(500).build());
        while (!page.getEntries().isEmpty()) {
            for (var entry : page.getEntries()) {
                if (!(noted(entry) instanceof UnknownLogEntry)) {
                    versions.add(version(entry));
                }
            }
            var epoch = page.getEpoch() == null ? "" : "-" + page.getEpoch();
            page = log.events(APIEventsRequest.newBuilder().id(id).after(page.getVersion() + epoch).first(500).build());
        }
        return versions;
    }

    private static APIPlayRequest move(String id, MoveInput move) {
        return APIPlayRequest.newBuilder().id(id).moves(new Moves().addMovesItem(move)).build();
    }

    private static String refused(MovesApi player, String id) {
        try {
            player.play(move(id, new MoveInput().notation("nonsense")));
            return "nothing";
        } catch (ApiException refusal) {
            return refusal.getResponseBody();
        }
    }

    private record Seen(String gameId, Decision decision, String status) {}

    private Seen seen(Game game) {
        var one = noted(game);
        if (one instanceof DankAndDraftGame dank) {
            return new Seen(dank.getGameId(), dank.getDecision(), dank.getStatus());
        } else if (one instanceof PintCraftGame pint) {
            return new Seen(pint.getGameId(), pint.getDecision(), pint.getStatus());
        }
        var brew = (BrewCraftersGame) one;
        return new Seen(brew.getGameId(), brew.getDecision(), brew.getStatus());
    }

    private MoveInput input(LegalMove legal) {
        var one = noted(legal);
        if (one instanceof DankAndDraftLegalMove dank) {
            noted(dank.getMove());
            return dank.getInput();
        } else if (one instanceof PintCraftLegalMove pint) {
            noted(pint.getMove());
            return pint.getInput();
        } else if (one instanceof UnknownLegalMove unknown) {
            return new MoveInput().notation(unknown.getNotation());
        }
        noted(((BrewCraftersLegalMove) one).getMove());
        return ((BrewCraftersLegalMove) one).getInput();
    }

    private int version(LogEntry entry) {
        var one = noted(entry);
        if (one instanceof DankAndDraftLogEntry dank) {
            dank.getEvents().forEach(this::noted);
            return dank.getVersion();
        } else if (one instanceof PintCraftLogEntry pint) {
            pint.getEvents().forEach(this::noted);
            return pint.getVersion();
        }
        ((BrewCraftersLogEntry) one).getEvents().forEach(this::noted);
        return ((BrewCraftersLogEntry) one).getVersion();
    }

    /** Returns the value of a choice, and keeps its type in mind. */
    Object noted(AbstractOpenApiSchema choice) {
        types.add(choice.getActualInstance().getClass().getSimpleName());
        return choice.getActualInstance();
    }
}
