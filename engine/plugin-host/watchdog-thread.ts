/** Numbers that the loop and the thread share: turns of the loop, the handler that runs without waiting, then how often each handler runs. */
export const LOOP_TURNS = 0;
export const CURRENT_HANDLER = 1;
export const HANDLER_RUNS = 2;
/** Handlers that are told apart; those beyond stay without a name. */
export const MAX_HANDLERS = 4000;

/** What the thread is started with. */
export interface WatchdogData {
  readonly shared: SharedArrayBuffer;
  /** Milliseconds of standing still after which the handler is named. */
  readonly reportAfter: number;
  /** Milliseconds after which the process ends itself; undefined: never. */
  readonly endAfter: number | undefined;
  /** Where the supervising process reads why: a file descriptor. */
  readonly reportFd: number | undefined;
  /** The process that supervises this one: without it, this one ends too. */
  readonly supervisorPid: number | undefined;
  readonly plugins: readonly string[];
}

/**
 * The thread counts its own ticks during which the loop did not turn, so that a process that was halted is not taken for
 * one that blocks. Whose code blocks is known for certain while a handler runs that has not waited yet; after that the
 * stack of the loop says it, by the folder of a plugin, else the handlers under way if all are of one plugin. It writes to
 * standard error itself, for the logger and the thread's own streams live in the loop that stands still.
 */
export const WATCHDOG_THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { existsSync, readFileSync, writeSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const { SourceMap } = require('node:module');
const { Session } = require('node:inspector');
const { shared, nameAfter, endAfter, reportTo, supervisor, plugins } = workerData;
const TICK = 100;
const state = new Int32Array(shared);
const handlers = new Map();
let turn = -1;
let still = 0;
let found;
parentPort.on('message', ({ id, plugin, handler }) => handlers.set(id, { plugin, handler }));
setInterval(look, TICK).unref();

function look() {
  if (supervisor !== undefined && process.ppid !== supervisor) return process.kill(process.pid, 'SIGKILL');
  const now = Atomics.load(state, ${LOOP_TURNS});
  if (now !== turn) { turn = now; still = 0; found = undefined; return; }
  still += TICK;
  if (still >= nameAfter && found === undefined && (listRunning().length > 0 || still >= endAfter - nameAfter)) {
    found = { plugin: undefined, handler: undefined, stack: [] };
    readStack((frames) => { found = blame(frames); say(found, 'The event loop is blocked while ' + describe(found) + ' runs.'); });
  }
  if (endAfter === undefined || still < endAfter) return;
  if (found?.plugin === undefined) found = { ...blame([]), stack: found?.stack ?? [] };
  say(found, 'The event loop was blocked for ' + Math.round(still / 1000) + ' s while ' + describe(found) + ' ran: the process ends itself and is replaced.');
  if (reportTo !== undefined) writeSync(reportTo, JSON.stringify(found) + '\\n');
  process.kill(process.pid, 'SIGKILL');
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
  return { plugin, handler: plugin === undefined ? undefined : own.join(' or ') || 'what it left running', stack, running: running.map(({ plugin: name, handler }) => name + ': ' + handler) };
}

function describe({ plugin, handler, running }) {
  if (plugin !== undefined) return handler + ' of the plugin ' + plugin;
  return running?.length > 0 ? 'one of several handlers of plugins' : 'no handler of a plugin';
}

function say(what, text) {
  writeSync(2, JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, ...what, msg: text }) + '\\n');
}

/** Halts the loop for a moment. Code that is not JavaScript cannot be halted: then there are no frames. */
function readStack(answer) {
  const session = new Session();
  const urls = new Map();
  let isOver = false;
  const end = (frames) => {
    if (isOver) return;
    isOver = true;
    answer(frames);
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
