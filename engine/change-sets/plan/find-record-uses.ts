import type { CompiledModule } from '#engine/model/compiled';
import { toText, type JsonValue } from '#engine/model/values';
import type { PlannedReference } from '#engine/model/wire';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import {
  findSubjectField,
  listNamingFields,
  visitNames,
  type NamingField,
  type RecordOperations,
  type VisibleRecord,
} from '../../records/index.ts';
import { createNameResolver, type DefinitionSnapshot } from '../../registry/index.ts';
import type { ChangedFields } from '../contract.ts';

/** Records of one module that are searched for names of fields. */
const MAX_RECORDS = 10_000;
/** Records of one module that are listed because they have the name of a module. */
const MAX_LISTED = 100;

/** The records that refer to what changes, and sentences about those that the list lacks because there are too many. */
export interface RecordUses {
  readonly references: readonly PlannedReference[];
  readonly notes: readonly string[];
}

/** What changes: fields, and the names of modules that get another name or are not there afterwards. */
export interface ChangedNames {
  readonly fields: ChangedFields;
  readonly modules: ReadonlySet<string>;
}

/**
 * The records that name one of these modules, in fields for modules, or one of these fields, such as columns, groups and filters of stored
 * lists: in fields with `fieldsOf`, `propertiesOf` and `filterOf`. Earlier names of modules and fields are followed.
 */
export async function findRecordUses(
  records: Pick<RecordOperations, 'find'>,
  snapshot: DefinitionSnapshot,
  { fields, modules }: ChangedNames,
): Promise<RecordUses> {
  const references: PlannedReference[] = [];
  const notes: string[] = [];
  for (const module of modules.size === 0 ? [] : snapshot.modules.values()) {
    const uses = await findModuleUses(records, module, modules);
    references.push(...uses.references);
    notes.push(...uses.notes);
  }
  if ([...fields.values()].every(({ size }) => size === 0)) return { references, notes };
  for (const module of snapshot.modules.values()) {
    const naming = listNamingFields(module);
    if (naming.length === 0) continue;
    const about = await readModules(records, snapshot, module, naming);
    const names = [module.nameField, ...naming.flatMap(({ field, sources }) => [field.name, ...sources])];
    const { data, isCut } = await readAll(records, module, names);
    if (isCut) notes.push(`Only the first ${formatCount(MAX_RECORDS)} records of ${module.label} were searched for names of fields.`);
    for (const record of data) references.push(...findInRecord({ module, record, naming, about }, fields, snapshot));
  }
  return { references, notes };
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** The records whose fields for modules have one of these names. */
async function findModuleUses(
  records: Pick<RecordOperations, 'find'>,
  module: CompiledModule,
  names: ReadonlySet<string>,
): Promise<RecordUses> {
  const references: PlannedReference[] = [];
  const notes: string[] = [];
  const fields = [...module.fields.values()].filter(({ definition }) => ['Module', 'MultiModule'].includes(definition.inputType));
  for (const { name: field, label } of fields) {
    const filter = { [field]: { in: [...names] } };
    const { data, total } = await records.find(SYSTEM_ACTOR, {
      module: module.name,
      filter,
      fields: [field, module.nameField],
      limit: MAX_LISTED,
    });
    for (const record of data)
      for (const value of [record[field]].flat())
        if (typeof value === 'string' && names.has(value))
          references.push({ target: `module/${value}`, from: nameRecord(module, record), path: `/${field}` });
    if (total > data.length)
      notes.push(`${formatCount(total)} records of ${module.label} name the module in ${label}; ${data.length} of them are listed.`);
  }
  return { references, notes };
}

function nameRecord(module: CompiledModule, record: VisibleRecord): string {
  return `record/${module.labelSingular}: ${toText(record[module.nameField] ?? '') || record._id}`;
}

/** The modules that the related records of a module are about, by id, for fields that name fields by a related record. */
async function readModules(
  records: Pick<RecordOperations, 'find'>,
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  naming: readonly NamingField[],
): Promise<ReadonlyMap<string, JsonValue>> {
  const refs = new Set(naming.flatMap(({ sources }) => sources.flatMap((source) => module.fields.get(source)?.refs ?? [])));
  const about = new Map<string, JsonValue>();
  for (const ref of refs) {
    const other = snapshot.module(ref);
    const subject = other && findSubjectField(other)?.name;
    if (other === undefined || subject === undefined) continue;
    for (const { _id, [subject]: name = null } of (await readAll(records, other, [subject])).data) about.set(_id, name);
  }
  return about;
}

async function readAll(
  records: Pick<RecordOperations, 'find'>,
  module: CompiledModule,
  fields: readonly string[],
): Promise<{ readonly data: readonly VisibleRecord[]; readonly isCut: boolean }> {
  const known = [...new Set(fields)].filter((name) => module.fields.has(name));
  const query = { module: module.name, fields: known, limit: MAX_RECORDS, totalLimit: MAX_RECORDS + 1 };
  const { data, total } = await records.find(SYSTEM_ACTOR, query);
  return { data, isCut: total > MAX_RECORDS };
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
  const from = nameRecord(module, record);
  for (const one of naming) {
    const value = one.sources.map((source) => record[source]).find((given) => typeof given === 'string' && given !== '');
    const named = typeof value === 'string' ? (about.get(value) ?? value) : null;
    const of = typeof named === 'string' ? snapshot.module(names.module(named)) : undefined;
    if (of === undefined) continue;
    visitNames(one, record[one.field.name], of, snapshot, (used, name) => {
      const head = used.fields.has(name) ? name : (name.split('.')[0] ?? '');
      if (changed.get(used)?.has(head) !== true) return;
      const [target, path] = [`field/${used.name}.${head}`, `/${one.field.name}`];
      uses.set(`${target} ${path}`, { target, from, path });
    });
  }
  return [...uses.values()];
}
