import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';

/** A record as a call answers it. */
export type CreatedRecord = { readonly _id: string; readonly [name: string]: unknown };

/** Makes and reads records as someone, by paths such as `/api/leads`; what is not made fails the test with its answer. */
export function createRecordHelpers(client: () => ApiClient) {
  return {
    make: async (path: string, fields: object): Promise<CreatedRecord> => {
      const { status, body } = await client().post(path, fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body as CreatedRecord;
    },
    read: async (path: string): Promise<CreatedRecord> => (await client().get(path)).body as CreatedRecord,
  };
}
