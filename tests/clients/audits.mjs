// Holds a service against the audits of graphql-http. Takes {url}; prints as JSON what each found, {id, name, status, reason}.

import { serverAudits } from "graphql-http";
import { readFileSync } from "node:fs";

const { url } = JSON.parse(readFileSync(0, "utf8"));
const found = await Promise.all(serverAudits({ url }).map((audit) => audit.fn()));
console.log(JSON.stringify(found.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
