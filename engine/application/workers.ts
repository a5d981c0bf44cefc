import cluster from 'node:cluster';
import type { Configuration } from './configuration.ts';

/** Milliseconds before a worker that ended by itself is replaced; doubled while they keep ending at once. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

/**
 * Starts the workers behind one port, replaces those that end by themselves, and ends with them on SIGTERM. Resolves when
 * the first listens. When one ends before any listened, what keeps it from starting would keep the others too: the
 * process ends.
 */
export async function runWorkers(configuration: Configuration, close: () => Promise<void>): Promise<void> {
  let isStopping = false;
  let hasListened = false;
  let pause = FIRST_PAUSE;
  for (let count = 0; count < configuration.workers; count += 1) cluster.fork();
  const stop = (code: number): void => {
    if (isStopping) return;
    isStopping = true;
    void endWorkers().then(close).finally(() => process.exit(code));
  };
  cluster.on('exit', () => {
    if (isStopping) return;
    if (!hasListened) return stop(1);
    setTimeout(() => (isStopping ? undefined : cluster.fork()), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  await new Promise<void>((resolve) => cluster.on('listening', () => {
    hasListened = true;
    pause = FIRST_PAUSE;
    resolve();
  }));
  process.stdout.write(`Muster is at ${configuration.publicUrl} (${configuration.workers} processes)\n`);
}

async function endWorkers(): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(workers.map((worker) => new Promise<void>((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    worker.process.kill('SIGTERM');
  })));
}
