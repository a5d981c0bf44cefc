import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { isFullRun } from '../support/full-run.ts';
import { AUDIT, CHANGES, NAME, PEOPLE, RECORD, TAGS } from './record-schemas.ts';

const KILLS = isFullRun ? 20 : 3;

interface ReportedSaves {
  /** Highest acknowledged version of each record. */
  readonly saved: Map<string, number>;
  /** Highest version that was attempted. */
  readonly tried: Map<string, number>;
}

/** Starts a process that saves, kills it while it saves, and returns what it had printed. */
async function saveAndKill(file: string, round: number): Promise<ReportedSaves> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'save-until-killed.ts'), file, `r${round}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  let killScheduled = false;
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    if (killScheduled || !output.includes('saved ')) return;
    killScheduled = true;
    // At any time in the first moments: while the write-ahead log is short, long, or being checkpointed.
    setTimeout(() => child.kill('SIGKILL'), 10 + ((round * 37) % 200));
  });
  const signal = await ended;
  expect(signal, complaints).toBe('SIGKILL');
  return readLines(output);
}

function readLines(output: string): ReportedSaves {
  const reported: ReportedSaves = { saved: new Map(), tried: new Map() };
  for (const line of output.slice(0, output.lastIndexOf('\n')).split('\n')) {
    const [what, id = '', version] = line.split(' ');
    (what === 'saved' ? reported.saved : reported.tried).set(id, Number(version));
  }
  return reported;
}

async function versionsOf(store: StorePort, collection: string, id: string): Promise<number[]> {
  const found = await store.find({ collection, filter: { kind: 'equals', key: RECORD, values: [id] }, sort: [], limit: 1000 });
  return found.map((record) => Number(record.document['of'])).sort((a, b) => a - b);
}

/** Checks that each save is complete or absent, and that no acknowledged save is absent. Returns the number of existing records. */
async function checkSaves(store: StorePort, reported: ReportedSaves): Promise<number> {
  let stored = 0;
  for (const [id, tried] of reported.tried) {
    const [record] = await store.get(PEOPLE.name, [id]);
    const version = record?.document._version ?? 0;
    expect(version, id).toBeGreaterThanOrEqual(reported.saved.get(id) ?? 0);
    expect(version, id).toBeLessThanOrEqual(tried);
    const whole = Array.from({ length: version }, (_, index) => index + 1);
    expect(await versionsOf(store, AUDIT.name, id), id).toEqual(whole);
    expect(await versionsOf(store, CHANGES.name, id), id).toEqual(whole);
    if (!record) continue;
    stored += 1;
    expect(record.document['name']).toBe(`Person ${id} v${version}`);
    const found = { collection: PEOPLE.name, sort: [], limit: 5 };
    for (const filter of [
      { kind: 'equals', key: NAME, values: [`person ${id} v${version}`] },
      { kind: 'contains', key: NAME, text: `person ${id} v${version}` },
      {
        kind: 'all',
        nodes: [
          { kind: 'equals', key: TAGS, values: [`v${version}`] },
          { kind: 'startsWith', key: NAME, text: `person ${id} v` },
        ],
      },
    ] as const)
      expect(
        (await store.find({ ...found, filter })).map((one) => one.document._id),
        id,
      ).toEqual([id]);
  }
  return stored;
}

describe('SIGKILL during concurrent commits to one SQLite file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-kill-'));
  const file = path.join(folder, 'store.sqlite');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    `loses no acknowledged save and leaves no partial one, ${KILLS} times`,
    async () => {
      let stored = 0;
      let acknowledged = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const reported = await saveAndKill(file, round);
        acknowledged += reported.saved.size;
        const store = await createSqliteStore({ file });
        await store.applySchemas([PEOPLE, AUDIT, CHANGES]);
        stored += await checkSaves(store, reported);
        expect((await store.count({ collection: PEOPLE.name, filter: { kind: 'constant', value: true } })).total).toBe(stored);
        await store.close();
      }
      expect(acknowledged).toBeGreaterThan(KILLS * 4);
      const db = new Database(file, { readonly: true });
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
    },
    600_000 * inject('timeoutFactor'),
  );

  it('is safe because the writing connection waits for the disk', async () => {
    const store = await createSqliteStore({ file });
    expect(await store.writerSetting('synchronous')).toBe(2);
    expect(store.capabilities.durability).toBe('journal_mode=wal synchronous=2');
    await store.close();
  });
});
