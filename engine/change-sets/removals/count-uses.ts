import { SYSTEM_ACTOR } from '../../access/index.ts';
import { replaceValue, type RecordOperations, type RemovedOption } from '../../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { ALSO_DELETED } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { RemovedField } from './removed-parts.ts';

/** Reads the records of modules. */
export type RecordReader = Pick<RecordOperations, 'find' | 'stream'>;

/** How many records match, and up to five of them. */
export interface CountedRecords {
  readonly count: number;
  readonly examples: readonly { readonly _id: string; readonly name: string }[];
}

const MAX_EXAMPLES = 5;

/** The records of a module that match a filter. */
export async function countRecords(records: RecordReader, module: CompiledModule, filter: JsonObject): Promise<CountedRecords> {
  const { total, data } = await records.find(SYSTEM_ACTOR, { module: module.name, filter, limit: MAX_EXAMPLES, fields: ['name'] });
  return { count: total, examples: data.map(toExample) };
}

/** All records of a module, also deleted ones. */
export function countAll(records: RecordReader, module: CompiledModule): Promise<CountedRecords> {
  return countRecords(records, module, ALSO_DELETED);
}

/** The records that have a value of a field, also deleted ones. */
export function countFieldUses(records: RecordReader, { module, field }: RemovedField): Promise<CountedRecords> {
  const filter = { [field.name]: field.type.comparison === 'boolean' ? true : { exists: true } };
  return countRecords(records, module, { and: [filter, ALSO_DELETED] });
}

/** The records that have an option, also deleted ones. Encrypted values and those in entries cannot be searched for: they are read. */
export function countOptionUses(records: RecordReader, { module, field, column, value }: RemovedOption): Promise<CountedRecords> {
  if (column === undefined && field.definition.sensitive !== true)
    return countRecords(records, module, { and: [{ [field.name]: { in: [value] } }, ALSO_DELETED] });
  return scanRecords(
    records,
    { module, field },
    (stored) => replaceValue(stored, { column: column?.path ?? null, value, to: null }) !== undefined,
  );
}

/** The records with a value of a field that a test accepts, also deleted ones: all values are read. */
export async function scanRecords(
  records: RecordReader,
  { module, field }: RemovedField,
  accepts: (value: JsonObject[string]) => boolean,
): Promise<CountedRecords> {
  const counter = createCounter();
  const filter = { and: [{ [field.name]: { exists: true } }, ALSO_DELETED] };
  for await (const record of records.stream(SYSTEM_ACTOR, { module: module.name, filter, fields: ['name', field.name] }))
    if (accepts(record[field.name] ?? null)) counter.add(record);
  return counter.result();
}

type NamedRecord = Parameters<typeof toExample>[0];

/** Counts records that are read one after the other. */
export function createCounter(): { readonly add: (record: NamedRecord) => void; readonly result: () => CountedRecords } {
  let count = 0;
  const examples: CountedRecords['examples'][number][] = [];
  return {
    add: (record) => {
      count += 1;
      if (examples.length < MAX_EXAMPLES) examples.push(toExample(record));
    },
    result: () => ({ count, examples }),
  };
}

function toExample(record: { readonly _id: string; readonly [name: string]: unknown }): CountedRecords['examples'][number] {
  return { _id: record._id, name: typeof record['name'] === 'string' ? record['name'] : record._id };
}
