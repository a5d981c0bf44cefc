import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SavedRecord } from '../../client/index.ts';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import type { UnconfirmedSave } from '../local-state/local-drafts.ts';
import { saveIdempotently, type UnconfirmedSaveStore } from './save-idempotently.ts';

const module = fixtureModule({ fields: [fixtureField('TextField'), fixtureField('Number')] });

/** Mocks the server's side of an Idempotency-Key: the same key and body return the stored response, another body is refused. */
const server = {
  records: [] as Record<string, unknown>[],
  known: new Map<string, { body: string; response: object }>(),
  requests: 0,
  loses: 'nothing' as 'nothing' | 'request' | 'response',
  refuses: (_body: Record<string, unknown>) => false,
};

function save(method: string, path: string, text: string): Record<string, unknown> {
  const body = JSON.parse(text) as Record<string, unknown>;
  if (method === 'POST') server.records.push({ ...body, _id: `r${server.records.length + 1}`, _version: 1 });
  else
    Object.assign(server.records.find((record) => path.endsWith(String(record['_id']))) ?? {}, body, {
      _version: Number(body['_version']) + 1,
    });
  return { ...(method === 'POST' ? server.records.at(-1) : server.records.find((record) => path.endsWith(String(record['_id'])))) };
}

function respond(path: string, init: RequestInit): Response {
  const key = new Headers(init.headers).get('idempotency-key') ?? '';
  const text = init.body as string;
  if (server.refuses(JSON.parse(text) as Record<string, unknown>))
    return Response.json({ error: 'No.', code: 'validation_failed', details: [] }, { status: 422 });
  const before = server.known.get(key);
  if (before && before.body !== text) return Response.json({ error: 'Used.', code: 'idempotency_conflict', details: [] }, { status: 409 });
  if (!before) server.known.set(key, { body: text, response: save(init.method ?? '', path, text) });
  return Response.json(server.known.get(key)?.response);
}

function makeBox(first?: UnconfirmedSave): UnconfirmedSaveStore {
  let stored = first;
  return {
    read: () => stored,
    write: async (next) => {
      stored = next;
    },
    clear: async () => {
      stored = undefined;
    },
  };
}

beforeEach(() => {
  Object.assign(server, { records: [], known: new Map(), requests: 0, loses: 'nothing', refuses: () => false });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    server.requests += 1;
    if (server.loses === 'request') throw new TypeError('failed');
    const response = respond(path, init);
    if (server.loses === 'response') throw new TypeError('failed');
    return response;
  });
});
afterEach(() => vi.unstubAllGlobals());

const found = vi.fn<(record: SavedRecord) => void>();
const send = (unconfirmedStore: UnconfirmedSaveStore, draft: Record<string, string | number>) =>
  saveIdempotently({ module, state: { base: {}, draft }, duplicates: undefined, unconfirmedStore, onFound: found });

describe('a save whose response is lost', () => {
  it.each(['request', 'response'] as const)('is executed once if its %s was lost and it is sent again', async (loses) => {
    const box = makeBox();
    server.loses = loses;
    await expect(send(box, { a_textfield: 'Ann' })).rejects.toMatchObject({ status: 0 });
    expect(box.read()).toMatchObject({ body: { a_textfield: 'Ann' }, id: undefined });
    server.loses = 'nothing';
    await expect(send(box, { a_textfield: 'Ann' })).resolves.toMatchObject({ data: { _id: 'r1' } });
    expect(server.records).toHaveLength(1);
    expect(box.read()).toBeUndefined();
  });

  it('is executed once if more was typed meanwhile: that is sent as an update', async () => {
    const box = makeBox();
    server.loses = 'response';
    await expect(send(box, { a_textfield: 'Ann' })).rejects.toMatchObject({ status: 0 });
    server.loses = 'nothing';
    await send(box, { a_textfield: 'Ann', a_number: 7 });
    expect(server.records).toEqual([{ _id: 'r1', _version: 2, a_textfield: 'Ann', a_number: 7 }]);
    expect(found).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'r1' }));
  });

  it('is replaced by the current input if the repeated save is refused', async () => {
    const box = makeBox();
    server.loses = 'request';
    await expect(send(box, { a_textfield: 'bad' })).rejects.toMatchObject({ status: 0 });
    server.loses = 'nothing';
    server.refuses = (body) => body['a_textfield'] === 'bad';
    await send(box, { a_textfield: 'good' });
    expect(server.records).toEqual([{ _id: 'r1', _version: 1, a_textfield: 'good' }]);
  });

  it('is not sent again if its body can no longer be restored', async () => {
    const box = makeBox();
    server.loses = 'response';
    await expect(send(box, { a_textfield: 'Ann', a_number: 7 })).rejects.toMatchObject({ status: 0 });
    server.loses = 'nothing';
    // As after a reload, when sensitive fields are not stored.
    const [key] = [...server.known.keys()];
    const reloaded = makeBox({ key: key ?? '', id: undefined, body: { a_textfield: 'Ann' }, duplicates: undefined });
    for (const draft of [{ a_textfield: 'Ann' }, { a_textfield: 'Ann', a_number: 7 }])
      await expect(send(reloaded, draft)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(server.records).toHaveLength(1);
  });

  it.each(['7', 7] as const)('is identified by its body after the redacted fields are typed again (%j)', async (again) => {
    const box = makeBox();
    server.loses = 'response';
    await expect(send(box, { a_textfield: 'Ann', a_number: 7 })).rejects.toMatchObject({ status: 0 });
    server.loses = 'nothing';
    const [key] = [...server.known.keys()];
    const reloaded = makeBox({
      key: key ?? '',
      id: undefined,
      body: { a_textfield: 'Ann' },
      duplicates: undefined,
      redactedFields: ['a_number'],
    });
    const sending = send(reloaded, { a_textfield: 'Ann', a_number: again });
    if (again === 7) await expect(sending).resolves.toMatchObject({ data: { _id: 'r1' } });
    else await expect(sending).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(server.records).toHaveLength(1);
  });

  it('is discarded after it was refused', async () => {
    const box = makeBox();
    server.refuses = () => true;
    await expect(send(box, { a_textfield: 'bad' })).rejects.toMatchObject({ status: 422 });
    expect(box.read()).toBeUndefined();
  });
});
