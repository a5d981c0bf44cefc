import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { DraftStore } from './draft-state.ts';
import { createDraftStore } from './draft-store.ts';

interface Change {
  readonly kind: string;
  readonly id: string;
  readonly definition: JsonObject | null;
}

/** A server with one draft. */
function startServer() {
  const server = { version: 0, changes: new Map<string, Change>(), sent: [] as string[], isDown: false, name: '' };
  const view = () => ({
    _id: 'd1',
    _version: server.version,
    name: server.name,
    state: 'draft',
    author: { _id: 'u1', name: 'Ada' },
    changes: [...server.changes.values()],
    problems: [],
  });
  const respond = (method: string, path: string, body: Record<string, unknown>): Response => {
    if (method === 'GET' && path.startsWith('/api/change-sets?'))
      return Response.json({ data: server.version === 0 ? [] : [view()], total: server.version === 0 ? 0 : 1 });
    if (method === 'GET') return Response.json(view());
    if (method === 'POST') server.name = String(body['name']);
    if (method === 'PUT') {
      if (body['_version'] !== server.version)
        return Response.json({ error: 'Somebody else saved first.', code: 'version_conflict', details: [] }, { status: 409 });
      for (const change of (body['changes'] ?? []) as Change[]) server.changes.set(`${change.kind}/${change.id}`, change);
      for (const { kind, id } of (body['discard'] ?? []) as Change[]) server.changes.delete(`${kind}/${id}`);
    }
    server.version += 1;
    return Response.json(view(), { status: method === 'POST' ? 201 : 200 });
  };
  vi.stubGlobal('fetch', (input: string, { method = 'GET', body = '{}' }: { readonly method?: string; readonly body?: string } = {}) => {
    if (server.isDown) return Promise.reject(new TypeError('offline'));
    server.sent.push(`${method} ${input.split('?')[0] ?? ''}`);
    return Promise.resolve(respond(method, input, JSON.parse(body) as Record<string, unknown>));
  });
  return server;
}

const label = (text: string): JsonObject => ({ id: 'tools', label: text });
const edit = (store: DraftStore, text: string) => store.edit([{ kind: 'module', id: 'tools', definition: label(text) }]);

describe('The open draft', () => {
  let server: ReturnType<typeof startServer>;
  const open = async (): Promise<DraftStore> => {
    const store = createDraftStore('u1', () => "Ada's changes");
    await store.load();
    return store;
  };
  beforeEach(() => {
    server = startServer();
  });
  afterEach(() => {
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('is created with the first edit, and sends only the last definition of each artifact', async () => {
    const store = await open();
    expect(store.useState.getState()).toMatchObject({ isLoading: false, view: undefined });
    edit(store, 'A');
    edit(store, 'B');
    await store.flush();
    expect(server.name).toBe("Ada's changes");
    expect([...server.changes.values()]).toEqual([{ kind: 'module', id: 'tools', definition: label('B') }]);
    expect(server.sent.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    expect(store.useState.getState()).toMatchObject({ saving: 'saved' });
  });

  it('keeps edits over a lost connection and a reload, and sends them afterwards', async () => {
    const store = await open();
    server.isDown = true;
    edit(store, 'A');
    await expect(store.flush()).rejects.toMatchObject({ code: 'network_unreachable' });
    expect(store.useState.getState().saving).toBe('failed');
    server.isDown = false;
    const reloaded = await open();
    expect([...server.changes.values()]).toEqual([{ kind: 'module', id: 'tools', definition: label('A') }]);
    expect(reloaded.useState.getState().edits.size).toBe(0);
  });

  it('takes edits of before a reload that are sent before it was read, and begins no second one', async () => {
    const earlier = await open();
    edit(earlier, 'A');
    await earlier.flush();
    server.isDown = true;
    earlier.edit([{ kind: 'module', id: 'boxes', definition: { id: 'boxes', label: 'B' } }]);
    await earlier.flush().catch(() => undefined);
    server.isDown = false;
    server.sent = [];
    const store = createDraftStore('u1', () => "Ada's changes");
    // A page of the studio that is left at once sends what is stored; the page that follows reads the draft.
    await Promise.all([store.load(), store.flush()]);
    expect(server.sent.filter((request) => request.startsWith('POST'))).toEqual([]);
    expect([...server.changes.keys()]).toEqual(['module/tools', 'module/boxes']);
    expect(store.useState.getState().view?.changes).toHaveLength(2);
    expect(store.useState.getState()).toMatchObject({ isLoading: false, saving: 'saved', error: undefined });
  });

  it('undoes and redoes, also the first change of an artifact', async () => {
    const store = await open();
    edit(store, 'A');
    edit(store, 'B');
    store.undo();
    await store.flush();
    expect(server.changes.get('module/tools')?.definition).toEqual(label('A'));
    store.undo();
    await store.flush();
    expect(server.changes.size).toBe(0);
    store.redo();
    store.redo();
    await store.flush();
    expect(server.changes.get('module/tools')?.definition).toEqual(label('B'));
    expect(store.useState.getState().undone).toEqual([]);
  });

  it('sends its edits on top of those of another admin, and lets the user choose if both changed the same', async () => {
    const store = await open();
    edit(store, 'A');
    await store.flush();
    server.changes.set('role/clerk', { kind: 'role', id: 'clerk', definition: { id: 'clerk' } });
    server.version += 1;
    edit(store, 'B');
    await store.flush();
    expect([...server.changes.keys()]).toEqual(['module/tools', 'role/clerk']);
    server.changes.set('module/tools', { kind: 'module', id: 'tools', definition: label('Theirs') });
    server.version += 1;
    edit(store, 'Mine');
    await expect(store.flush()).rejects.toMatchObject({ code: 'version_conflict' });
    expect(store.useState.getState().saving).toBe('conflict');
    expect(server.changes.get('module/tools')?.definition).toEqual(label('Theirs'));
    await store.settle('mine');
    expect(server.changes.get('module/tools')?.definition).toEqual(label('Mine'));
  });

  it('is removed as a whole, and the next edit begins another', async () => {
    const store = await open();
    edit(store, 'A');
    await store.flush();
    await store.discard();
    expect(server.sent.at(-1)).toBe('DELETE /api/change-sets/d1');
    expect(store.useState.getState()).toMatchObject({ view: undefined, done: [], saving: 'saved' });
  });
});
