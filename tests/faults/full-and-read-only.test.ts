import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { AUDIT, CHANGES, PEOPLE, saveUnit } from './record-schemas.ts';

const SCHEMAS = [PEOPLE, AUDIT, CHANGES];
const NOBODY = 65_534;

describe('a full disk, a file that is not writable', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-faults-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const people = async (store: StorePort): Promise<number> =>
    (await store.count({ collection: PEOPLE.name, filter: { kind: 'constant', value: true } })).total;

  it('throws store_full, keeps saved records, still reads, and saves again once there is space', async () => {
    const file = path.join(folder, 'full.sqlite');
    const small = await createSqliteStore({ file, maximumPages: 160 });
    await small.applySchemas(SCHEMAS);
    let saved = 0;
    let code: unknown;
    while (code === undefined && saved < 10_000) {
      const results = await Promise.allSettled(Array.from({ length: 8 }, (_, place) => small.commit(saveUnit(`p${saved}-${place}`, 1))));
      for (const result of results) {
        if (result.status === 'fulfilled') saved += 1;
        else code = (result.reason as { code?: unknown }).code;
      }
    }
    expect(code).toBe('store_full');
    expect(saved).toBeGreaterThan(0);
    expect(await people(small)).toBe(saved);
    // The remaining space may suffice for some single saves.
    let last: unknown;
    for (let tries = 0; tries < 100 && last === undefined; tries += 1)
      await small.commit(saveUnit(`last-${tries}`, 1)).then(
        () => (saved += 1),
        (error: unknown) => (last = error),
      );
    expect(last).toMatchObject({ code: 'store_full', status: 503 });
    expect(await people(small)).toBe(saved);
    await small.close();

    const roomy = await createSqliteStore({ file });
    await roomy.applySchemas(SCHEMAS);
    expect(await people(roomy)).toBe(saved);
    expect(await roomy.commit(saveUnit('one-more', 1))).toMatchObject({ committed: true });
    await roomy.close();
  });

  it('reads and throws store_read_only when the file is not writable', async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'muster-read-only-'));
    const file = path.join(own, 'read-only.sqlite');
    const store = await createSqliteStore({ file });
    await store.applySchemas(SCHEMAS);
    await store.commit(saveUnit('before', 1));
    await store.close();
    // The root user may write anything, so the child process runs as another user.
    const isAdministrator = process.getuid?.() === 0;
    if (isAdministrator) chownSync(own, NOBODY, NOBODY);
    chmodSync(file, 0o444);
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(import.meta.dirname, 'try-read-only.ts'), file],
      isAdministrator ? { uid: NOBODY, gid: NOBODY } : {},
    );
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    await new Promise((resolve) => child.on('close', resolve));
    expect(output.trim()).toBe('1 record, store_read_only');
    rmSync(own, { recursive: true, force: true });
  });

  it('refuses a file that is not a database, and one of a newer program with both layout versions', async () => {
    const text = path.join(folder, 'text.sqlite');
    writeFileSync(text, 'this is a letter and not a database, and long enough to be read as a header of one\n'.repeat(20));
    await expect(createSqliteStore({ file: text })).rejects.toMatchObject({
      code: 'store_refused',
      message: expect.stringContaining(text) as string,
    });
    const newer = path.join(folder, 'newer.sqlite');
    const db = new Database(newer);
    db.pragma('user_version = 99');
    db.close();
    await expect(createSqliteStore({ file: newer })).rejects.toMatchObject({
      code: 'store_refused',
      message: expect.stringMatching(/layout is 99.*up to 2/) as string,
    });
  });
});
