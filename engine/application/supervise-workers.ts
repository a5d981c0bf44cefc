import cluster, { type Worker } from 'node:cluster';
import { createPluginFaultCounter, type PluginFaultCounter } from './plugin-fault-counter.ts';
import { forkWorker, readReport, broadcastPluginsOff, type PluginFaultReport } from './supervision.ts';

/** Milliseconds before a worker that ended by itself is replaced; doubled while they keep ending at once. */
const FIRST_PAUSE = 200;
const MAX_PAUSE = 10_000;

/**
 * Starts the workers behind one port, the first before the others; replaces those that end by themselves or block, and
 * ends with them on SIGTERM. A plugin that blocks them again and again is off for those that follow. When the first ends
 * before it listened, what keeps it from starting would keep the others too: the process ends, as that one did.
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
  // Each takes its connections itself: one that this process handed to a worker that blocks would be answered by nobody once that has ended.
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

/** The process itself named what blocked it before it ended. */
function replaceBlocked(blocked: PluginFaultReport, faults: PluginFaultCounter, start: () => void): void {
  if (faults.record(blocked, Date.now()) !== undefined) broadcastPluginsOff(Object.values(cluster.workers ?? {}), faults.pluginsOff());
  start();
}

/** Resolves with the exit code of the first that did not end well, else 0. */
async function endWorkers(): Promise<number> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const codes = await Promise.all(workers.map(endWorker));
  return codes.find((code) => code !== 0) ?? 0;
}

function endWorker(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve(0);
    // A worker that is still starting ends by the signal itself.
    worker.once('exit', (code: number | null, signal: string | null) => resolve(signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : (code ?? 1)));
    worker.process.kill('SIGTERM');
  });
}
