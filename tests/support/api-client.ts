/** A response of the API. */
export interface TestResponse {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses of every type
  readonly body: any;
  readonly headers: Headers;
}

export interface ApiClient {
  readonly url: string;
  readonly token: string | undefined;
  get(path: string, headers?: { readonly [name: string]: string }): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: { readonly [name: string]: string }): Promise<TestResponse>;
  put(path: string, body?: unknown, headers?: { readonly [name: string]: string }): Promise<TestResponse>;
  delete(path: string, headers?: { readonly [name: string]: string }): Promise<TestResponse>;
  /** Sends a body unchanged. */
  raw(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers?: { readonly [name: string]: string },
  ): Promise<TestResponse>;
}

/** Sends requests to a running server with a token and returns the responses, whatever their status. */
export function createApiClient(url: string, token: string | undefined): ApiClient {
  const raw: ApiClient['raw'] = async (method, path, body, headers = {}) => {
    const session: { [name: string]: string } = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...session, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: readBody(text) };
  };
  const send = (method: string) => (path: string, body?: unknown, headers?: { readonly [name: string]: string }) =>
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

function readBody(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
