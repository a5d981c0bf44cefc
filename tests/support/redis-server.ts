import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { it } from 'vitest';

/** A Redis server for one test, which can kill, pause and restart it. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Resolves when a signal that ends the server has done so. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** The program `redis-server`. If it is absent, the skipped tests are printed or, with `MUSTER_REQUIRE_SERVICES=1`, a test fails. */
export function findRedisServer(leftOut: string): string | undefined {
  try {
    return execFileSync('which', ['redis-server'], { encoding: 'utf8' }).trim();
  } catch {
    const reason = `${leftOut} (there is no redis-server)`;
    if (process.env['MUSTER_REQUIRE_SERVICES'] === '1')
      it(reason, () => {
        throw new Error('redis-server is not installed, and MUSTER_REQUIRE_SERVICES=1 asks for it');
      });
    else {
      console.warn(`Left out: ${reason}`);
      it.skip(reason, () => undefined);
    }
    return undefined;
  }
}

/**
 * Starts a server on a free port with its own data. It loses nothing that it has acknowledged, unless `isPersistent` is false: then it is
 * empty after each start.
 */
export async function startRedisServer(program: string, { isPersistent = true } = {}): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-redis-'));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url,
    start: async () => {
      const persistence = isPersistent ? { appendonly: 'yes', appendfsync: 'always' } : { appendonly: 'no' };
      const options = { port, bind: '127.0.0.1', dir: folder, ...persistence, 'maxmemory-policy': 'noeviction' };
      const written = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
      child = spawn(program, [...written, '--save', ''], { stdio: 'ignore' });
      const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
      client.on('error', () => undefined);
      await client.ping();
      client.disconnect();
    },
    kill: async (signal) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended;
    },
    remove: async () => {
      await server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
