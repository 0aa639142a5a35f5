"""The use case of importing a record: a game with its whole log."""

from __future__ import annotations

import secrets

from taphouse.engine.chance import SALT_BYTES, SEED_BYTES, commitment
from taphouse.engine.messages import ENGLISH
from taphouse.engine.records.record import RecordError
from taphouse.schema.ports import Caller
from taphouse.schema.results import GameCreated
from taphouse.schema.texts import sentence
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.games import Origin, OriginKind, Visibility
from taphouse.schema.values.lifecycle import GameImported
from taphouse.service.access.shown_names import why_look_alike, why_no_name
from taphouse.service.games.beginning.new_games import NewGame, NewGames
from taphouse.service.games.beginning.seats import kept, sittings
from taphouse.service.games.beginning.sources import check_recorded
from taphouse.service.games.kernel.checks import account_of
from taphouse.service.games.kernel.committing import request_digest
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step, automatic_moves
from taphouse.service.games.records import verifying


class Importing:
    """Imports records.

    Args:
        new_games: Stores new games.
        reader: Loads games.
        editions: The editions of all games.
    """

    def __init__(self, new_games: NewGames, reader: Reader, editions: Editions) -> None:
        self._new_games, self._reader, self._editions = new_games, reader, editions

    async def import_record(self, caller: Caller, record: str, visibility: Visibility, key: str | None) -> GameCreated:
        """Create a game from a record, with its log."""
        identity = await self._reader.identify(caller)
        player = account_of(identity)
        digest = request_digest("import", record, visibility.value, player)
        id_, store_key, done = await self._new_games.begin(caller, key, digest)
        if done is not None:
            return await self._new_games.recreated(*done, caller.language)
        sent = await verifying.read("record", record, self._reader.games, self._editions, caller.scheduler)
        source, replay = sent.source.record, sent.replay()
        await check_recorded(source, self._reader)
        for number, one in enumerate(source.seats):
            earlier = source.seats[:number]
            why = (
                why_no_name(one.name)
                or why_no_name(one.brewery)
                or why_look_alike(one.name, [other.name for other in earlier])
                or why_look_alike(one.brewery, [other.brewery for other in earlier])
            )
            if why is not None:
                sent.refuse(RecordError(sentence(why, ENGLISH), f"seats[{number}]"))
        seats = sittings(kept([(seat.name, seat.brewery, seat.bot, seat.program) for seat in source.seats]), identity)
        made = await verifying.steps(sent, replay, seats, caller.scheduler)
        secret = secrets.token_bytes(SEED_BYTES) if source.seed is None else bytes.fromhex(source.seed)
        salt: bytes | None = secrets.token_bytes(SALT_BYTES)
        if source.seed is not None and source.commitment is not None:
            salt = None if source.salt is None else bytes.fromhex(source.salt)
        new = NewGame(
            game=sent.game,
            edition=sent.edition,
            rules=sent.game.rules(sent.edition, source.rules),
            options=replay.options,
            seats=verifying.before(source.lines, seats),
            visibility=visibility,
            seed=secret,
            seeded=True,
            salt=salt,
            commitment=commitment(secret, salt or b""),
            origin=Origin(OriginKind.IMPORT),
            fell=tuple([draw for draw in replay.draws if source.seed is None or draw.fell]),
            events=(GameImported(source.moves),),
            service_rules=source.service_rules,
            advice=Advice.ALL,
        )

        async def log(loaded: LoadedGame) -> list[Step]:
            return [*made, *(await automatic_moves(loaded, made[-1], caller.scheduler))]

        return await self._new_games.create(caller, player, id_, store_key, new, log)
