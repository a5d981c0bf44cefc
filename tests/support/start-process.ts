import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { buildServer } from './build-server.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds for a start, or a line of the log, on the machine that bounds are meant for. */
const MAX_WAIT = 45_000;

/** The product as a process of its own, as it is shipped. */
export interface TestProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything printed so far, errors too. */
  output(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Resolves when `/api/ready` is 200. */
  untilReady(): Promise<void>;
  /** Resolves when something was printed that matches. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts the product, or a program in TypeScript that runs it with plugins of its own, on a free port with these environment variables and none of the caller's own settings. */
export async function startProcess(environment: { readonly [name: string]: string }, program?: string): Promise<TestProcess> {
  const started = program === undefined ? [await buildServer()] : ['--import', 'tsx', program];
  const port = await findFreePort();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, started, {
    cwd: top, env: { PATH, HOME, HOST: '127.0.0.1', PORT: String(port), MUSTER_SEED: 'none', ...environment }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  let hasEnded = false;
  // Closed, not merely ended: the processes that it supervises write to the same outputs and are gone by then.
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => {
    hasEnded = true;
    resolve(code);
  }));
  const until = async <T>(look: () => Promise<T | undefined>, what: string): Promise<T> => {
    const end = Date.now() + MAX_WAIT * inject('timeoutFactor');
    while (Date.now() < end) {
      const found = await look();
      if (found !== undefined) return found;
      if (hasEnded) throw new Error(`The process ended before ${what}:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`No ${what} in time:\n${output}`);
  };
  return {
    url, child, ended,
    output: () => output,
    untilReady: async () => void (await until(async () => ((await fetch(`${url}/api/ready`).catch(() => undefined))?.status === 200 ? true : undefined), 'readiness')),
    untilPrinted: (pattern) => until(async () => pattern.exec(output) ?? undefined, `line like ${pattern.source}`),
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
