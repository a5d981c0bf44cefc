import { afterAll, beforeAll, describe } from 'vitest';
import { readService } from '../support/services.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/start-server.ts';
import { besideFoundations } from '../support/workshop.ts';

/** A small workshop of tools and makers, beside the modules that the engine itself knows: no domain definition, no plugin. */
export const WORKSHOP: Omit<TestServerOptions, 'store'> = {
  definitionFolders: besideFoundations('tests/fixtures/workshop'),
  plugins: [],
};

/** Runs a suite against the real product, on SQLite always and on MongoDB when it is there. */
export function describeOnEachStore(name: string, suite: (server: () => TestServer) => void, options: Omit<TestServerOptions, 'store'> = WORKSHOP): void {
  const stores = ['sqlite', ...(readService('MONGODB_URL', `${name} on MongoDB`) === undefined ? [] : ['mongodb'])] as const;
  for (const store of stores as readonly ('sqlite' | 'mongodb')[]) {
    describe(`${name} on ${store}`, () => {
      let server: TestServer | undefined;
      beforeAll(async () => {
        server = await startServer({ ...options, store });
      });
      afterAll(async () => {
        await server?.stop();
      });
      suite(() => {
        if (server === undefined) throw new Error('The server did not start');
        return server;
      });
    });
  }
}
