import assert from 'node:assert/strict';

type Headers = { readonly [name: string]: string };

/** A response of the API, whatever its status. */
export interface ApiResponse<Body = unknown> {
  readonly status: number;
  /** Parsed JSON; a text if it is none; undefined if it is empty. */
  readonly body: Body;
  readonly headers: globalThis.Headers;
}

/** Sends requests to a running server with the token of a session. Bodies are sent as JSON. */
export interface ApiClient<Body = unknown> {
  readonly url: string;
  readonly token: string | undefined;
  get(path: string, headers?: Headers): Promise<ApiResponse<Body>>;
  post(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse<Body>>;
  put(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse<Body>>;
  delete(path: string, headers?: Headers): Promise<ApiResponse<Body>>;
  /** Sends a body unchanged. */
  raw(method: string, path: string, body: string | Uint8Array<ArrayBuffer> | undefined, headers?: Headers): Promise<ApiResponse<Body>>;
}

/** Creates a client that returns the responses, whatever their status. `Body` is the type of their bodies. */
export function createApiClient<Body = unknown>(url: string, token: string | undefined): ApiClient<Body> {
  const raw: ApiClient<Body>['raw'] = async (method, path, body, headers = {}) => {
    const session: { [name: string]: string } = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...session, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: readBody(text) as Body };
  };
  const send = (method: string) => (path: string, body?: unknown, headers?: Headers) =>
    raw(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
  return {
    url,
    token,
    raw,
    get: (path, headers) => raw('GET', path, undefined, headers),
    post: send('POST'),
    put: send('PUT'),
    delete: (path, headers) => raw('DELETE', path, undefined, headers),
  };
}

/** Opens a session and returns its access token, which is valid for 15 minutes. @throws AssertionError for any other response */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await createApiClient<{ readonly token?: string }>(url, undefined).post('/api/users/login', { email, password });
  assert.ok(status === 200 && body.token !== undefined, `The sign-in of ${email} returned ${status}: ${JSON.stringify(body)}`);
  return body.token;
}

function readBody(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
