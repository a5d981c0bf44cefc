import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createApiClient } from '../support/api-client.ts';
import { childrenOf, findFreePort, launchProduct, startProduct, useProgram, type ProductProcess } from './product-process.ts';

describe('SIGTERM', () => {
  const { folder, theProgram } = useProgram('stop');

  for (const workers of ['1', '2']) {
    it(`lets requests in flight finish, accepts no new ones, and exits with 0 (${workers} process${workers === '1' ? '' : 'es'})`, async () => {
      const dataFolder = mkdtempSync(path.join(folder, 'data-'));
      const product = await startProduct(theProgram(), { dataFolder, environment: { MUSTER_WORKERS: workers } });
      try {
        const admin = await product.signIn();
        const saves = Array.from({ length: 12 }, (_, number) => beginSave(product, admin.token ?? '', `Slow ${number}`));
        await Promise.all(saves.map(({ begun }) => begun));
        product.signal('SIGTERM');
        await expect.poll(() => isRefused(product), { interval: 20 }).toBe(true);
        expect(product.child.exitCode).toBeNull();
        for (const { finish } of saves) finish();
        const responses = await Promise.all(saves.map(({ response }) => response));
        expect(responses.map(({ status }) => status)).toEqual(saves.map(() => 201));
        expect(await product.ended).toEqual({ code: 0, signal: null });
        expect(product.standardError()).toBe('');
        const again = await startProduct(theProgram(), { dataFolder });
        try {
          const { body } = await (await again.signIn()).post('/api/leads/search', {
            searchTerms: { first_name: 'Slow' },
            idsOnly: true,
            pageSize: 100,
          });
          expect(body.data.sort()).toEqual(responses.map(({ id }) => id).sort());
        } finally {
          await again.remove();
        }
      } finally {
        await product.remove();
      }
    });
  }

  it('does not wait for idle connections', async () => {
    const product = await startProduct(theProgram(), { dataFolder: mkdtempSync(path.join(folder, 'data-')) });
    try {
      const { port } = new URL(product.url);
      const idle = connect({ port: Number(port), host: '127.0.0.1' });
      idle.on('error', () => undefined);
      await createApiClient(product.url, undefined).get('/api/health');
      product.signal('SIGTERM');
      // A process that was still waiting after a minute would exit with 1.
      expect(await product.ended).toEqual({ code: 0, signal: null });
      idle.destroy();
    } finally {
      await product.remove();
    }
  });

  it('during the first seed also exits with 0, and the next start seeds again', async () => {
    const options = { dataFolder: mkdtempSync(path.join(folder, 'data-')), environment: { MUSTER_SEED: 'demo' } };
    for (const round of [1, 2]) {
      const product = await launchProduct(theProgram(), options);
      try {
        await expect
          .poll(() => product.standardOutput(), { timeout: 60_000 * inject('timeoutFactor'), interval: 10 })
          .toContain('Making demo data');
        const { status, body } = await createApiClient(product.url, undefined).get('/api/ready');
        expect([status, body.code]).toEqual([503, 'not_ready']);
        product.signal('SIGTERM');
        expect(await product.ended).toEqual({ code: 0, signal: null });
        expect(product.standardError()).toBe('');
        expect(product.logLines().some(({ msg }) => msg === 'an earlier first seed was interrupted; it starts again')).toBe(round === 2);
      } finally {
        await product.remove();
      }
    }
  });

  it('is not needed after a SIGKILL: the first seed ends with the killed process, and the next start seeds again', async () => {
    const options = { dataFolder: mkdtempSync(path.join(folder, 'data-')), environment: { MUSTER_SEED: 'demo' } };
    const killed = await launchProduct(theProgram(), options);
    try {
      await expect
        .poll(() => killed.standardOutput(), { timeout: 60_000 * inject('timeoutFactor'), interval: 10 })
        .toContain('Making demo data');
      killed.signal('SIGKILL');
      await killed.ended;
      const next = await launchProduct(theProgram(), options);
      const servers = (): readonly number[] => (process.platform === 'linux' ? childrenOf(next.child.pid) : []);
      try {
        await expect
          .poll(() => next.logLines().map(({ msg }) => msg), { timeout: 25_000 * inject('timeoutFactor'), interval: 50 })
          .toContain('an earlier first seed was interrupted; it starts again');
        // The seed runs in a separate process, whose memory is freed when it ends.
        const seeding = next.logLines().find(({ msg }) => msg === 'an earlier first seed was interrupted; it starts again');
        expect([next.child.pid, ...servers()]).not.toContain(seeding?.['pid']);
      } finally {
        await next.remove();
      }
    } finally {
      await killed.remove();
    }
  });

  it('is not needed when the port is in use: the start prints the error and exits', async () => {
    const port = await findFreePort();
    const first = await startProduct(theProgram(), {
      dataFolder: mkdtempSync(path.join(folder, 'data-')),
      environment: { PORT: String(port) },
    });
    try {
      for (const workers of ['1', '2']) {
        const second = await launchProduct(theProgram(), {
          dataFolder: mkdtempSync(path.join(folder, 'data-')),
          environment: { PORT: String(port), MUSTER_WORKERS: workers },
        });
        expect(await second.ended).toEqual({ code: 1, signal: null });
        expect(second.standardError()).toContain(
          `Muster cannot start. The configuration is not valid: port ${port} of 127.0.0.1 cannot be listened at (EADDRINUSE).`,
        );
      }
    } finally {
      await first.remove();
    }
  });
});

interface SlowSave {
  /** Resolves when the server has received the headers and the first half was sent. */
  readonly begun: Promise<void>;
  /** Sends the second half. */
  readonly finish: () => void;
  readonly response: Promise<{ readonly status: number; readonly id: string }>;
}

/** Starts to send a lead on a separate connection, and stops half way. */
function beginSave(product: ProductProcess, token: string, name: string): SlowSave {
  const body = JSON.stringify({ first_name: 'Slow', last_name: name, lead_status: 'new' });
  const sending: ClientRequest = request(`${product.url}/api/leads`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const response = new Promise<{ readonly status: number; readonly id: string }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, id: String((JSON.parse(text) as { readonly _id?: string })._id) }),
      );
    });
  });
  const begin = async (): Promise<void> => {
    sending.flushHeaders();
    await once(sending, 'continue');
    sending.write(body.slice(0, 20));
  };
  return { begun: begin(), finish: () => sending.end(body.slice(20)), response };
}

/** Whether a new connection is refused. */
function isRefused({ url }: ProductProcess): Promise<boolean> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
