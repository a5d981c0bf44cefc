import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of approvals (OAuth 2 with PKCE) of a test. */
export interface OauthServer {
  readonly url: string;
  /** The access tokens that it gave, the latest last. */
  readonly tokens: string[];
  /** Seconds for which tokens are good. */
  life: number;
  /** What a user does on the page: approves, and gets the code. */
  approve(page: string): string;
  stop(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly redirect: string;
}

/** Starts a provider on a free port. */
export async function startOauthServer(): Promise<OauthServer> {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Set<string>();
  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      const isValid = form.get('client_id') === 'muster' && form.get('client_secret') === 'hush' && isGranted(form);
      if (!isValid) return response.writeHead(400).end('{"error":"invalid_grant"}');
      const [access, refresh] = [randomUUID(), randomUUID()];
      oauth.tokens.push(access);
      refreshTokens.add(refresh);
      const first = form.get('grant_type') === 'authorization_code' ? { refresh_token: refresh } : {};
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: access, expires_in: oauth.life, token_type: 'Bearer', ...first }));
    });
  });
  const isGranted = (form: URLSearchParams): boolean => {
    if (form.get('grant_type') === 'refresh_token') return refreshTokens.has(form.get('refresh_token') ?? '');
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return grant?.challenge === challenge && grant.redirect === form.get('redirect_uri');
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const oauth: OauthServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: [],
    life: 3_600,
    approve(page) {
      const { searchParams } = new URL(page);
      if (searchParams.get('code_challenge_method') !== 'S256') throw new Error('The page has no challenge');
      const code = randomUUID();
      codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirect: searchParams.get('redirect_uri') ?? '' });
      return code;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return oauth;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
