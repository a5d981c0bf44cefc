import { afterEach, expect, it, vi } from 'vitest';
import { getFileLink } from './file-api.ts';
import { retrieveFile } from './retrieve-file.ts';

const PATH = '/api/files/a/x.pdf';

afterEach(() => vi.unstubAllGlobals());

const serve = (script: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => script());
const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

it.each([
  ['the text of the server', () => Response.json({ error: 'You may not read it.', code: 'x' }, { status: 403 }), 'You may not read it.'],
  ['an error without a text', () => Response.json({ code: 'x' }, { status: 500 }), 'Unknown error occurred.'],
  ['an error that is no JSON', () => new Response('<html>', { status: 502 }), 'Failed to parse error response.'],
  [
    'no response',
    () => Promise.reject(new TypeError('failed')),
    'Failed to retrieve document file. The server cannot be reached. Check the connection.',
  ],
])('a file that cannot be read shows %s', async (_, script, text) => {
  serve(script);
  expect(await problemOf(retrieveFile('GET', PATH))).toBe(text);
  expect(await problemOf(getFileLink(PATH))).toBe(text);
});

it('a response that is no file is refused', async () => {
  serve(() => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  expect(await problemOf(retrieveFile('GET', PATH))).toBe('Unexpected response format.');
  expect(await problemOf(getFileLink(PATH))).toBe('Unexpected response format.');
  serve(() => new Response('x', { headers: { 'content-type': 'application/pdf' } }));
  expect((await retrieveFile('GET', PATH)).file.size).toBe(1);
});

it('what fails in the browser has a text too, and what is cancelled stays cancelled', async () => {
  serve(() => {
    const response = Response.json({});
    Object.defineProperty(response, 'headers', { value: undefined });
    return response;
  });
  expect(await problemOf(retrieveFile('GET', PATH))).toBe('Error retrieving document file.');
  const controller = new AbortController();
  controller.abort();
  serve(() => Promise.reject(new DOMException('aborted', 'AbortError')));
  await expect(retrieveFile('GET', PATH, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
});
