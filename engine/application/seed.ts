import { removeInterruptedSeed } from './remove-interrupted-seed.ts';
import type { Application } from './compose.ts';
import { MusterError } from '../errors/index.ts';
import { readMeta, writeSeedState, type DataMeta } from '../../migrations/index.ts';

/** The password of all demo users; printed with the first admin's, for people who try the product. */
export const DEMO_PASSWORD = 'Muster-demo1!';

/** Milliseconds of the lease of a process that seeds, renewed regularly. After it expires, another process may take over. */
const LEASE_DURATION = 60_000;
const LEASE_RENEWAL = 10_000;
/** Milliseconds between two checks of a seed that another process runs. */
const POLL_INTERVAL = 1_000;

/** Reports the progress of a seed. */
export type SeedProgress = (module: string, done: number, of: number) => void;

/**
 * Creates the demo company in a store that needs it, and resolves when it is complete: true when this process created it,
 * false when another one did or none is needed. An interrupted seed is removed and started again. When `signal` aborts, it
 * stops after the current chunk.
 */
export async function seedOnce(application: Application, signal: AbortSignal, onProgress?: SeedProgress): Promise<boolean> {
  const { store, clock, log } = application;
  while (!signal.aborted) {
    const meta = await readMeta(store);
    if (meta === undefined || meta.seed === 'done' || meta.seed === 'none') return false;
    const isTaken = meta.seed === 'running' && meta.seedLease > clock.now();
    if (isTaken || !(await writeSeedState(store, meta, 'running', { lease: clock.now() + LEASE_DURATION }))) {
      await pause(signal);
      continue;
    }
    if (meta.seed !== 'pending')
      log.warn({ removed: await removeInterruptedSeed(application) }, 'an earlier first seed was interrupted; it starts again');
    if (await makeSeed(application, signal, onProgress)) return true;
  }
  return false;
}

/** Creates demo data of another size instead of those of the first start, which then creates none. */
export async function replaceFirstSeed(application: Application, size: number, onProgress: SeedProgress): Promise<void> {
  const { store, ids } = application;
  const meta = await readMeta(store);
  const isFirst = meta?.seed === 'pending';
  if (isFirst) await writeSeedState(store, meta, 'none');
  const from = ids.next();
  await runSeed(application, { size }, onProgress);
  if (isFirst) await advanceSeedState(application, 'none', { from, until: ids.next() });
}

/** Adds demo data through the save pipeline, in addition to existing data. */
export async function runSeed(application: Application, options: { readonly size?: number }, onProgress?: SeedProgress): Promise<void> {
  const { records, sessions, notifications, store, clock, log } = application;
  const { seedDemo } = await import('../../definitions/seeds/index.ts').catch((cause: unknown) => {
    throw new MusterError('configuration_invalid', {
      values: { reason: 'the demo data cannot be made here: a package that they need is not installed. Set MUSTER_SEED=none.' },
      cause,
    });
  });
  await seedDemo({
    records,
    log,
    now: clock.now(),
    demoPassword: DEMO_PASSWORD,
    notify: (input) => notifications.notify(input),
    setPassword: (userId, password) => sessions.setPassword({ userId, password }),
    ...(options.size === undefined ? {} : { size: options.size }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  await store.truncateLog();
}

/** Returns false when it was aborted. */
async function makeSeed(application: Application, signal: AbortSignal, onProgress?: SeedProgress): Promise<boolean> {
  const { store, clock, ids, log } = application;
  const startedAt = performance.now();
  const from = ids.next();
  const renewal = setInterval(() => void renew(application).catch(() => undefined), LEASE_RENEWAL);
  try {
    await runSeed(application, {}, (module, done, of) => {
      // The progress callback is the only way to stop the seed: an error that it throws stops it between two chunks.
      signal.throwIfAborted();
      onProgress?.(module, done, of);
    });
  } catch (error) {
    await advanceSeedState(application, 'interrupted');
    if (signal.aborted) return false;
    throw error;
  } finally {
    clearInterval(renewal);
  }
  await advanceSeedState(application, 'done', { from, until: ids.next() });
  log.info(
    { seconds: Math.round((performance.now() - startedAt) / 1000), store: store.capabilities.product, at: clock.now() },
    'the demo data are ready',
  );
  return true;
}

async function renew({ store, clock }: Application): Promise<void> {
  const meta = await readMeta(store);
  if (meta?.seed === 'running') await writeSeedState(store, meta, 'running', { lease: clock.now() + LEASE_DURATION });
}

/** A lease renewal may happen in between; then the state is read again and the write is repeated. */
async function advanceSeedState({ store }: Application, to: DataMeta['seed'], range?: DataMeta['seedRange']): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const meta = await readMeta(store);
    if (meta === undefined || (await writeSeedState(store, meta, to, range === undefined ? {} : { range }))) return;
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, POLL_INTERVAL);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
