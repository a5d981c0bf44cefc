import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** The product as a process of its own, as `npm run dev` would start it. */
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

/** Starts `engine/main.ts`, or a program that runs the product with plugins of its own, on a free port with these environment variables and none of the caller's own settings. */
export async function startProcess(environment: { readonly [name: string]: string }, program = 'engine/main.ts'): Promise<TestProcess> {
  const port = await findFreePort();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
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
    for (let turn = 0; turn < 600; turn += 1) {
      const found = await look();
      if (found !== undefined) return found;
      if (hasEnded) throw new Error(`The process ended before ${what}:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`No ${what} within a minute:\n${output}`);
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
