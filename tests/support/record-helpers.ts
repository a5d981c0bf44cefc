import { expect } from 'vitest';
import type { ApiClient, TestResponse } from './api-client.ts';

/** A record as an endpoint returns it. */
export type CreatedRecord = { readonly _id: string; readonly [name: string]: unknown };

/** Creates and reads records with a client, by paths such as `/api/leads`; an error response fails the test. */
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

/** The body of a response, which must have this status. */
export async function must(call: Promise<TestResponse>, status = 200): Promise<TestResponse['body']> {
  const response = await call;
  expect(response.status, JSON.stringify(response.body)).toBe(status);
  return response.body;
}
