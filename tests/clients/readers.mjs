// Follows a game by REST with a reader of server-sent events from npm, until the game ends.
//
// Takes {reader, url, end} as JSON: the url of the events, and the sentence of the last one. Prints {read} as JSON: the id and
// the data of each event that the reader delivered.

import { fetchEventSource } from "@microsoft/fetch-event-source";
import { EventSource } from "eventsource";
import { createEventSource } from "eventsource-client";
import { readFileSync } from "node:fs";

const { reader, url, end } = JSON.parse(readFileSync(0, "utf8"));
const PAUSE = 50;
const read = [];

/** Takes an event; returns true if it is the last one. */
function take(id, data) {
  read.push([id, data]);
  return data !== "" && JSON.parse(data).sentence === end;
}

const readers = {
  // By the standard, it gives up after any answer other than 200: then open another one after the last event.
  eventsource: () =>
    new Promise((done) => {
      function open(after) {
        const source = new EventSource(`${url}?after=${after}`);
        source.onmessage = ({ lastEventId, data }) => {
          after = lastEventId;
          if (take(lastEventId, data)) done(source.close());
        };
        source.onerror = () => {
          if (source.readyState === EventSource.CLOSED && !read.some(([, data]) => data.includes(end)))
            setTimeout(open, PAUSE, after);
        };
      }
      open(0);
    }),

  // It comes again after all answers and breaks, with the id of the last event.
  "eventsource-client": async () => {
    const source = createEventSource({ url });
    for await (const { id, data } of source) if (take(id, data)) break;
    source.close();
  },

  // It comes again after breaks and for what `onopen` throws; after an orderly end only if `onclose` throws.
  "@microsoft/fetch-event-source": () =>
    fetchEventSource(url, {
      async onopen(answer) {
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
      },
      onmessage: ({ id, data }) => void take(id, data),
      onclose() {
        if (!read.at(-1)?.[1].includes(end)) throw new Error("the stream has ended");
      },
      onerror: () => PAUSE,
      openWhenHidden: true,
    }),
};

if (reader === "@microsoft/fetch-event-source") {
  // It is made for browsers.
  globalThis.window = globalThis;
  globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
}
setInterval(() => {}, 1000); // a reader that waits to connect again may keep no process alive
await readers[reader]();
console.log(JSON.stringify({ read }));
process.exit(0);
