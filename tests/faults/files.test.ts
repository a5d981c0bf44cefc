import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeApplication, readConfiguration } from '../../engine/application/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { upload } from '../support/upload.ts';
import { startProduct, useProgram } from './product-process.ts';

const MIB = 1_048_576;
const DAY = 24 * 3_600_000;
const UNSHARE = 'unshare -rm /bin/sh -c';
const canMount = spawnSync('/bin/sh', ['-c', `${UNSHARE} 'mount -t tmpfs tmpfs /mnt'`]).status === 0;
if (!canMount) console.warn('Left out: a full disk under an upload (this system lets nobody mount)');

/** Starts an upload without a content length, as a raw request. */
function beginUpload(
  url: string,
  { token }: ApiClient,
): { readonly request: ClientRequest; readonly response: Promise<{ readonly status: number; readonly text: string } | Error> } {
  const { hostname, port } = new URL(url);
  const outgoing = request({
    host: hostname,
    port,
    path: '/api/files/upload',
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
  });
  const response = new Promise<{ status: number; text: string } | Error>((resolve) => {
    outgoing.on('error', resolve);
    outgoing.on('response', (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', resolve);
    });
  });
  outgoing.write('--b\r\ncontent-disposition: form-data; name="file"; filename="long.txt"\r\n\r\n');
  return { request: outgoing, response };
}

/** Counts the files in the folder of contents: complete ones, and those that are still arriving. */
function listContents(dataFolder: string): { readonly whole: number; readonly arriving: number } {
  const names = readdirSync(path.join(dataFolder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const arriving = names.filter((entry) => path.basename(entry.parentPath) === 'arriving').length;
  return { whole: names.length - arriving, arriving };
}

describe('An upload', () => {
  const { folder, theProgram } = useProgram('files');

  it('that is interrupted by a kill leaves no visible file, and nothing at all after a day', async () => {
    const dataFolder = mkdtempSync(path.join(folder, 'kill-'));
    const product = await startProduct(theProgram(), { dataFolder });
    const admin = await product.signIn();
    expect((await upload(admin, { name: 'whole.txt', content: 'whole' })).status).toBe(201);
    const cut = beginUpload(product.url, admin);
    cut.request.write('x'.repeat(3 * MIB));
    await expect.poll(() => listContents(dataFolder)).toEqual({ whole: 1, arriving: 1 });
    product.signal('SIGKILL');
    await product.ended;
    await cut.response;
    const ahead = { by: 0 };
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const application = await composeApplication(readConfiguration({ MUSTER_DATA_DIR: dataFolder, MUSTER_SEED: 'none' }, folder), {
      watchdog: false,
      log,
      clock: { now: () => Date.now() + ahead.by },
    });
    try {
      const states = async () =>
        (await application.store.find({ collection: '_files', filter: { kind: 'constant', value: true }, sort: [], limit: 10 }))
          .map(({ document }) => document['state'])
          .sort();
      expect(await states()).toEqual(['arriving', 'ready']);
      expect(await application.uploads.removeUnused()).toBe(0);
      ahead.by = DAY + 60_000;
      expect(await application.uploads.removeUnused()).toBe(2);
      expect([await states(), listContents(dataFolder)]).toEqual([[], { whole: 0, arriving: 0 }]);
    } finally {
      await application.close();
    }
  });

  it('whose client disconnects leaves nothing', async () => {
    const dataFolder = mkdtempSync(path.join(folder, 'away-'));
    const product = await startProduct(theProgram(), { dataFolder });
    try {
      const cut = beginUpload(product.url, await product.signIn());
      cut.request.write('x'.repeat(MIB));
      await expect.poll(() => listContents(dataFolder).arriving).toBe(1);
      cut.request.destroy();
      await expect.poll(() => listContents(dataFolder)).toEqual({ whole: 0, arriving: 0 });
      expect(product.child.exitCode).toBeNull();
    } finally {
      await product.remove();
    }
  });

  it.runIf(canMount)('is rejected before it fills the disk, with or without a declared size, and records can still be saved', async () => {
    const disk = mkdtempSync(path.join(folder, 'disk-'));
    const product = await startProduct(theProgram(), {
      dataFolder: disk,
      wrap: { command: UNSHARE, script: `mount -t tmpfs -o size=100m tmpfs ${disk} && cd ${disk}` },
    });
    try {
      const inside = `/proc/${product.child.pid}/root${disk}`;
      const admin = await product.signIn();
      const FULL = { error: 'The disk is full. Nothing was saved.', code: 'store_full', details: [] };
      const announced = await upload(admin, { name: 'large.txt', content: 'x'.repeat(60 * MIB) });
      expect([announced.status, announced.body]).toEqual([503, FULL]);
      const { request: outgoing, response } = beginUpload(product.url, admin);
      for (let piece = 0; piece < 60; piece += 1) outgoing.write('x'.repeat(MIB));
      outgoing.end('\r\n--b--\r\n');
      const result = await response;
      expect(result instanceof Error ? result.message : [result.status, JSON.parse(result.text)]).toEqual([503, FULL]);
      expect(listContents(inside)).toEqual({ whole: 0, arriving: 0 });
      expect((await admin.post('/api/leads', { first_name: 'Room', last_name: 'Left', lead_status: 'new' })).status).toBe(201);
      expect((await upload(admin, { name: 'small.txt', content: 'small' })).status).toBe(201);
    } finally {
      await product.remove();
    }
  });
});

function ignore(): void {
  // The tests check outcomes, so log lines are ignored.
}
