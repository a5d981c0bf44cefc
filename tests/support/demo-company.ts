import { runSeed } from '../../engine/application/index.ts';
import { afterAll, beforeAll } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { startServer, type TestServer } from './start-server.ts';

/** Starts a server with the demo data of a day (`YYYY-MM-DD`) for the tests of a block; returns its admin. */
export function useDemoCompany(day: string, size: number): () => ApiClient {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite', clock: { now: () => Date.parse(`${day}T15:00:00Z`) } });
    await runSeed(server.application, { size });
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('The demo company is not there before the tests.');
    return server.admin;
  };
}
