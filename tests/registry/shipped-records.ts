import { makeKeys } from '#engine/model/keys';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { fixtureId } from '#tests/support';
import type { StorePort } from '../../engine/ports/index.ts';

/** Number of records per module: enough that a store prefers an index to a scan. */
const RECORDS = 1_500;
const ROUND = 500;
/** Number of records that relations and lists point to. */
const POINTED = 60;

const day = (number: number): string => `20${20 + (number % 6)}-0${1 + (number % 9)}-${10 + (number % 18)}`;
const pointed = (number: number): string => fixtureId(number % POINTED);
const at = <T>(items: readonly T[], number: number): T | null => items[number % items.length] ?? null;

const SCALARS: { readonly [inputType: string]: (number: number, field: CompiledField) => JsonValue } = {
  TextField: (number) => `Text${number}`,
  TextArea: (number) => `Text${number} and more`,
  Url: (number) => `https://example.com/${number}`,
  File: (number) => `/api/files/${fixtureId(number)}`,
  EmailAddress: (number) => [{ email_address: `person${number}@example.com`, primary: true, opt_out: false, invalid_email: false }],
  Phone: (number) => `404555${String(1000 + (number % 9000))}`,
  Number: (number) => number,
  Currency: (number) => number / 4,
  AutoIncrement: (number) => number + 1,
  Checkbox: (number) => number % 3 === 0,
  Date: day,
  DateTime: (number) => `${day(number)}T10:20:30.000Z`,
  Dropdown: (number, field) => at(field.dropdown?.options ?? [], number)?.value ?? null,
  MultiSelect: (number, field) => [at(field.dropdown?.options ?? [], number)?.value ?? ''],
  Module: (number) => at(['leads', 'jobs', 'subs', 'accounts', 'providers', 'activities'], number),
  Relate: (number, field) => (field.definition.unique === true ? fixtureId(number) : pointed(number)),
  MultiRelate: (number) => [pointed(number), pointed(number + 7)],
  FlexRelate: (number, field) => ({ module: field.refs[0] ?? 'leads', id: pointed(number) }),
  MultiFlexRelate: (number, field) => [{ module: field.refs[0] ?? 'leads', id: pointed(number) }],
  Address: (number) => ({
    street: `${number} Main Street`,
    city: `City${number % 300}`,
    state: at(['TX', 'GA', 'OH', 'CA', 'NY', 'FL', 'WA', 'CO'], number) ?? '',
    zip: String(10_000 + (number % 900)),
  }),
  ListField: (number) => [`key${number}`],
};

/** The value of a field in the record with this number. */
export function valueOf(field: CompiledField, number: number): JsonValue {
  if (field.name === 'deleted') return false;
  return SCALARS[field.definition.inputType]?.(number, field) ?? null;
}

function recordOf(module: CompiledModule, number: number): RecordDocument {
  const fields: { [name: string]: JsonValue } = {};
  for (const field of module.fields.values()) {
    const value = valueOf(field, number);
    if (value !== null) fields[field.name] = value;
  }
  return { ...fields, _id: fixtureId(number), _version: 1 };
}

/** Inserts records that fill every field of a module into its existing collection. */
export async function fillModule(store: StorePort, module: CompiledModule): Promise<void> {
  for (let start = 0; start < RECORDS; start += ROUND) {
    const documents = Array.from({ length: ROUND }, (_, index) => recordOf(module, start + index));
    const { committed } = await store.commit({
      writes: documents.map((document) => ({
        kind: 'insert',
        collection: module.storage.name,
        document,
        keys: makeKeys(module, document),
        definitionVersion: module.definitionVersion,
      })),
    });
    if (!committed) throw new Error(`The records of ${module.name} were not written`);
  }
}
