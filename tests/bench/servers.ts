import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BASELINE_SECRET } from './baseline/secret.ts';

const TOP = path.resolve(import.meta.dirname, '../..');

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from spawn to the first response. */
  readonly startedIn: number;
  /** The end of what it printed, to explain a failure. */
  output(): string;
  stop(): Promise<void>;
  /** Ends it and its child processes with SIGKILL; resolves when nothing listens at the address any more. */
  kill(): Promise<void>;
}

/** Whether a product listens at an address. */
export async function isListening(url: string): Promise<boolean> {
  return (await fetch(`${url}/api/health`).catch(() => undefined)) !== undefined;
}

/** A process that a run before has left would be measured instead. */
export async function assertFree(url: string): Promise<void> {
  if (await isListening(url)) throw new Error(`another process listens at ${url}`);
}

async function waitFor(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    const response = await fetch(url).catch(() => undefined);
    if (response && response.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no response from ${url}: ${output()}`);
}

async function start(command: readonly string[], url: string, probe: string, environment: NodeJS.ProcessEnv): Promise<BenchServer> {
  await assertFree(url);
  const startedAt = performance.now();
  const child = spawn(command[0] as string, command.slice(1), {
    cwd: TOP,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const appendOutput = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-4000));
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  await waitFor(url + probe, child, () => output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    pid: child.pid as number,
    startedIn: performance.now() - startedAt,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      for (const pid of [...listChildren(child.pid as number), child.pid as number]) process.kill(pid, 'SIGKILL');
      await ended;
      while (await isListening(url)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

/** The production build of the product on a prepared data folder. */
export function startProduct(port: number, environment: NodeJS.ProcessEnv): Promise<BenchServer> {
  const settings = { PORT: String(port), HOST: '127.0.0.1', MUSTER_SEED: 'none', REDIS_URL: '', ...environment };
  return start([process.execPath, 'dist/server/main.js'], `http://127.0.0.1:${port}`, '/api/ready', settings);
}

/** The baseline on a database: a SQLite file, or the URL of a MongoDB database. 'none' has no database, for its get. */
export function startBaseline(
  port: number,
  kind: 'sqlite' | 'mongodb' | 'none',
  { statusField, database }: { readonly statusField: string; readonly database: string },
): Promise<BenchServer> {
  const command = ['--import', 'tsx', `tests/bench/baseline/${kind}.ts`, String(port), statusField, database];
  return start([process.execPath, ...command], `http://127.0.0.1:${port}`, '/', {});
}

/** A token that the baseline accepts. */
export function signBaselineToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'bench', iat: 1_700_000_000, exp: 4_000_000_000 })}`;
  return `${text}.${createHmac('sha256', BASELINE_SECRET).update(text).digest('base64url')}`;
}

/** Resident memory of a process and its child processes, in MB. */
export function readMemory(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return listChildren(pid).reduce((sum, child) => sum + readMemory(child), Math.round(Number(line?.[1] ?? 0) / 1024));
}

function listChildren(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text.trim() !== '')
    .map(Number);
}
