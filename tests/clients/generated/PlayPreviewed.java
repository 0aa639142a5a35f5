import taphouse.ApiException;
import taphouse.api.MovesApi;
import taphouse.api.MovesApi.APIPreviewRequest;
import taphouse.model.MoveInput;
import taphouse.model.Previewed;

/** Plays as `Play` does, and previews a move: the body of a preview had another name in the released contract. */
public class PlayPreviewed extends Play {
    public static void main(String[] given) throws Exception {
        print(new PlayPreviewed(), given);
    }

    @Override
    void look(MovesApi player, String id, MoveInput first) throws ApiException {
        super.look(player, id, first);
        noted(player.preview(APIPreviewRequest.newBuilder().id(id).previewed(new Previewed().addMovesItem(first)).build()));
    }
}
