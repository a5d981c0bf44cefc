import cluster from 'node:cluster';
import type { Configuration } from './configuration.ts';

/** Milliseconds before a worker that ended by itself is replaced; doubled while they keep ending at once. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

/** Starts the workers behind one port, replaces those that end by themselves, and ends with them on SIGTERM. Resolves when the first listens. */
export async function runWorkers(configuration: Configuration, close: () => Promise<void>): Promise<void> {
  let isStopping = false;
  let pause = FIRST_PAUSE;
  for (let count = 0; count < configuration.workers; count += 1) cluster.fork();
  cluster.on('exit', () => {
    if (isStopping) return;
    setTimeout(() => (isStopping ? undefined : cluster.fork()), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void endWorkers().then(close).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await new Promise<void>((resolve) => cluster.once('listening', () => resolve()));
  pause = FIRST_PAUSE;
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
