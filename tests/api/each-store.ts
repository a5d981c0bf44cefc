import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { isFullRun } from '../support/full-run.ts';
import { readService } from '../support/services.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/start-server.ts';

/** A small test product with tools and makers besides the definitions of the engine: no domain definition, no plugin. */
export const WORKSHOP: Omit<TestServerOptions, 'store'> = {
  definitionFolders: [fileURLToPath(new URL('../fixtures/workshop', import.meta.url))],
  plugins: [],
};

type Suite = (server: () => TestServer) => void;

/** Runs a suite against the real product, always on SQLite, and on MongoDB when it is available. */
export function describeOnEachStore(name: string, suite: Suite, options: Omit<TestServerOptions, 'store'> = WORKSHOP): void {
  describeOn(
    ['sqlite', ...(readService('MONGODB_URL', `${name} on MongoDB`) === undefined ? [] : (['mongodb'] as const))],
    name,
    suite,
    options,
  );
}

/**
 * Runs a suite whose results do not depend on the store, such as of checks and responses: on SQLite, in a full run also on MongoDB. The
 * contract suites check that both stores behave the same.
 */
export function describeRules(name: string, suite: Suite, options: Omit<TestServerOptions, 'store'> = WORKSHOP): void {
  if (isFullRun) describeOnEachStore(name, suite, options);
  else describeOn(['sqlite'], name, suite, options);
}

/** The same for the rules of a plugin in the real product; each plugin has one suite that runs on both with {@link describeOnEachStore}. */
export function describePluginRules(name: string, suite: Suite, options: Omit<TestServerOptions, 'store'> = {}): void {
  describeRules(name, suite, options);
}

function describeOn(
  stores: readonly TestServerOptions['store'][],
  name: string,
  suite: Suite,
  options: Omit<TestServerOptions, 'store'>,
): void {
  for (const store of stores) {
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
