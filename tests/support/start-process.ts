import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { buildServer } from './build-server.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds for a start or a log line, on the reference machine. */
const MAX_WAIT = 45_000;

/** The product in its own process, as it is shipped. */
export interface TestProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything printed so far, errors included. */
  output(): string;
  /** Resolves with the exit code; null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  /** Resolves when `/api/ready` is 200. */
  untilReady(): Promise<void>;
  /** Resolves when the output matches. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
}

/**
 * Starts the product, or a TypeScript program that runs it with its own plugins, on a free port with these environment
 * variables and without the caller's settings.
 */
export async function startProcess(environment: { readonly [name: string]: string }, program?: string): Promise<TestProcess> {
  const started = program === undefined ? [await buildServer()] : ['--import', 'tsx', program];
  const port = await findFreePort();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, started, {
    cwd: top,
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: String(port), MUSTER_SEED: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  let hasEnded = false;
  // 'close', not 'exit': supervised processes write to the same outputs, and have ended by then.
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
    }),
  );
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
    url,
    child,
    ended,
    output: () => output,
    untilReady: async () =>
      void (await until(
        async () => ((await fetch(`${url}/api/ready`).catch(() => undefined))?.status === 200 ? true : undefined),
        'readiness',
      )),
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
