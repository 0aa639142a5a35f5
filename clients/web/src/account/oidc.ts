// OpenID Connect by authorization code with PKCE, as a public client. It is loaded only when somebody signs in.

import * as oauth from "oauth4webapi";

import { keptHere } from "../kept.ts";
import { t } from "../words.ts";

/** What the service knows of the identity provider. It writes it into the page. */
export interface Provider {
  readonly issuer: string;
  readonly client: string;
  readonly scopes: string;
  readonly audience: string;
  /** Whether the service rates games. */
  readonly ratings: boolean;
  /** Whether it sends emails. */
  readonly email: boolean;
}

export interface Login {
  /** The token that the service takes. */
  readonly access: string;
  /** When it expires, by this browser's clock. */
  readonly until: number;
  readonly refresh: string | null;
  readonly id: string | null;
  readonly name: string | null;
}

/** What must be known again when the identity provider comes back. */
interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly hash: string;
}

const KEY = "taphouse.signing-in";

const back = () => new URL(location.pathname, location.origin).href;

/** What all requests need. The service lets an issuer have http only on this machine. */
async function known({ issuer, client, audience }: Provider) {
  const url = new URL(issuer);
  const options = { [oauth.allowInsecureRequests]: url.protocol === "http:" };
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  const resource = URL.canParse(audience) ? { resource: audience } : {}; // RFC 8707: an audience that is a URI can be asked for
  return {
    server,
    options: { ...options, additionalParameters: resource },
    resource,
    client: { client_id: client, token_endpoint_auth_method: "none" },
  };
}

export async function begin(provider: Provider): Promise<void> {
  const { server, resource } = await known(provider);
  const begun: Begun = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    hash: location.hash,
  };
  const url = new URL(server.authorization_endpoint ?? "");
  const asked = {
    client_id: provider.client,
    redirect_uri: back(),
    response_type: "code",
    scope: provider.scopes,
    state: begun.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    ...(provider.scopes.split(" ").includes("offline_access") && { prompt: "consent" }),
    ...resource,
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  // At last: what the address says of two clicks is of the same one. Without it, nobody could be signed in on the way back.
  if (!keptHere.setItem(KEY, JSON.stringify(begun))) throw new Error(t("signInUnkept"));
  location.assign(url);
}

/** The login for which the identity provider has come back. The code leaves the address, and the route is as before. */
export async function finish(provider: Provider): Promise<Login> {
  const { state, verifier, hash } = keptHere.read<Partial<Begun>>(KEY) ?? {};
  keptHere.removeItem(KEY);
  const url = new URL(location.href);
  history.replaceState(null, "", back() + (hash ?? ""));
  const { server, client, options } = await known(provider);
  const given = oauth.validateAuthResponse(server, client, url, state ?? oauth.expectNoState);
  const answer = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), given, back(), verifier ?? "", options);
  return loginOf(await oauth.processAuthorizationCodeResponse(server, client, answer), null);
}

/** A login with newer tokens; null if the identity provider has ended it. */
export async function renew(provider: Provider, login: Login): Promise<Login | null> {
  if (!login.refresh) return login.until > Date.now() ? login : null;
  const { server, client, options } = await known(provider);
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), login.refresh, options);
  try {
    return loginOf(await oauth.processRefreshTokenResponse(server, client, answer), login);
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return null;
    throw error;
  }
}

/** Ends a login at the identity provider: its refresh token, and the provider's own session, which it may ask about. */
export async function end(provider: Provider, { refresh, id }: Login): Promise<void> {
  const { server, client, options } = await known(provider);
  if (refresh && server.revocation_endpoint) {
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), refresh, options));
  }
  if (!server.end_session_endpoint) return;
  const url = new URL(server.end_session_endpoint);
  url.searchParams.set("client_id", provider.client);
  url.searchParams.set("post_logout_redirect_uri", back());
  if (id) url.searchParams.set("id_token_hint", id);
  location.assign(url);
}

function loginOf(tokens: oauth.TokenEndpointResponse, before: Login | null): Login {
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  const name = claims?.["name"] ?? claims?.["preferred_username"];
  return {
    access: tokens.access_token,
    until: Date.now() + 1000 * (tokens.expires_in ?? 300),
    refresh: tokens.refresh_token ?? before?.refresh ?? null,
    id: tokens.id_token ?? before?.id ?? null,
    name: typeof name === "string" ? name : (before?.name ?? null),
  };
}
