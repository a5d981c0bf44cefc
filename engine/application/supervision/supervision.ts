import cluster, { type Worker } from 'node:cluster';

/** Turns a plugin off; does nothing when it is off already. */
export type TurnOff = (plugin: string, cause: string) => void;

/** Data of a supervised process about its supervision. */
export interface Supervision {
  /** Process id of the supervisor: without it, the process exits. */
  readonly supervisorPid: number;
  /** File descriptor to which the process writes which code blocked or ended it. */
  readonly reportFd: number;
  /** Plugins that blocked earlier processes too often, with the cause. */
  readonly pluginsOff: { readonly [plugin: string]: string };
  /** Calls `turnOff` for each of them, and for each that is turned off from now on. */
  readonly onPluginOff: (turnOff: TurnOff) => void;
  /** Prepares the data, and starts before the others do. */
  readonly isFirst: boolean;
}

/** The code that blocked a process, or left an uncaught error; no plugin: it could not be determined. */
export interface PluginFaultReport {
  readonly plugin?: string;
  /** Such as 'preSave tickets duplicates', or 'start'. */
  readonly handler?: string;
  /** The process ended by an uncaught error and did not block. */
  readonly isUncaughtError?: boolean;
}

/** With this argument, an unsupervised process seeds the demo data, and exits. */
export const SEED_ALONE = '--seed';

/** File descriptor of the pipe, after standard input, output, error and IPC. */
const REPORT_PIPE = 4;
const PLUGINS_OFF = 'MUSTER_PLUGINS_OFF';
const IS_FIRST = 'MUSTER_IS_FIRST';

interface PluginOff {
  readonly pluginOff: string;
  readonly cause: string;
}

/** Forks a supervised process, with the pipe on which it reports. */
export function forkWorker({ pluginsOff, isFirst }: Pick<Supervision, 'pluginsOff' | 'isFirst'>): Worker {
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'] });
  return cluster.fork({ [PLUGINS_OFF]: JSON.stringify(pluginsOff), [IS_FIRST]: String(isFirst) });
}

/** Collects the report of a process; the returned function reads it once the process has closed. */
export function readReport(worker: Worker): () => PluginFaultReport | undefined {
  let text = '';
  const pipe = worker.process.stdio[REPORT_PIPE];
  if (pipe !== undefined && pipe !== null && 'setEncoding' in pipe) pipe.setEncoding('utf8').on('data', (part: string) => (text += part));
  return () => (text.includes('\n') ? (JSON.parse(text.slice(0, text.indexOf('\n'))) as PluginFaultReport) : undefined);
}

/** Sends all processes the plugins that are off. A process that is still loading does not receive it: it is sent again once it listens. */
export function broadcastPluginsOff(workers: Iterable<Worker | undefined>, pluginsOff: Supervision['pluginsOff']): void {
  for (const worker of workers) {
    for (const [pluginOff, cause] of Object.entries(pluginsOff))
      if (worker?.isConnected() === true) worker.send({ pluginOff, cause } satisfies PluginOff);
  }
}

/** True in a process that is supervised by another one. */
export function isSupervised(): boolean {
  return cluster.isWorker;
}

/** Returns the supervision of this process; undefined when there is none. The process exits with its supervisor, at once. */
export function findSupervision(): Supervision | undefined {
  if (!isSupervised()) return undefined;
  process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const pluginsOff = JSON.parse(process.env[PLUGINS_OFF] ?? '{}') as { [plugin: string]: string };
  let turnOff: TurnOff = (plugin, cause) => void (pluginsOff[plugin] = cause);
  process.on('message', ({ pluginOff, cause }: Partial<PluginOff>) =>
    pluginOff === undefined ? undefined : turnOff(pluginOff, cause ?? ''),
  );
  const follow = (listener: TurnOff): void => {
    turnOff = listener;
    // Messages that arrived while the plugins were starting.
    for (const [plugin, cause] of Object.entries(pluginsOff)) listener(plugin, cause);
  };
  return { supervisorPid: process.ppid, reportFd: REPORT_PIPE, pluginsOff, isFirst: process.env[IS_FIRST] === 'true', onPluginOff: follow };
}
