// Run by the kill test: saves with sixteen concurrent writers and prints each save to standard output, until it is killed.
import { writeSync } from 'node:fs';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { AUDIT, CHANGES, PEOPLE, saveUnit } from './record-schemas.ts';

const [file = '', prefix = ''] = process.argv.slice(2);
const store = await createSqliteStore({ file });
await store.applySchemas([PEOPLE, AUDIT, CHANGES]);

/** Written synchronously and completely: nothing is buffered in this process when it is killed. */
function printLine(line: string): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // The pipe is full until the other process has read from it.
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
  }
}

async function saveOn(place: number): Promise<void> {
  for (let number = 0; ; number += 1) {
    const id = `${prefix}-${place}-${number}`;
    for (let version = 1; version <= 3; version += 1) {
      printLine(`try ${id} ${version}`);
      const result = await store.commit(saveUnit(id, version));
      if (!result.committed) throw new Error(`refused: ${JSON.stringify(result.conflicts)}`);
      printLine(`saved ${id} ${version}`);
    }
  }
}

await Promise.all(Array.from({ length: 16 }, (_, place) => saveOn(place)));
