import { afterAll, beforeAll, describe } from 'vitest';
import { isFullRun } from '../support/full-run.ts';
import { readService } from '../support/services.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/start-server.ts';
import { withSystemDefinitions } from '../support/system-definitions.ts';

/** A small workshop of tools and makers, beside the modules that the engine itself knows: no domain definition, no plugin. */
export const WORKSHOP: Omit<TestServerOptions, 'store'> = {
  definitionFolders: withSystemDefinitions('tests/fixtures/workshop'),
  plugins: [],
};

type Suite = (server: () => TestServer) => void;

/** Runs a suite against the real product, on SQLite always and on MongoDB when it is there. */
export function describeOnEachStore(name: string, suite: Suite, options: Omit<TestServerOptions, 'store'> = WORKSHOP): void {
  describeOn(['sqlite', ...(readService('MONGODB_URL', `${name} on MongoDB`) === undefined ? [] : ['mongodb'] as const)], name, suite, options);
}

/**
 * Runs rules of a plugin against the real product on SQLite, in a full run on MongoDB too. The contract suites hold both
 * stores to the same behaviour, and each plugin has one suite that runs on both with {@link describeOnEachStore}.
 */
export function describePluginRules(name: string, suite: Suite, options: Omit<TestServerOptions, 'store'> = {}): void {
  if (isFullRun) describeOnEachStore(name, suite, options);
  else describeOn(['sqlite'], name, suite, options);
}

function describeOn(stores: readonly TestServerOptions['store'][], name: string, suite: Suite, options: Omit<TestServerOptions, 'store'>): void {
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
