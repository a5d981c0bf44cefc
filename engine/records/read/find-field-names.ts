import { SYSTEM_ACTOR } from '../../access/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { toText, type JsonObject, type JsonValue } from '#engine/model/values';
import type { RecordOperations } from '../contract.ts';

/** A record whose fields name a field of a module. */
export interface NamingRecord {
  /** '<module>/<name of the record>'. */
  readonly from: string;
  /** '/<field>'. */
  readonly path: string;
  /** Name of the field that it names. */
  readonly field: string;
}

/** Records of each module that are read. */
const MAX_RECORDS = 500;

/**
 * Records that name one of these fields of a module in a field with `fieldsOf`, such as the columns of a report. Errors: of the store.
 */
export async function findNamingRecords(
  records: Pick<RecordOperations, 'find'>,
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  fields: ReadonlySet<string>,
): Promise<readonly NamingRecord[]> {
  const found: NamingRecord[] = [];
  for (const other of snapshot.modules.values()) {
    for (const [filter, naming] of groupByFilter(snapshot, module, other)) {
      const { data } = await records.find(SYSTEM_ACTOR, {
        module: other.name,
        filter: JSON.parse(filter) as JsonObject,
        fields: [other.nameField, ...naming.map(({ name }) => name)],
        limit: MAX_RECORDS,
      });
      for (const record of data) {
        const from = `${other.name}/${toText(record[other.nameField])}`;
        for (const field of naming)
          for (const name of new Set(listNames(field, record[field.name])))
            if (fields.has(name)) found.push({ from, path: `/${field.name}`, field: name });
      }
    }
  }
  return found;
}

/** The fields of a module that name fields of another, by the filter that finds the records about it. */
function groupByFilter(
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  other: CompiledModule,
): ReadonlyMap<string, readonly CompiledField[]> {
  const groups = new Map<string, CompiledField[]>();
  for (const field of other.fields.values()) {
    const parent = sourceOf(field);
    const terms = parent === undefined ? undefined : termsOf(snapshot, module, other.fields.get(parent));
    if (terms === undefined) continue;
    const key = JSON.stringify(terms);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return groups;
}

function sourceOf({ definition }: CompiledField): string | undefined {
  return definition.fieldsOf ?? definition.entry?.columns?.find(({ fieldsOf }) => fieldsOf !== undefined)?.fieldsOf;
}

/** The field that says which module is meant names it, or relates to a record that does. */
function termsOf(snapshot: DefinitionSnapshot, module: CompiledModule, parent: CompiledField | undefined): JsonObject | undefined {
  if (parent === undefined) return undefined;
  if (parent.definition.inputType === 'Module') return { [parent.name]: { equals: module.name } };
  const related = parent.definition.inputType === 'Relate' ? snapshot.module(parent.refs[0] ?? '') : undefined;
  const inner = [...(related?.fields.values() ?? [])].find(({ definition }) => definition.inputType === 'Module');
  return inner === undefined ? undefined : { [parent.name]: { related: { [inner.name]: { equals: module.name } } } };
}

/** The names in a value: a text, a list of them, or entries with a column of them; of parts of a field, the field. */
function listNames({ definition }: CompiledField, value: JsonValue | undefined): readonly string[] {
  const columns = new Set(definition.entry?.columns?.flatMap(({ fieldName, fieldsOf }) => (fieldsOf === undefined ? [] : [fieldName])));
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const names = list.flatMap((one): readonly string[] => {
    if (typeof one === 'string') return [one];
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return [];
    return Object.entries(one).flatMap(([name, inner]) => (columns.has(name) && typeof inner === 'string' ? [inner] : []));
  });
  return names.map((name) => name.split('.')[0] ?? name);
}
