#!/bin/sh
# `Webhook.sign` of standardwebhooks signs the hour on the clock, not the moment: it replaces the zone of the time that it is given by
# UTC. The same moment in two zones gives two signatures, and the one from a zone that is not UTC fails against the header that
# carries the moment's true timestamp.
#
# Seen with standardwebhooks 1.1.0 on Python 3.11:
#   the same moment in UTC and in UTC+2: equal True, signed alike False
#   verified with the true timestamp: UTC True, UTC+2 False
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv home
home/bin/pip install --quiet --disable-pip-version-check standardwebhooks==1.1.0
cat > run.py <<'PY'
from datetime import datetime, timedelta, timezone

from standardwebhooks import Webhook, WebhookVerificationError

hook, body = Webhook("whsec_" + "A" * 32), "{}"
utc = datetime.now(timezone.utc)
east = utc.astimezone(timezone(timedelta(hours=2)))


def verified(at):
    headers = {"webhook-id": "1", "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": hook.sign("1", at, body)}
    try:
        hook.verify(body, headers)
    except WebhookVerificationError:
        return False
    return True


alike = hook.sign("1", utc, body) == hook.sign("1", east, body)
print(f"the same moment in UTC and in UTC+2: equal {utc == east}, signed alike {alike}")
print(f"verified with the true timestamp: UTC {verified(utc)}, UTC+2 {verified(east)}")
raise SystemExit(0 if (alike, verified(utc), verified(east)) == (False, True, False) else 1)
PY
home/bin/python run.py
