import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { makeConversion, type PreviewProblem, type PublishReview } from '../../registry/index.ts';
import type { CompiledField } from '#engine/model/compiled';
import { createConverter } from '#engine/model/conversions';
import { ALSO_DELETED } from '#engine/model/filter';
import { setFieldKeys, type RecordKeysDraft } from '#engine/model/keys';
import type { JsonValue } from '#engine/model/values';
import { listChangedFields, type ChangedField } from '../plan/changed-fields.ts';
import { createCounter, type CountedRecords, type RecordReader } from './count-uses.ts';

/** A field that a change makes unique, and the records that have a value which another record has too. */
export interface EqualValues extends CountedRecords {
  readonly changed: ChangedField;
}

/** The fields that a change makes unique although records, also deleted ones, have equal values. All their values are read. */
export async function findEqualValues(records: RecordReader, review: PublishReview): Promise<readonly EqualValues[]> {
  const found: EqualValues[] = [];
  for (const changed of listChangedFields(review)) {
    const { before, after } = changed;
    const isNew = after.definition.unique === true && before !== undefined && (before.definition.unique !== true || isRetyped(changed));
    // A field without a key, such as an encrypted one, has no unique index.
    if (isNew && after.keys.length > 0) found.push({ changed, ...(await countEqualValues(records, changed, before)) });
  }
  return found.filter(({ count }) => count > 0);
}

function isRetyped({ before, after }: ChangedField): boolean {
  return before !== undefined && before.definition.inputType !== after.definition.inputType;
}

async function countEqualValues(records: RecordReader, { module, after }: ChangedField, before: CompiledField): Promise<CountedRecords> {
  const { name } = before;
  const convert = makeConverter(before, after);
  const firsts = new Map<string, { readonly _id: string } | undefined>();
  const counter = createCounter();
  const filter = { and: [{ [name]: { exists: true } }, ALSO_DELETED] };
  for await (const record of records.stream(SYSTEM_ACTOR, { module: module.name, filter, fields: ['name', name] })) {
    const keys: RecordKeysDraft = {};
    setFieldKeys(after, convert(record[name] ?? undefined), keys);
    const value = JSON.stringify(keys[after.keys[0]?.id ?? after.id] ?? null);
    if (value === 'null') continue;
    if (!firsts.has(value)) firsts.set(value, record);
    else {
      const first = firsts.get(value);
      if (first !== undefined) counter.add(first);
      counter.add(record);
      firsts.set(value, undefined);
    }
  }
  return counter.result();
}

/** What a value will be: the same, or what the conversion that has begun or is planned makes of it. */
function makeConverter(before: CompiledField, after: CompiledField): (value: JsonValue | undefined) => JsonValue | undefined {
  if (before.definition.inputType === after.definition.inputType) return (value) => value;
  if (before.upcoming !== undefined) return before.upcoming.convert;
  const convert = createConverter(makeConversion({ before, after }, 'UTC'));
  return (value) => {
    const result = convert(value);
    return result.ok ? result.value : undefined;
  };
}

/** The equal values as problems of the modules. */
export function describeEqualValues(equal: readonly EqualValues[]): readonly PreviewProblem[] {
  return equal.map(({ changed: { now, after }, count }) => ({
    file: `module/${now.name}`,
    path: `/fields/${after.name}/unique`,
    cause: `${count} records have a value of ${after.label} that another record has too.`,
    kind: 'module',
    id: now.id,
    place: {
      kind: 'module',
      id: now.id,
      artifact: `module/${now.name}`,
      field: { id: after.definition.id, label: after.label },
      path: '/unique',
    },
  }));
}

/** Errors: `values_not_unique`. */
export async function assertNoEqualValues(records: RecordReader, review: PublishReview): Promise<void> {
  const equal = await findEqualValues(records, review);
  const [first] = equal;
  if (first === undefined) return;
  throw new MusterError('values_not_unique', {
    values: { count: String(first.count), field: first.changed.after.label },
    data: {
      fields: equal.map(({ changed: { now, after }, count, examples }) => ({ module: now.name, field: after.name, count, examples })),
    },
  });
}
