// An OpenID Connect provider for the tests of signing in: it listens on a socket that it inherits, and lets everybody in as Ann.
// Arguments: the socket, its issuer, the address of the web table, the audience, and the seconds that tokens are valid.

import { createServer } from "node:http";

import Provider from "oidc-provider";

const [fd, issuer, table, audience, seconds] = process.argv.slice(2);
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "table",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [`${table}/`],
      post_logout_redirect_uris: [`${table}/`],
    },
  ],
  clientBasedCORS: (context, origin) => origin === table,
  claims: { profile: ["name"] },
  conformIdTokenClaims: false,
  findAccount: (context, id) => ({ accountId: id, claims: () => ({ sub: id, name: "Ann of Ale" }) }),
  extraTokenClaims: () => ({ name: "Ann of Ale" }),
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    rpInitiatedLogout: {
      logoutSource(context, form) {
        const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
        context.body = `<!doctype html><title>Sign out</title><link rel="icon" href="data:,">${form}${button}`;
      },
    },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo(context, resource) {
        if (resource !== audience) throw new Error(`asked for ${resource}`);
        return { scope: "", audience, accessTokenFormat: "jwt", accessTokenTTL: Number(seconds) };
      },
      useGrantedResource: () => true,
    },
  },
  interactions: { url: (context, interaction) => `/let-in/${interaction.uid}` },
  issueRefreshToken: () => true,
  renderError(context, out) {
    console.error(out);
    context.body = JSON.stringify(out);
  },
});
provider.use(async (context, next) => {
  if (!context.path.startsWith("/let-in/")) return next();
  const { params } = await provider.interactionDetails(context.req, context.res);
  const grant = new provider.Grant({ accountId: "ann", clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(context.req, context.res, { login: { accountId: "ann" }, consent });
});
createServer(provider.callback()).listen({ fd: Number(fd) }, () => console.log("ready"));
