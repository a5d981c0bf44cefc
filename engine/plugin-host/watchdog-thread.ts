/**
 * Positions in the shared array: turns of the event loop, the handler that runs synchronously, then the number of running calls of each
 * handler.
 */
export const LOOP_TURNS = 0;
export const CURRENT_HANDLER = 1;
export const HANDLER_RUNS = 2;
/** A handler that waits without computing counts as blocking after this many times the limit. */
const WAIT_FACTOR = 10;
/** Maximum number of handlers with an id; further ones are not watched. */
export const MAX_HANDLERS = 4000;

/** The data of the worker thread. */
export interface WatchdogData {
  readonly shared: SharedArrayBuffer;
  /** Milliseconds of a blocked event loop after which the handler is reported. */
  readonly reportAfter: number;
  /** Milliseconds after which the process ends itself; undefined: never. */
  readonly endAfter: number | undefined;
  /** File descriptor on which the supervising process reads the reason. */
  readonly reportFd: number | undefined;
  /** Id of the supervising process: when it is gone, this process ends too. */
  readonly supervisorPid: number | undefined;
  readonly plugins: readonly string[];
}

/**
 * The thread measures the processor time of the main thread while the event loop does not turn: on a machine that is busy with other
 * processes, a handler that merely waits for the processor is not considered blocking. One that waits without computing is found too, after
 * a longer time; the thread counts its own ticks for it, so that a suspended process is not considered blocked. The
 * blocking handler is certain while a handler runs that has not awaited anything yet; after that it is derived from the stack of the main
 * thread, by the folder of a plugin, else from the running handlers if all belong to one plugin. The thread writes to standard error
 * directly, because the logger and the thread's own streams depend on the blocked event loop.
 */
export const WATCHDOG_THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { existsSync, readFileSync, writeSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const { SourceMap } = require('node:module');
const { Session } = require('node:inspector');
const { shared, reportAfter, endAfter, reportFd, supervisorPid, plugins } = workerData;
const TICK = 100;
const WAIT_FACTOR = ${WAIT_FACTOR};
const SCHEDULING = '/proc/self/task/' + process.pid + '/schedstat';
const hasScheduling = existsSync(SCHEDULING);
const state = new Int32Array(shared);
const handlers = new Map();
let turn = -1;
let waited = 0;
let begun = 0;
let found;
parentPort.on('message', ({ id, plugin, handler }) => handlers.set(id, { plugin, handler }));
setInterval(look, TICK).unref();

function look() {
  if (supervisorPid !== undefined && process.ppid !== supervisorPid) return process.kill(process.pid, 'SIGKILL');
  const now = Atomics.load(state, ${LOOP_TURNS});
  if (now !== turn) { turn = now; waited = 0; found = undefined; return; }
  if (waited === 0) begun = readProcessorTime();
  waited += TICK;
  const blockedFor = Math.max(Math.min(waited, readProcessorTime() - begun), waited / WAIT_FACTOR);
  if (blockedFor >= reportAfter && found === undefined && (listRunning().length > 0 || blockedFor >= endAfter - reportAfter)) {
    found = { plugin: undefined, handler: undefined, stack: [] };
    readStack((frames) => { found = blame(frames); report(found, 'The event loop is blocked while ' + describe(found) + ' runs.'); });
  }
  if (endAfter === undefined || blockedFor < endAfter) return;
  if (found?.plugin === undefined) found = { ...blame([]), stack: found?.stack ?? [] };
  report(found, 'The event loop was blocked for ' + Math.round(waited / 1000) + ' s while ' + describe(found) + ' ran: the process ends itself and is replaced.');
  if (reportFd !== undefined) writeSync(reportFd, JSON.stringify(found) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}

/** Milliseconds that the main thread has computed; of all threads where the system does not tell them apart. */
function readProcessorTime() {
  if (hasScheduling) return Number(readFileSync(SCHEDULING, 'utf8').split(' ', 1)[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function listRunning() {
  return [...handlers].filter(([id]) => Atomics.load(state, ${HANDLER_RUNS} + id) > 0).map(([, handler]) => handler);
}

function blame(frames) {
  const stack = frames.slice(0, 8).map(({ name, place, line }) => (name || 'anonymous') + ' (' + place + ':' + line + ')');
  const atWork = handlers.get(Atomics.load(state, ${CURRENT_HANDLER}));
  if (atWork !== undefined) return { ...atWork, stack };
  const running = listRunning();
  const byFolder = frames.map(({ place }) => /(?:^|\\/)plugins\\/([a-z][a-z0-9-]*)\\//.exec(place)?.[1]).find((name) => plugins.includes(name));
  const only = new Set(running.map(({ plugin }) => plugin)).size === 1 ? running[0].plugin : undefined;
  const plugin = byFolder ?? only;
  const own = [...new Set(running.filter((each) => each.plugin === plugin).map(({ handler }) => handler))];
  return { plugin, handler: plugin === undefined ? undefined : own.join(' or ') || 'background work', stack, running: running.map(({ plugin: name, handler }) => name + ': ' + handler) };
}

function describe({ plugin, handler, running }) {
  if (plugin !== undefined) return handler + ' of the plugin ' + plugin;
  return running?.length > 0 ? 'one of several handlers of plugins' : 'no handler of a plugin';
}

function report(what, text) {
  writeSync(2, JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, ...what, msg: text }) + '\\n');
}

/** Halts the loop for a moment. Code that is not JavaScript cannot be halted: then there are no frames. */
function readStack(onFrames) {
  const session = new Session();
  const urls = new Map();
  let isOver = false;
  const end = (frames) => {
    if (isOver) return;
    isOver = true;
    onFrames(frames);
    session.post('Debugger.resume', () => undefined);
    session.disconnect();
  };
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => end(params.callFrames.slice(0, 20).map((frame) => placeOf(frame, urls))));
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  setTimeout(() => end([]), 2000);
}

const maps = new Map();
function placeOf({ functionName, location }, urls) {
  const url = urls.get(location.scriptId) ?? '';
  if (!url.startsWith('file:')) return { name: functionName, place: url, line: location.lineNumber + 1 };
  const file = fileURLToPath(url);
  if (!maps.has(file)) maps.set(file, existsSync(file + '.map') ? new SourceMap(JSON.parse(readFileSync(file + '.map', 'utf8'))) : undefined);
  const entry = maps.get(file)?.findEntry(location.lineNumber, location.columnNumber);
  return entry?.originalSource === undefined ? { name: functionName, place: file, line: location.lineNumber + 1 } : { name: functionName, place: entry.originalSource, line: entry.originalLine + 1 };
}
`;
