import { afterAll, beforeAll, describe } from 'vitest';
import { readService } from '../support/services.ts';
import { createSessionsEnvironment, type SessionsEnvironment } from './sessions-environment.ts';

/** Runs a suite against the running product with an adjustable clock: on SQLite always, and on MongoDB when it is available. */
export function describeSessionsOnEachStore(name: string, suite: (world: () => SessionsEnvironment) => void): void {
  const stores: readonly ('sqlite' | 'mongodb')[] =
    readService('MONGODB_URL', `${name} on MongoDB`) === undefined ? ['sqlite'] : ['sqlite', 'mongodb'];
  for (const store of stores) {
    describe(`${name} on ${store}`, () => {
      let world: SessionsEnvironment | undefined;
      beforeAll(async () => {
        world = await createSessionsEnvironment(store);
      });
      afterAll(async () => {
        await world?.stop();
      });
      suite(() => {
        if (world === undefined) throw new Error('The server did not start');
        return world;
      });
    });
  }
}
