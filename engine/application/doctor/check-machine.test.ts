import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkNode, checkSecret, describeDisk } from './check-machine.ts';

const GIGABYTE = 1024 ** 3;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'muster-machine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('refuses an old Node.js', () => {
  expect(['18.20.4', '20.18.9', '20.19.0', '24.1.0'].map((version) => checkNode(version).state)).toEqual([
    'problem',
    'problem',
    'ok',
    'ok',
  ]);
});

it('warns of a disk that is nearly full', () => {
  expect(describeDisk(50 * GIGABYTE, 100 * GIGABYTE, '/data')).toMatchObject({
    state: 'ok',
    text: '50 GB free (50 %) on the disk of /data.',
  });
  expect(describeDisk(9 * GIGABYTE, 100 * GIGABYTE, '/data').state).toBe('warning');
  expect(describeDisk(GIGABYTE / 8, 100 * GIGABYTE, '/data').state).toBe('problem');
});

it('checks that the secret is there, long enough, and readable by its owner alone', async () => {
  const check = async (): Promise<string> => (await checkSecret({ secret: undefined, dataFolder: folder })).state;
  expect((await checkSecret({ secret: 'x'.repeat(32), dataFolder: folder })).state).toBe('ok');
  expect(await check()).toBe('problem');
  writeFileSync(path.join(folder, 'secret'), 'short', { mode: 0o600 });
  expect(await check()).toBe('problem');
  writeFileSync(path.join(folder, 'secret'), 'x'.repeat(64));
  expect(await check()).toBe('ok');
  chmodSync(path.join(folder, 'secret'), 0o640);
  expect(await checkSecret({ secret: undefined, dataFolder: folder })).toMatchObject({
    state: 'problem',
    advice: `Run: chmod 600 ${path.join(folder, 'secret')}`,
  });
});
