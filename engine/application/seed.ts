import type { Application } from './compose.ts';
import { MusterError } from '../errors/index.ts';
import { readMeta, writeSeedState } from '../../migrations/index.ts';

/** The password of all demo users; printed with the first admin's, for those who try the product. */
export const DEMO_PASSWORD = 'Muster-demo1!';

/** How far a seed is. */
export type SeedProgress = (module: string, done: number, of: number) => void;

/**
 * Makes the demo company in a store that waits for it. Of several processes one does it; the others are ready when it is
 * done. A seed that was cut off is not begun again: what stands of it stays, and the log says so.
 */
export async function seedOnce(application: Application, onProgress?: SeedProgress): Promise<boolean> {
  const { store, log } = application;
  if (!(await writeSeedState(store, 'pending', 'running'))) return false;
  const startedAt = performance.now();
  await runSeed(application, {}, onProgress);
  await writeSeedState(store, 'running', 'done');
  log.info({ seconds: Math.round((performance.now() - startedAt) / 1000) }, 'the demo data stand');
  return true;
}

/** A seed that an earlier start of this store did not finish. */
export async function adoptInterruptedSeed({ store, log, configuration }: Application): Promise<void> {
  if ((await readMeta(store))?.seed !== 'running') return;
  await writeSeedState(store, 'running', 'done');
  log.warn({ dataFolder: configuration.dataFolder }, 'the first seed was cut off: the demo data are incomplete. Empty the data folder to begin again.');
}

/** Adds demo data through the pipeline, whatever is there already. */
export async function runSeed(application: Application, options: { readonly size?: number }, onProgress?: SeedProgress): Promise<void> {
  const { records, sessions, clock, log } = application;
  const { seedDemo } = await import('../../definitions/seeds/index.ts').catch((cause: unknown) => {
    throw new MusterError('configuration_invalid', { values: { reason: 'the demo data cannot be made here: a package that they need is not installed. Set MUSTER_SEED=none.' }, cause });
  });
  await seedDemo({
    records, log, now: clock.now(), demoPassword: DEMO_PASSWORD,
    setPassword: (userId, password) => sessions.setPassword({ userId, password }),
    ...(options.size === undefined ? {} : { size: options.size }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}
