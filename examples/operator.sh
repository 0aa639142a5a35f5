#!/usr/bin/env bash
# Runs two instances on one store, kills one in the middle of a game, and changes the signing key. See docs/tutorials/operator.md.
set -euo pipefail
STORE=6390 FIRST=8001 SECOND=8002
mkdir operated

redis-server --bind 127.0.0.1 --port $STORE --dir "$PWD/operated" \
  --appendonly yes --appendfsync always --maxmemory-policy noeviction > operated/store.log &
store=$!

export TAPHOUSE_REDIS_URL=redis://127.0.0.1:$STORE
export TAPHOUSE_SIGNING_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(32))')
TAPHOUSE_PORT=$FIRST .venv/bin/taphouse serve > operated/first.log 2>&1 &
first=$!
TAPHOUSE_PORT=$SECOND .venv/bin/taphouse serve > operated/second.log 2>&1 &
second=$!

ready() {
  curl -sS --fail --retry 60 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$1/readyz" 2> operated/waiting.log
  echo
}
ready $FIRST
ready $SECOND

.venv/bin/python -u examples/player.py http://127.0.0.1:$FIRST > operated/game.log &
player=$!
until grep -q Draft operated/game.log; do sleep 0.1; done
kill -KILL $first

NEW=$(python3 -c 'import secrets; print(secrets.token_urlsafe(32))')
export TAPHOUSE_SIGNING_KEY=$NEW,$TAPHOUSE_SIGNING_KEY
TAPHOUSE_PORT=$FIRST .venv/bin/taphouse serve > operated/first.log 2>&1 &
first=$!
wait $player
tail -n 2 operated/game.log

game=$(sed -n 's|.*/#/table/||p' operated/game.log)
curl -sS "http://127.0.0.1:$SECOND/v1/games/$game/record" > operated/game.txt
.venv/bin/taphouse record verify operated/game.txt

kill $first $second
wait $first $second || true
kill $store
wait $store
