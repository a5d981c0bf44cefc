import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLocalFiles } from '../../../engine/adapters/local-files/index.ts';
import { describeFilesContract } from './describe-files-contract.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'muster-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const list = (): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

describeFilesContract(
  'a local folder',
  async () => createLocalFiles({ folder }),
  async (id) => list().filter((name) => name.endsWith(id)).length,
);

it('makes the folder unreadable for other users, and rejects ids that are paths', async () => {
  const files = createLocalFiles({ folder });
  const id = '01900000-0000-7000-8000-0000000000aa';
  await files.put(
    id,
    (async function* () {
      yield Buffer.from('x');
    })(),
  );
  expect(statSync(path.join(folder, 'aa', id)).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(folder, 'aa')).mode & 0o777).toBe(0o700);
  for (const odd of ['../secret', '/etc/passwd', `${id}/..`, ''])
    await expect(files.open(odd)).rejects.toMatchObject({ code: 'file_not_found' });
});
