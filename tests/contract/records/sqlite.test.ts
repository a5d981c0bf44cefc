import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { createSqliteStore } from '../../../engine/adapters/sqlite/index.ts';
import { describeRecordsContract } from './describe-records-contract.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'muster-records-'));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeRecordsContract('SQLite', () => createSqliteStore({ file: path.join(folder, `${(count += 1)}.sqlite`) }));
