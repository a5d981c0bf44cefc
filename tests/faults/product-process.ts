import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, inject } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { buildServer } from '../support/build-server.ts';

export const ADMIN = { email: 'admin@muster.test', password: 'Admin-pass1!' } as const;

/** The built server as it is shipped. */
export interface Program {
  readonly file: string;
}

/** Builds the server once per run before the tests of the calling suite, and creates a folder for their data that is removed after them. */
export function useProgram(name: string): { readonly folder: string; readonly theProgram: () => Program } {
  const folder = mkdtempSync(path.join(tmpdir(), `muster-${name}-`));
  let program: Program | undefined;
  beforeAll(async () => {
    program = { file: await buildServer() };
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    theProgram: () => {
      if (program === undefined) throw new Error('The program was not built');
      return program;
    },
  };
}

/** A product process under test. */
export interface ProductProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything that it has written so far. */
  standardOutput(): string;
  standardError(): string;
  /** Parsed lines of the log. */
  logLines(): readonly { readonly [name: string]: unknown }[];
  /** Sends a signal. */
  signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Kills it if it is still running. */
  remove(): Promise<void>;
  signIn(email?: string, password?: string): Promise<ApiClient>;
}

export interface StartOptions {
  readonly dataFolder: string;
  readonly environment?: { readonly [name: string]: string };
  /** A command that runs a shell script, and the script that runs before it executes the product. */
  readonly wrap?: { readonly command: string; readonly script: string };
}

/** Starts the product without waiting for it. Of the environment of this process it gets only `PATH` and `HOME`. */
export async function launchProduct(program: Program, options: StartOptions): Promise<ProductProcess> {
  const port = options.environment?.['PORT'] ?? String(await findFreePort());
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    HOST: '127.0.0.1',
    PORT: port,
    MUSTER_SEED: 'none',
    MUSTER_DATA_DIR: options.dataFolder,
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
    ...options.environment,
  };
  const [command, ...given] =
    options.wrap === undefined
      ? [process.execPath, program.file]
      : [...options.wrap.command.split(' '), `${options.wrap.script} && exec "$0" "$1"`, process.execPath, program.file];
  const child = spawn(command ?? '', given, { cwd: options.dataFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (written.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (written.err += text.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null }));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    child,
    ended,
    standardOutput: () => written.out,
    standardError: () => written.err,
    logLines: () =>
      written.out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { readonly [name: string]: unknown }),
    signal: (name) => void child.kill(name),
    async remove() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
    async signIn(email = ADMIN.email, password = ADMIN.password) {
      const { status, body } = await createApiClient(url, undefined).post('/api/users/login', { email, password });
      if (status !== 200) throw new Error(`Sign-in of ${email} returned ${status}: ${JSON.stringify(body)}`);
      return createApiClient(url, String(body.token));
    },
  };
}

/** Starts the product and waits until it is ready. */
export async function startProduct(program: Program, options: StartOptions): Promise<ProductProcess> {
  const product = await launchProduct(program, options);
  for (let tries = 0; ; tries += 1) {
    if (product.child.exitCode !== null) throw new Error(`The product ended: ${product.standardError()}${product.standardOutput()}`);
    const response = await fetch(`${product.url}/api/ready`).catch(() => undefined);
    await response?.text();
    if (response?.status === 200) return product;
    if (tries > 3_000 * inject('timeoutFactor')) {
      await product.remove();
      throw new Error(`The product did not become ready: ${product.standardError()}${product.standardOutput()}`);
    }
    await sleep(20);
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Ids of the child processes of a process, on Linux: for the product, its server processes. */
export function childrenOf(pid: number | undefined): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text.trim() !== '')
    .map(Number);
}
