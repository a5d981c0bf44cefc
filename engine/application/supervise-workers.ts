import cluster, { type Worker } from 'node:cluster';
import { createPluginFaultCounter, type PluginFaultCounter } from './plugin-fault-counter.ts';
import { forkWorker, readReport, broadcastPluginsOff, type PluginFaultReport } from './supervision.ts';

/** Milliseconds before a worker that exited is replaced; doubled while workers keep exiting before they listen. */
const FIRST_PAUSE = 200;
const MAX_PAUSE = 10_000;

/**
 * Starts the workers that share one port, the first before the others; replaces those that exit or block, and stops all on
 * SIGTERM. A plugin that blocks them repeatedly is off in the following ones. When the first worker exits before it
 * listens, the others would fail for the same reason: the process exits with the same code.
 */
export function superviseWorkers(count: number): void {
  const faults = createPluginFaultCounter();
  let isStopping = false;
  let hasListened = false;
  let pause = FIRST_PAUSE;
  const stop = (code: number): void => {
    if (isStopping) return;
    isStopping = true;
    void endWorkers().then((own) => process.exit(code === 0 ? own : code));
  };
  const start = (isFirst: boolean): void => {
    if (isStopping) return;
    const worker = forkWorker({ pluginsOff: faults.pluginsOff(), isFirst });
    const report = readReport(worker);
    worker.process.once('close', (code: number | null) => {
      if (isStopping) return;
      const blocked = report();
      if (blocked !== undefined) return replaceBlocked(blocked, faults, () => start(isFirst));
      if (!hasListened) return stop(code === null || code === 0 ? 1 : code);
      setTimeout(() => start(isFirst), pause);
      pause = Math.min(pause * 2, MAX_PAUSE);
    });
  };
  // Workers accept connections themselves: one that this process passed to a blocked worker would get no response after its exit.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  process.on('SIGTERM', () => stop(0)).on('SIGINT', () => stop(0));
  cluster.on('listening', (worker) => {
    broadcastPluginsOff([worker], faults.pluginsOff());
    if (!hasListened) for (let made = 1; made < count; made += 1) start(false);
    hasListened = true;
    pause = FIRST_PAUSE;
  });
  start(true);
}

/** Replaces a worker that reported the cause of its block before it exited. */
function replaceBlocked(blocked: PluginFaultReport, faults: PluginFaultCounter, start: () => void): void {
  if (faults.record(blocked, Date.now()) !== undefined) broadcastPluginsOff(Object.values(cluster.workers ?? {}), faults.pluginsOff());
  start();
}

/** Resolves with the first exit code that is not 0, else 0. */
async function endWorkers(): Promise<number> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const codes = await Promise.all(workers.map(endWorker));
  return codes.find((code) => code !== 0) ?? 0;
}

function endWorker(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve(0);
    // A worker that is still starting is ended by the signal itself.
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve(signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : (code ?? 1)),
    );
    worker.process.kill('SIGTERM');
  });
}
