import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { visitFilterFields } from '#engine/model/filter';
import { toText, type JsonValue } from '#engine/model/values';
import type { PlannedReference } from '#engine/model/wire';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import type { RecordOperations, VisibleRecord } from '../../records/index.ts';
import { createNameResolver, type DefinitionSnapshot } from '../../registry/index.ts';
import type { ChangedFields } from '../contract.ts';

/** Records of one module that are searched. */
const MAX_RECORDS = 10_000;

/** Calls back for each field that a value names, with its module. */
type Visit = (module: CompiledModule, name: string) => void;

/** A field whose values name fields of the module that `source` leads to. */
interface NamingField {
  readonly field: CompiledField;
  readonly source: string;
  readonly visit: (value: JsonValue, module: CompiledModule, visit: Visit) => void;
}

/**
 * The records that name one of these fields, such as columns, groups and filters of stored lists: in fields with `fieldsOf`, `propertiesOf`
 * and `filterOf`. Earlier names of modules and fields are followed.
 */
export async function findRecordUses(
  records: Pick<RecordOperations, 'find'>,
  snapshot: DefinitionSnapshot,
  changed: ChangedFields,
): Promise<readonly PlannedReference[]> {
  const found: PlannedReference[] = [];
  if ([...changed.values()].every(({ size }) => size === 0)) return found;
  for (const module of snapshot.modules.values()) {
    const naming = listNamingFields(module, snapshot);
    if (naming.length === 0) continue;
    const about = await readModules(records, snapshot, module, naming);
    for (const record of await readAll(records, module, [module.nameField, ...naming.flatMap(({ field, source }) => [field.name, source])]))
      found.push(...findInRecord({ module, record, naming, about }, changed, snapshot));
  }
  return found;
}

function listNamingFields(module: CompiledModule, snapshot: DefinitionSnapshot): readonly NamingField[] {
  const names = createNameResolver(snapshot);
  const visitNames = (values: readonly (JsonValue | undefined)[], of: CompiledModule, visit: Visit): void => {
    for (const name of values) if (typeof name === 'string' && name !== '') visit(of, names.field(of, name));
  };
  return [...module.fields.values()].flatMap((field): readonly NamingField[] => {
    const { fieldsOf, propertiesOf, filterOf, entry } = field.definition;
    const own: NamingField[] = [];
    if (fieldsOf !== undefined) own.push({ field, source: fieldsOf, visit: (value, of, visit) => visitNames([value].flat(), of, visit) });
    if (propertiesOf !== undefined)
      own.push({
        field,
        source: propertiesOf,
        visit: (value, of, visit) => visitNames(isObject(value) ? Object.keys(value) : [], of, visit),
      });
    if (filterOf !== undefined)
      own.push({
        field,
        source: filterOf,
        visit: (value, of, visit) => {
          if (isObject(value)) visitFilterFields(names.filter(of, value), of, snapshot, visit);
        },
      });
    for (const { fieldName, fieldsOf: source } of entry?.columns ?? []) {
      if (source === undefined) continue;
      const cellsOf = (value: JsonValue) => [value].flat().map((row) => (isObject(row) ? row[fieldName] : undefined));
      own.push({ field, source, visit: (value, of, visit) => visitNames(cellsOf(value), of, visit) });
    }
    return own;
  });
}

/** The modules that the related records of a module are about, by id, for fields that name fields by a related record. */
async function readModules(
  records: Pick<RecordOperations, 'find'>,
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  naming: readonly NamingField[],
): Promise<ReadonlyMap<string, JsonValue>> {
  const refs = new Set(naming.flatMap(({ source }) => module.fields.get(source)?.refs ?? []));
  const about = new Map<string, JsonValue>();
  for (const ref of refs) {
    const other = snapshot.module(ref);
    const subject = [...(other?.fields.values() ?? [])].find(({ definition }) => definition.inputType === 'Module')?.name;
    if (other === undefined || subject === undefined) continue;
    for (const { _id, [subject]: name = null } of await readAll(records, other, [subject])) about.set(_id, name);
  }
  return about;
}

async function readAll(
  records: Pick<RecordOperations, 'find'>,
  module: CompiledModule,
  fields: readonly string[],
): Promise<readonly VisibleRecord[]> {
  const known = [...new Set(fields)].filter((name) => module.fields.has(name));
  const { data } = await records.find(SYSTEM_ACTOR, { module: module.name, fields: known, limit: MAX_RECORDS, totalLimit: 1 });
  return data;
}

interface SearchedRecord {
  readonly module: CompiledModule;
  readonly record: VisibleRecord;
  readonly naming: readonly NamingField[];
  readonly about: ReadonlyMap<string, JsonValue>;
}

function findInRecord(
  { module, record, naming, about }: SearchedRecord,
  changed: ChangedFields,
  snapshot: DefinitionSnapshot,
): readonly PlannedReference[] {
  const uses = new Map<string, PlannedReference>();
  const names = createNameResolver(snapshot);
  const from = `record/${module.labelSingular}: ${toText(record[module.nameField] ?? '') || record._id}`;
  for (const { field, source, visit } of naming) {
    const value = record[source];
    const named = typeof value === 'string' ? (about.get(value) ?? value) : null;
    const of = typeof named === 'string' ? snapshot.module(names.module(named)) : undefined;
    if (of === undefined) continue;
    visit(record[field.name] ?? null, of, (used, name) => {
      const head = used.fields.has(name) ? name : (name.split('.')[0] ?? '');
      if (changed.get(used)?.has(head) !== true) return;
      const [target, path] = [`field/${used.name}.${head}`, `/${field.name}`];
      uses.set(`${target} ${path}`, { target, from, path });
    });
  }
  return [...uses.values()];
}
