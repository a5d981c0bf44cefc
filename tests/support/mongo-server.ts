import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';

/** A MongoDB server for one test, which can kill, pause and restart it. */
export interface MongoServer {
  readonly port: number;
  /** `mongodb://` address without a replica set. */
  readonly address: string;
  /** Address of the replica set, after `initiate` was called. */
  readonly url: string;
  /** Initiates a replica set with one member and waits until it accepts writes. */
  initiate(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when the signal has taken effect: for SIGSTOP, when no thread of the server runs any more. */
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): Promise<void>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** How a server is started. */
export interface MongoServerOptions {
  /** Options of `mongod`, in addition to those for its port and data. */
  readonly options?: readonly string[];
  /** Milliseconds to wait until it accepts requests, and until it is stopped. */
  readonly timeout: number;
}

/** Starts `mongod` from `MONGOD_PATH` on a free port with its own data. */
export async function startMongoServer(program: string, { options = [], timeout }: MongoServerOptions): Promise<MongoServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-mongod-'));
  const port = await findFreePort();
  const address = `mongodb://127.0.0.1:${port}/muster_test`;
  let process: ChildProcess | undefined;

  async function start(): Promise<void> {
    process = spawn(
      program,
      ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--wiredTigerCacheSizeGB', '0.25', '--quiet', ...options],
      { stdio: 'ignore' },
    );
    await waitUntil(() => command(address, { ping: 1 }), timeout);
  }

  async function kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): Promise<void> {
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill(signal);
    if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended;
    if (signal === 'SIGSTOP') await waitUntilStopped(process.pid ?? 0, timeout);
  }

  const server: MongoServer = {
    port,
    address,
    url: `${address}?replicaSet=own`,
    start,
    kill,
    async initiate() {
      await command(address, { replSetInitiate: { _id: 'own', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
      await waitUntil(async () => {
        if ((await command(address, { hello: 1 }))['isWritablePrimary'] !== true) throw new Error('not yet primary');
      }, timeout);
    },
    async remove() {
      await kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await start();
  return server;
}

async function command(address: string, request: { readonly [name: string]: unknown }): Promise<{ readonly [name: string]: unknown }> {
  const client = new MongoClient(`${address}?directConnection=true`, { serverSelectionTimeoutMS: 1000 });
  try {
    return await client.db('admin').command(request);
  } finally {
    await client.close();
  }
}

/** A signal is delivered asynchronously: a thread on another processor may still respond for a while. */
async function waitUntilStopped(pid: number, timeout: number): Promise<void> {
  await waitUntil(async () => {
    const running = readStates(pid).filter((state) => state !== 'T');
    if (running.length > 0) throw new Error(`${running.length} threads are not stopped`);
  }, timeout);
}

/** The state of each thread of a process; that of the whole process where the system does not list its threads in `/proc`. */
function readStates(pid: number): readonly string[] {
  const folder = `/proc/${pid}/task`;
  if (existsSync(folder)) return readdirSync(folder).map((thread) => readThreadState(`${folder}/${thread}/stat`));
  return [
    execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .slice(0, 1),
  ];
}

/** The letter after the program's name, which is in parentheses and can contain any character. */
function readThreadState(file: string): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
}

/** Repeats an attempt until it succeeds. @throws its last error after the timeout */
async function waitUntil(attempt: () => Promise<unknown>, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
