import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModuleSummary, SessionUser } from '#engine/model/wire';
import { ApiError, createApiError } from './api-error.ts';
import { callApi, callApiWithResponse } from './call-api.ts';
import { getFileName } from './file-api.ts';
import { baseRoute, homeRoute, moduleRoute, recordRoute, registerUserAreas, signInRoute } from './routes.ts';
import { createSavedView } from './saved-view-api.ts';
import { saveRedirect, takeRedirect } from './saved-redirect.ts';
import { onSessionExpired } from './session-events.ts';
import { endSession, updateSession } from './session-store.ts';
import { isTokenExpired, readToken, storeToken, tokenExpiry } from './token-store.ts';

/** The network is mocked: each test defines the responses of the server. */
type Script = (path: string, init: RequestInit) => Response | Promise<Response>;

let calls: { path: string; init: RequestInit }[] = [];

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

function serve(script: Script): void {
  calls = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init });
    return script(path, init);
  });
}

function makeToken(secondsLeft: number, mark = 'a'): string {
  return `e30.${btoa(JSON.stringify({ sub: 'u1', exp: Math.floor(Date.now() / 1000) + secondsLeft, mark }))}.x`;
}

function tokenOf(call: { init: RequestInit } | undefined): string | null {
  return new Headers(call?.init.headers).get('authorization');
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('an API request', () => {
  it('sends the token, JSON and the idempotency key, and reads the batch', async () => {
    storeToken(makeToken(900));
    serve(() => respond(201, { _id: '1' }, { 'x-batch-id': 'b1' }));
    const result = await callApiWithResponse<{ _id: string }>('POST', '/api/books', {
      body: { a: 1 },
      idempotencyKey: 'k',
      query: { duplicates: 'allow', none: undefined },
    });
    expect(result).toEqual({ data: { _id: '1' }, status: 201, batchId: 'b1' });
    expect(calls[0]?.path).toBe('/api/books?duplicates=allow');
    expect(tokenOf(calls[0])).toBe(`Bearer ${readToken()}`);
    expect(new Headers(calls[0]?.init.headers).get('idempotency-key')).toBe('k');
  });

  it('throws the error of the server with its data', async () => {
    storeToken(makeToken(900));
    const body = { error: 'Duplicates were found.', code: 'duplicate_detected', details: [], matches: [{ _id: 'x' }] };
    serve(() => respond(409, body, { 'retry-after': '3' }));
    const error = await callApi('POST', '/api/books', { body: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'duplicate_detected', message: 'Duplicates were found.', body, retryAfter: 3 });
  });

  it('that creates a view has the same key again after a lost response, and another key for another view', async () => {
    storeToken(makeToken(900));
    let isLost = true;
    serve(() => (isLost ? Promise.reject(new TypeError('failed')) : respond(201, { _id: 'v' })));
    const make = (name: string) => createSavedView('books', { name, filter: {} });
    await expect(make('One')).rejects.toMatchObject({ status: 0 });
    isLost = false;
    for (const name of ['One', 'One', 'Two']) await make(name);
    const keys = calls.map((call) => new Headers(call.init.headers).get('idempotency-key'));
    expect([keys[0] === keys[1], new Set(keys).size, keys.every((key) => key !== null && key.length >= 16)]).toEqual([true, 3, true]);
  });

  it('requests the names of one page in one batch, each name once', async () => {
    storeToken(makeToken(900));
    serve(() => respond(200, { names: { '/api/files/a/x_1.pdf': 'x y.pdf' } }));
    expect(await Promise.all(['/api/files/a/x_1.pdf', '/api/files/b/z_1.pdf', '/api/files/a/x_1.pdf'].map(getFileName))).toEqual([
      'x y.pdf',
      null,
      'x y.pdf',
    ]);
    expect(calls.map(({ init }) => JSON.parse(init.body as string) as unknown)).toEqual([
      { paths: ['/api/files/a/x_1.pdf', '/api/files/b/z_1.pdf'] },
    ]);
    await getFileName('/api/files/c/w_1.pdf');
    expect(calls).toHaveLength(2);
  });

  it('distinguishes an unreachable server from an error response', async () => {
    storeToken(makeToken(900));
    serve(() => Promise.reject(new TypeError('failed')));
    await expect(callApi('GET', '/api/shell')).rejects.toMatchObject({ status: 0, code: 'network_unreachable' });
  });

  it('stays aborted when it is aborted', async () => {
    storeToken(makeToken(900));
    const controller = new AbortController();
    serve(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    controller.abort();
    await expect(callApi('GET', '/api/shell', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws an error for a body in another format', () => {
    expect(createApiError(502, 'Bad Gateway', '<html>')).toMatchObject({ status: 502, code: 'http_502', message: 'Bad Gateway' });
    expect(createApiError(400, '', { error: 'No.' })).toMatchObject({ code: 'http_400', details: [] });
  });
});

describe('the token renewal', () => {
  it('runs once for many requests that were refused at the same time', async () => {
    const stale = makeToken(900, 'stale');
    const fresh = makeToken(900, 'fresh');
    storeToken(stale);
    let refused = 0;
    let renew: (response: Response) => void = () => undefined;
    const renewed = new Promise<Response>((resolve) => {
      renew = resolve;
    });
    serve((path, init) => {
      if (path === '/api/auth/refresh') return renewed;
      if (new Headers(init.headers).get('authorization') === `Bearer ${fresh}`) return respond(200, { path });
      refused += 1;
      // The new token is sent after all three requests were refused.
      if (refused === 3) renew(respond(200, { token: fresh }));
      return respond(401, { error: 'Your session has expired', code: 'session_expired', details: [] });
    });
    const bodies = await Promise.all(['/api/a', '/api/b', '/api/c'].map((path) => callApi('GET', path)));
    expect(bodies).toEqual([{ path: '/api/a' }, { path: '/api/b' }, { path: '/api/c' }]);
    expect(calls.filter((call) => call.path === '/api/auth/refresh')).toHaveLength(1);
    expect(readToken()).toBe(fresh);
  });

  it('runs before the request if the token is about to expire', async () => {
    storeToken(makeToken(-10));
    serve((path) => (path === '/api/auth/refresh' ? respond(200, { token: makeToken(900, 'fresh') }) : respond(200, {})));
    await callApi('GET', '/api/shell');
    expect(calls.map((call) => call.path)).toEqual(['/api/auth/refresh', '/api/shell']);
  });

  it('notifies that the session has expired if the renewal is refused', async () => {
    storeToken(makeToken(900));
    serve(() => respond(401, { error: 'Your session has expired', code: 'session_expired', details: [] }));
    const listener = vi.fn();
    const stop = onSessionExpired(listener);
    await expect(callApi('GET', '/api/shell')).rejects.toMatchObject({ status: 401 });
    stop();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('does not treat a failed sign-in as an expired session', async () => {
    storeToken(makeToken(900));
    serve(() => respond(401, { error: 'No.', code: 'x', details: [] }));
    const listener = vi.fn();
    const stop = onSessionExpired(listener);
    await expect(callApi('POST', '/api/users/login', { body: {}, anonymous: true })).rejects.toMatchObject({ status: 401 });
    stop();
    expect(listener).not.toHaveBeenCalled();
    expect(calls).toHaveLength(1);
    expect(tokenOf(calls[0])).toBeNull();
  });
});

describe('the token', () => {
  it('is expired if it is missing, unreadable or past its end', () => {
    expect([isTokenExpired(null), isTokenExpired('nonsense'), isTokenExpired(makeToken(-1)), isTokenExpired(makeToken(60))]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(tokenExpiry('a.b.c')).toBe(0);
  });

  it('is stored under jwt_token', () => {
    storeToken('t');
    expect(localStorage.getItem('jwt_token')).toBe('t');
    storeToken(null);
    expect(readToken()).toBeNull();
  });
});

describe('routes', () => {
  const user = (userType: 'Standard' | 'Viewer' | 'Partner' | 'System Admin') => ({ userType });

  const modules = [
    { name: 'books', route: '/books' },
    { name: 'covers', route: '/books/covers' },
    { name: 'mileageClaims', route: '/module/mileageClaims' },
  ] as unknown as readonly ModuleSummary[];

  beforeEach(() => {
    registerUserAreas([
      { path: '/portal', userTypes: ['Partner'], home: '/portal/dashboard', hasRecords: true },
      { path: '/viewer', userTypes: ['Viewer'] },
    ]);
  });
  afterEach(() => registerUserAreas([]));

  it('of modules come with the shell, in the area of the user type', () => {
    updateSession({ user: user('Standard') as SessionUser, teams: [], roles: [], settings: {}, modules, plugins: [] });
    expect(moduleRoute('books')).toBe('/app/books');
    expect(moduleRoute('mileageClaims')).toBe('/app/module/mileageClaims');
    expect(moduleRoute('covers')).toBe('/app/books/covers');
    expect(recordRoute('books', 'a/b', user('Partner'))).toBe('/portal/books/a%2Fb');
    expect(recordRoute('books', '1', user('Viewer'))).toBe('/app/books/1');
  });

  it('of modules are those that redirect while the shell is not loaded', () => {
    updateSession({ user: user('Standard') as SessionUser, teams: [], roles: [], settings: {}, modules, plugins: [] });
    endSession();
    expect(moduleRoute('books')).toBe('/app/module/books');
    expect(recordRoute('books', '1', user('Partner'))).toBe('/portal/module/books/1');
  });

  it('include the first page of each user type', () => {
    const first_pages = { Partner: '/portal/papers', Standard: '//evil.example', Viewer: 1 };
    const types = ['Standard', 'Viewer', 'Partner', 'System Admin'] as const;
    expect(types.map((type) => signInRoute(user(type), { first_pages }))).toEqual([
      '/app/dashboard',
      '/viewer',
      '/portal/papers',
      '/app/dashboard',
    ]);
    for (const settings of [undefined, {}, { first_pages: null }, { first_pages: 'x' }])
      expect(signInRoute(user('Partner'), settings)).toBe('/portal/dashboard');
    expect(homeRoute(user('Partner'))).toBe('/portal/dashboard');
  });

  it('are below /app for all user types without an area of their own', () => {
    registerUserAreas([]);
    for (const type of ['Partner', 'Viewer', 'Standard'] as const)
      expect([homeRoute(user(type)), baseRoute(user(type)), recordRoute('x', '1', user(type))]).toEqual([
        '/app/dashboard',
        '/app',
        '/app/module/x/1',
      ]);
    expect(baseRoute(user('System Admin'))).toBe('/admin');
  });
});

describe('the saved redirect', () => {
  beforeEach(() => sessionStorage.clear());

  it('can be taken once', () => {
    saveRedirect('/app/books?view=mine');
    expect([takeRedirect(), takeRedirect()]).toEqual(['/app/books?view=mine', undefined]);
  });

  it.each(['/', '/login', '/logout', '//evil.example', '/\\evil.example', 'https://evil.example'])('is never %s', (path) => {
    saveRedirect(path);
    expect(takeRedirect()).toBeUndefined();
  });
});
