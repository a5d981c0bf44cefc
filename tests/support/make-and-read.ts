import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';

/** A record as a call answers it. */
export type Made = { readonly _id: string; readonly [name: string]: unknown };

/** Makes and reads records as someone, by paths such as `/api/leads`; what is not made fails the test with its answer. */
export function createMakeAndRead(client: () => ApiClient) {
  return {
    make: async (path: string, fields: object): Promise<Made> => {
      const { status, body } = await client().post(path, fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body as Made;
    },
    read: async (path: string): Promise<Made> => (await client().get(path)).body as Made,
  };
}
