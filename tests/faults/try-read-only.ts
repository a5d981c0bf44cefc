// Run by a test as a user who may read the file but not write it: prints what succeeds.
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { AUDIT, CHANGES, PEOPLE, saveUnit } from './record-schemas.ts';

const store = await createSqliteStore({ file: process.argv[2] ?? '' });
await store.applySchemas([PEOPLE, AUDIT, CHANGES]);
const { length } = (await store.get(PEOPLE.name, ['before'])).filter((record) => record !== undefined);
const code = await store.commit(saveUnit('after', 1)).then(
  () => 'saved',
  (error: { code?: string }) => error.code,
);
process.stdout.write(`${length} record, ${code}\n`);
await store.close();
