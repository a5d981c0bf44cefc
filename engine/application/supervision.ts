import cluster, { type Worker } from 'node:cluster';

/** Turns a plugin off; done before, it changes nothing. */
export type TurnOff = (plugin: string, cause: string) => void;

/** What a process knows of the one that supervises it. */
export interface Supervision {
  /** Its id: without it, the process ends. */
  readonly supervisorPid: number;
  /** File descriptor on which it reads whose code blocked or ended the process. */
  readonly reportFd: number;
  /** Plugins that blocked earlier processes too often, with the cause. */
  readonly pluginsOff: { readonly [plugin: string]: string };
  /** Calls back for each of them, and for each that blocks another process from now on. */
  readonly onPluginOff: (turnOff: TurnOff) => void;
  /** Prepares the data, and starts before the others do. */
  readonly isFirst: boolean;
}

/** Whose code blocked a process, or left an error that nobody caught; no plugin: nobody could tell. */
export interface PluginFaultReport {
  readonly plugin?: string;
  /** Such as 'preSave leads duplicates', or 'start'. */
  readonly handler?: string;
  /** It left an error, and blocked nothing. */
  readonly isUncaughtError?: boolean;
}

/** With it, a process that nobody supervises makes the demo data, and ends. */
export const SEED_ALONE = '--seed';

/** The pipe beside standard input, output, error and the messages. */
const REPORT_PIPE = 4;
const PLUGINS_OFF = 'MUSTER_PLUGINS_OFF';
const IS_FIRST = 'MUSTER_IS_FIRST';

interface PluginOff {
  readonly pluginOff: string;
  readonly cause: string;
}

/** Starts a process under this one, with the pipe on which it reports. */
export function forkWorker({ pluginsOff, isFirst }: Pick<Supervision, 'pluginsOff' | 'isFirst'>): Worker {
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'] });
  return cluster.fork({ [PLUGINS_OFF]: JSON.stringify(pluginsOff), [IS_FIRST]: String(isFirst) });
}

/** Collects what a process reports of its end: the answer is asked once it has closed. */
export function readReport(worker: Worker): () => PluginFaultReport | undefined {
  let text = '';
  const pipe = worker.process.stdio[REPORT_PIPE];
  if (pipe !== undefined && pipe !== null && 'setEncoding' in pipe) pipe.setEncoding('utf8').on('data', (part: string) => (text += part));
  return () => (text.includes('\n') ? (JSON.parse(text.slice(0, text.indexOf('\n'))) as PluginFaultReport) : undefined);
}

/** Tells processes which plugins are off. One that is still loading does not hear: it is told again once it listens. */
export function broadcastPluginsOff(workers: Iterable<Worker | undefined>, pluginsOff: Supervision['pluginsOff']): void {
  for (const worker of workers) {
    for (const [pluginOff, cause] of Object.entries(pluginsOff)) if (worker?.isConnected() === true) worker.send({ pluginOff, cause } satisfies PluginOff);
  }
}

/** This process is one that another one supervises. */
export function isSupervised(): boolean {
  return cluster.isWorker;
}

/** In a process that is supervised: what it knows of that; undefined where it is not. It ends with its supervisor, at once. */
export function findSupervision(): Supervision | undefined {
  if (!isSupervised()) return undefined;
  process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const pluginsOff = JSON.parse(process.env[PLUGINS_OFF] ?? '{}') as { [plugin: string]: string };
  let turnOff: TurnOff = (plugin, cause) => void (pluginsOff[plugin] = cause);
  process.on('message', ({ pluginOff, cause }: Partial<PluginOff>) => (pluginOff === undefined ? undefined : turnOff(pluginOff, cause ?? '')));
  const follow = (listener: TurnOff): void => {
    turnOff = listener;
    // What was told while the plugins were being started.
    for (const [plugin, cause] of Object.entries(pluginsOff)) listener(plugin, cause);
  };
  return { supervisorPid: process.ppid, reportFd: REPORT_PIPE, pluginsOff, isFirst: process.env[IS_FIRST] === 'true', onPluginOff: follow };
}
