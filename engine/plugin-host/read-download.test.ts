import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { LogPort } from '../ports/index.ts';
import { readDownload } from './read-download.ts';

const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const owner = {
  plugin: 'paint',
  handler: 'GET /api/paint/list',
  log,
  deadline: 20,
  route: { method: 'GET' as const, downloads: ['text/csv'] },
};

function guard(body: Readable): AsyncIterator<unknown> {
  const download = readDownload({ contentType: 'text/csv', filename: 'x.csv', body }, owner);
  return (download.body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
}

/** A stream that has one part, and then neither ends nor fails. */
function hang(): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push('first\n');
  return stream;
}

it('a download whose stream hangs is destroyed after the deadline', async () => {
  const stream = hang();
  const closed = once(stream, 'close');
  const parts = guard(stream);
  expect(String((await parts.next()).value)).toBe('first\n');
  await expect(parts.next()).rejects.toMatchObject({ code: 'plugin_timeout' });
  await closed;
  expect(stream.destroyed).toBe(true);
});

it('a download whose client leaves is destroyed', async () => {
  const stream = hang();
  const closed = once(stream, 'close');
  const parts = guard(stream);
  await parts.next();
  await parts.return?.();
  await closed;
  expect(stream.destroyed).toBe(true);
});
