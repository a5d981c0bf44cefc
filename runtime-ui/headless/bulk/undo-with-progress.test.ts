import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UndoProgress } from '#engine/model/wire';
import { undoBatchWithProgress } from './undo-with-progress.ts';

const AT: UndoProgress = { state: 'running', total: 4_000, undone: 100, left: 0, reason: null, undoBatchId: null };
type FakeResponse = Response | 'lost' | 'never';

/** Mocks a server that returns the given responses in order; the last one is repeated. */
function serve(undo: FakeResponse, looks: readonly FakeResponse[]): () => number {
  let count = 0;
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const response = init.method === 'POST' ? undo : looks[Math.min(count++, looks.length - 1)];
    if (response === 'never') return new Promise(() => undefined);
    return response instanceof Response ? Promise.resolve(response.clone()) : Promise.reject(new TypeError('Failed to fetch'));
  });
  return () => count;
}

describe('Undo of a large batch', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('reports its progress while the request is running', async () => {
    let respond = (_: Response): void => undefined;
    const reported: number[] = [];
    serve('never', [Response.json(AT), Response.json({ ...AT, undone: 200 })]);
    const fetchBefore = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      init.method === 'POST'
        ? new Promise<Response>((resolve) => {
            respond = resolve;
          })
        : fetchBefore(url, init),
    );
    const outcome = undoBatchWithProgress(
      'b',
      ({ undone }) => {
        reported.push(undone);
        if (reported.length === 2)
          respond(Response.json({ undone: [], left: [{ module: 'books', _id: '1', code: 'version_conflict', error: 'Changed since.' }] }));
      },
      5,
    );
    expect(await outcome).toEqual({ skipped: 1, reason: 'Changed since.' });
    expect(reported.slice(0, 2)).toEqual([100, 200]);
  });

  it('polls the progress if the response is lost, over an unstable connection', async () => {
    serve('lost', [
      Response.json(AT),
      'lost',
      'lost',
      Response.json({ ...AT, state: 'open', undone: 3_998, left: 2, reason: 'Changed since.' }),
    ]);
    expect(await undoBatchWithProgress('b', () => undefined, 5)).toEqual({ skipped: 2, reason: 'Changed since.' });
  });

  it('waits for an undo that another tab started', async () => {
    serve(Response.json({ error: 'It is under way.', code: 'undo_in_progress', details: [] }, { status: 409 }), [
      Response.json(AT),
      Response.json({ ...AT, state: 'done', undone: 4_000 }),
    ]);
    expect(await undoBatchWithProgress('b', () => undefined, 5)).toEqual({ skipped: 0, reason: '' });
  });

  it.each([
    ['never begun', { ...AT, state: 'none' }],
    ['cut off', { ...AT, state: 'stopped' }],
  ])('fails if it is %s, so that it can be requested again', async (_what, progress) => {
    serve('lost', [Response.json(progress)]);
    await expect(undoBatchWithProgress('b', () => undefined, 5)).rejects.toMatchObject({ status: 0 });
  });

  it('gives up if there are no responses, and at once if it is refused', async () => {
    const looks = serve('lost', ['lost']);
    await expect(undoBatchWithProgress('b', () => undefined, 2)).rejects.toMatchObject({ status: 0 });
    expect(looks()).toBe(8);
    serve(Response.json({ error: 'Gone.', code: 'batch_not_found', details: [] }, { status: 404 }), [Response.json(AT)]);
    await expect(undoBatchWithProgress('b', () => undefined, 5)).rejects.toMatchObject({ code: 'batch_not_found' });
  });
});
