import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { createSqliteStore } from '../../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../../engine/ports/index.ts';
import { isFullRun } from '../../support/full-run.ts';
import { describeRecordsContract } from './describe-records-contract.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'muster-records-'));
const files = new Map<StorePort, string>();

async function open(file: string, queryCache: boolean): Promise<StorePort> {
  const store = await createSqliteStore({ file, queryCache });
  files.set(store, file);
  return store;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every byte of the file, its log and the other files next to it. */
async function readRaw(store: StorePort): Promise<string> {
  const name = path.basename(files.get(store) ?? '');
  return readdirSync(folder)
    .filter((file) => file.startsWith(name))
    .map((file) => readFileSync(path.join(folder, file), 'latin1'))
    .join('\n');
}

function describeOn(name: string, queryCache: boolean): void {
  describeRecordsContract(
    name,
    () => open(path.join(folder, `${files.size}.sqlite`), queryCache),
    (store) => open(files.get(store) ?? '', queryCache),
    readRaw,
  );
}

describeOn('SQLite', true);
if (isFullRun) describeOn('SQLite without its query cache', false);
