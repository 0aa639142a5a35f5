"""The proof of a record: by its commitment, and by the signature of the service that issued it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from taphouse.engine.records.proof import Proof, proof_of
from taphouse.engine.records.record import Record, RecordError, Signature
from taphouse.engine.records.text import parse, write, write_json
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.service.games.records.signing import WELL_KNOWN, RecordKeys, check_signature, keys_in
from tests.api.conftest import http
from tests.api.server import Server
from tests.records.test_api import text_of
from tests.records.test_command import run
from tests.records.test_replay import kept, verified
from tests.rest.client import Document, Rest, create

NEW, OLD = "n" * 32, "o" * 32
RECORD = kept("dank-and-draft")[0]
TABLE = replace(RECORD, seed=None, salt=None, commitment=None)


def with_draws(record: Record) -> Record:
    return replace(record, draws=verified(RECORD).draws)


GRADES: dict[str, tuple[Callable[[], Record], Proof]] = {
    "whole": (lambda: RECORD, Proof.PROVEN),
    "seeded": (lambda: replace(RECORD, seeded=True), Proof.CHOSEN),
    "stripped": (lambda: with_draws(TABLE), Proof.UNPROVEN),
    "stripped and seeded": (lambda: with_draws(replace(TABLE, seeded=True)), Proof.UNPROVEN),
    "without commitment": (lambda: replace(RECORD, commitment=None, salt=None), Proof.UNPROVEN),
    "fallen draws": (
        lambda: replace(RECORD, draws=tuple([replace(draw, fell=True) for draw in verified(RECORD).draws])),
        Proof.UNPROVEN,
    ),
}


@pytest.mark.parametrize("name", GRADES)
def test_a_right_record_is_graded(name: str) -> None:
    make, proof = GRADES[name]
    record = make()
    verified(record)
    assert proof_of(record) is proof
    out, _ = run("verify", "-", given=write(record))
    assert [line for line in out.splitlines() if line.startswith("1 ")][1].startswith(f"1 {proof.value}: ")
    told = json.loads(run("verify", "--json", "-", given=write(record))[0])
    assert (told["good"], told["right"], told["signed"]) == (True, 1, None)
    assert [told[name] for name in ("proven", "chosenSeed", "unprovenDraws")] == [int(proof is one) for one in Proof]
    refused = proof is not Proof.PROVEN
    _, err = run("verify", "--require-proof", "-", given=write(record), status=int(refused))
    assert ("The draws are not proven" in err) == refused


def signed_by(keys: RecordKeys) -> Record:
    return asyncio.run(keys.signed(RECORD, RequestScheduler()))


def test_signatures_and_the_place_of_their_keys_stay_as_they_were_released() -> None:
    assert WELL_KNOWN == "/.well-known/taphouse-record-keys"
    assert signed_by(RecordKeys([NEW])).signature == Signature(
        "Wdiv-5feMLojatSKpC8gcB9jDIPaMD--P1TteX2aSVM",
        "YaTQC4gAKfijPysXbGkSxHqouneedA3lv7PKj8vtctNaVDP7_J0Y4pmjJ99Zd6oPsz7m76Di6HZzY8nuwi49Dg",
    )


def test_a_signature_covers_every_byte() -> None:
    keys = RecordKeys([NEW])
    known = {key.kid: key for key in keys_in(keys.published)}
    signed = signed_by(keys)
    for text in (write(signed), write_json(signed), write(signed).replace("\n", "\r\n")):
        check_signature(parse(text).record, known)
    for old, new in (("Anna", "Anne"), (":00Z", ":01Z"), ("\n1. ", "\n[Joined 1]\n1. ")):
        changed = parse(write(signed).replace(old, new, 1)).record
        assert changed != signed
        with pytest.raises(RecordError, match="changed after it was signed"):
            check_signature(changed, known)
    for other, why in ((RECORD, "not signed"), (signed_by(RecordKeys([OLD])), "another key")):
        with pytest.raises(RecordError, match=why):
            check_signature(other, known)


def test_old_keys_stay_published() -> None:
    old, both = RecordKeys([OLD]), RecordKeys([NEW, OLD])
    signed = signed_by(old)
    removed = RecordKeys([NEW], keys_in(old.published))
    for keys in (both, removed):
        check_signature(signed, {key.kid: key for key in keys_in(keys.published)})
        assert signed_by(keys) == signed_by(RecordKeys([NEW]))
    assert both.published == removed.published
    for wrong in (b"{}", b'{"keys":[]}', b'{"keys":[{"kty":"RSA"}]}', b'{"keys":[{"kty":"OKP","crv":"Ed25519"}]}'):
        with pytest.raises(ValueError, match=r".+"):
            keys_in(wrong)


def test_the_service_signs_what_it_issues(tmp_path: Path) -> None:
    with Server(store=MemoryStore()) as server, http(server) as client:
        anyone = Rest(client, Document(client.get("/openapi.json").json()))
        table = create(anyone, "DANK_AND_DRAFT", 2, {"turnCap": 4}, seed="signed")
        for _ in table.steps(seed=1):
            pass
        text = text_of(table)
        published = client.get(WELL_KNOWN)
        assert published.headers["content-type"] == "application/json"
        (key,) = keys_in(published.content)
        check_signature(parse(text).record, {key.kid: key})
        file = tmp_path / "keys.json"
        file.write_bytes(published.content)
        url = ["--url", str(client.base_url)]
        for source in (["--key", str(file)], url):
            assert "1 signed by these keys" in run("verify", *source, "-", given=text)[0]
        assert "1 signed: --url or --key" in run("verify", "-", given=text)[0]
        assert "changed after" in run("verify", *url, "-", given=text.replace("[Seeded true]\n", ""), status=1)[1]
        assert "not signed" in run("verify", *url, "-", given=re.sub(r"\[Signature .*\n", "", text), status=1)[1]
        assert (
            "not signed"
            in run("verify", *url, "-", given=run("convert", "--no-draws", "-", given=text)[0], status=1)[1]
        )
        assert "1 signed by" in run("verify", *url, "-", given=run("convert", "-", given=text)[0])[0]
        assert run("verify", "--url", f"{client.base_url}/none", "-", given=text, status=2)[1].count("\n") == 1
    assert run("verify", "--key", str(tmp_path), "-", given=text, status=2)[1].count("\n") == 1
