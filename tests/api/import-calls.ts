import { expect, inject } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { must } from '../support/record-helpers.ts';
import type { TestServer } from '../support/start-server.ts';
import { upload } from '../support/upload.ts';

export const IMPORT_TIMEOUT = 60_000 * inject('timeoutFactor');

type Body = TestResponse['body'];
type Content = string | Uint8Array<ArrayBuffer>;

/** The calls of the endpoints of imports, by the admin unless another client is given. */
export function createImportCalls(server: () => TestServer) {
  const admin = (): ApiClient => server().admin;
  const send = (content: Content, client = admin(), name = 'tools.csv', module = 'tools') =>
    upload(client, { name, content, to: '/api/imports', fields: { module } });
  const step = (id: string, name: string, body: object = {}, client = admin()) => client.post(`/api/imports/${id}/${name}`, body);
  /** The import as soon as nothing works on it. */
  const ended = async (id: string, client = admin()): Promise<Body> => {
    let view: Body;
    await waitUntil(
      async () => {
        view = (await client.get(`/api/imports/${id}`)).body;
        return !['checking', 'running'].includes(view.state);
      },
      { timeout: IMPORT_TIMEOUT, what: 'The end of the import' },
    );
    return view;
  };
  /** The import of a program, as its response. */
  const program = async (
    content: string | Uint8Array<ArrayBuffer>,
    query = '',
    client = admin(),
    type = 'text/csv',
    headers: { [name: string]: string } = {},
  ) => {
    const response = await fetch(`${client.url}/api/tools/import${query}`, {
      method: 'POST',
      body: content,
      headers: { 'content-type': type, authorization: `Bearer ${client.token}`, ...headers },
    });
    const body: Body = await response.json();
    return { status: response.status, body };
  };
  return {
    admin,
    send,
    step,
    ended,
    program,
    open: async (content: Content, client = admin(), name = 'tools.csv'): Promise<Body> => must(send(content, client, name), 201),
    put: (id: string, body: object, client = admin()) => client.put(`/api/imports/${id}`, body),
    rowsOf: async (id: string, query = '', client = admin()): Promise<Body> => must(client.get(`/api/imports/${id}/rows${query}`)),
    fieldsOf: (view: Body): readonly unknown[] => view.columns.map(({ field }: { readonly field: unknown }) => field),
    start: async (id: string, body: object = {}, client = admin()): Promise<Body> => {
      await must(step(id, 'start', body, client), 202);
      return ended(id, client);
    },
    run: async (content: string | Uint8Array<ArrayBuffer>, query = '', client = admin(), type = 'text/csv'): Promise<Body> => {
      const { status, body } = await program(content, query, client, type);
      expect(status, JSON.stringify(body)).toBe(202);
      return ended(body._id, client);
    },
    totalOf: async (name: string): Promise<number> =>
      (await must(admin().post('/api/tools/search', { searchTerms: { name: { startsWith: name } }, pageSize: 1 }))).total as number,
  };
}
