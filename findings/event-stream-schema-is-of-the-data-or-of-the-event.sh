#!/bin/sh
# The schema of `text/event-stream` in an OpenAPI 3.1 document: `@hey-api/openapi-ts` takes it for the type of an event's data, read
# as JSON; schemathesis takes it for an object with the members `data`, `event` and `id`, in which the data is text. So a document
# that types its events for the one has only violations for the other, though the server sends what it promises.
#
# Seen with @hey-api/openapi-ts 0.95.0 and schemathesis 4.32.5, for `data: {"number": 1}` and a schema that requires `number`:
#   @hey-api/openapi-ts: NewsResponses has 200: News, and sse.get
#   schemathesis: ST108 SSE event violates schema: "number" is a required property
set -eu
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
server=
cd "$folder"
cat > serve.py <<'END'
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NEWS = {"type": "object", "required": ["number"], "properties": {"number": {"type": "integer"}}}
CONTENT = {"text/event-stream": {"schema": {"$ref": "#/components/schemas/News"}}}
GET = {"operationId": "news", "responses": {"200": {"description": "News.", "content": CONTENT}}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "News", "version": "1"},
    "paths": {"/news": {"get": GET}},
    "components": {"schemas": {"News": NEWS}},
}
ANSWERS = {
    "/openapi.json": ("application/json", json.dumps(DOCUMENT)),
    "/news": ("text/event-stream", 'data: {"number": 1}\n\n'),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        media, body = ANSWERS.get(self.path, ("text/plain", ""))
        self.send_response(200 if body else 404)
        self.send_header("content-type", media)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open("document.json", "w") as file:
    json.dump(DOCUMENT, file)
with open("port", "w") as file:
    file.write(f"{server.server_port}\n")
server.serve_forever()
END
python3 -m venv venv
venv/bin/pip install --quiet schemathesis==4.32.5
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @hey-api/openapi-ts@0.95.0 typescript@5.9.3
python3 serve.py &
server=$!
until [ -s port ]; do sleep 0.1; done

npx openapi-ts --input document.json --output out --client @hey-api/client-fetch > /dev/null
grep -q '200: News;' out/types.gen.ts && grep -q 'sse.get<NewsResponses' out/sdk.gen.ts || { echo "@hey-api/openapi-ts has changed"; exit 1; }
echo "@hey-api/openapi-ts: NewsResponses has 200: News, and sse.get"

venv/bin/schemathesis run "http://127.0.0.1:$(cat port)/openapi.json" --checks response_schema_conformance --phases fuzzing \
    --max-examples 1 > report 2>&1 && { echo "schemathesis has changed"; exit 1; }
grep -q 'SSE event violates schema' report && grep -q '"number" is a required property' report || { echo "schemathesis has changed"; exit 1; }
echo 'schemathesis: ST108 SSE event violates schema: "number" is a required property'
