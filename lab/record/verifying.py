"""Verifies files of records: the moves, the draws, the proof of these, and the signature of the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import httpx
import msgspec

from taphouse.engine.records import text
from taphouse.engine.records.proof import Proof, proof_of
from taphouse.engine.records.record import RecordError
from taphouse.engine.records.replaying import verify as verified
from taphouse.engine.vocabulary import lower_first, pascal
from taphouse.lab.record.files import each
from taphouse.service.cli.installed_games import InstalledGames
from taphouse.service.cli.output import counted, fail
from taphouse.service.games.records.signing import WELL_KNOWN, PublicKey, check_signature, keys_in

_SAID: Mapping[Proof, str] = {
    Proof.PROVEN: "seed and salt open the commitment",
    Proof.CHOSEN: "a client gave the seed, or knew the draws",
    Proof.UNPROVEN: "no commitment and seed give them",
}
_TIMEOUT = 10.0


def verify(
    files: Iterable[Path],
    as_json: bool = False,
    require_proof: bool = False,
    key: Path | None = None,
    url: str | None = None,
) -> int:
    """Check each record, and print how many are good, and what proves their draws. Returns the exit status.

    Args:
        files: the files.
        as_json: whether to print the result as JSON, also if a record is bad.
        require_proof: whether a record is bad that does not prove its draws.
        key: a file of public keys, one of which must have signed each record.
        url: a service that publishes such keys.
    """
    installed, keys = InstalledGames(), None if key is None and url is None else _keys(key, url)
    moves = draws = signed = 0
    proofs = Counter[Proof]()

    def use(source: text.Source) -> None:
        nonlocal moves, draws, signed
        record = source.record
        replay = verified(record, *installed.of(record))
        proof = proof_of(record)
        if require_proof and proof is not Proof.PROVEN:
            raise RecordError(f"The draws are not proven: {_SAID[proof]}.")
        if keys is not None:
            check_signature(record, keys)
        moves, draws = moves + record.moves, draws + len(replay.draws)
        signed += record.signature is not None
        proofs[proof] += 1

    status, right = each(files, use, prints=False), proofs.total()
    if as_json:
        by_proof = {lower_first(pascal(proof.value.replace(" ", "-"))): proofs[proof] for proof in Proof}
        checked = None if keys is None else signed
        found = {"good": not status, "right": right, "moves": moves, "draws": draws, **by_proof, "signed": checked}
        print(msgspec.json.encode(found).decode())
    elif not status:
        said = f"{counted(right, 'record')} {'is' if right == 1 else 'are'} right"
        print(f"{said}: {counted(moves, 'move')}, {counted(draws, 'draw')}.")
        for proof in Proof:
            if proofs[proof]:
                print(f"{proofs[proof]} {proof.value}: {_SAID[proof]}.")
        if keys is not None:
            print(f"{signed} signed by these keys, and not changed since.")
        elif signed:
            print(f"{signed} signed: --url or --key checks by whom.")
    return status


def _keys(file: Path | None, url: str | None) -> Mapping[str, PublicKey]:
    """The public keys of a file and of a service, by id."""
    found: list[PublicKey] = []
    place = str(file)
    try:
        if file is not None:
            found += keys_in(file.read_bytes())
        if url is not None:
            place = url.rstrip("/") + WELL_KNOWN
            found += keys_in(httpx.get(place, timeout=_TIMEOUT).raise_for_status().content)
    except (OSError, ValueError, httpx.HTTPError, httpx.InvalidURL) as error:
        reason, *_ = str(getattr(error, "strerror", None) or error).splitlines() or [repr(error)]
        fail(f"{place}: {reason}", status=2)
    return {one.kid: one for one in found}
