import { getFieldType, type CompiledModule, type JsonValue, type RecordDocument } from '#engine/model';
import type { DefinitionProblem } from '../problem.ts';

/** What happened to a field's name in one version of the definitions: renamed, or gone (`to` is absent). */
export interface FieldChange {
  readonly version: number;
  readonly from: string;
  readonly to?: string;
}

/** All changes to the names of a module's fields, oldest first. */
export type ModuleHistory = readonly FieldChange[];

/** Brings a stored record to the fields that its module has now. Answers the same object when there is nothing to do. */
export type UpgradeDocument = (module: CompiledModule, stored: { readonly document: RecordDocument; readonly definitionVersion: number }) => RecordDocument;

/** An upgrader for these histories (by stable id of the module). */
export function createUpgrader(histories: ReadonlyMap<string, ModuleHistory>): UpgradeDocument {
  const latest = new Map([...histories].map(([id, history]) => [id, history.at(-1)?.version ?? 0]));
  return (module, stored) => {
    if (stored.definitionVersion >= (latest.get(module.id) ?? 0)) return stored.document;
    return applyHistory(stored.document, stored.definitionVersion, histories.get(module.id) ?? []);
  };
}

/** Changes of one version happen at once, so that two fields may exchange their names. */
function applyHistory(document: RecordDocument, since: number, history: ModuleHistory): RecordDocument {
  let current: { [name: string]: JsonValue } = { ...document };
  const versions = [...new Set(history.map((change) => change.version))].filter((version) => version > since).sort((a, b) => a - b);
  for (const version of versions) {
    const next = { ...current };
    const changes = history.filter((change) => change.version === version);
    for (const change of changes) delete next[change.from];
    for (const { from, to } of changes) {
      const value = current[from];
      if (to !== undefined && value !== undefined) next[to] = value;
    }
    current = next;
  }
  return current as unknown as RecordDocument;
}

/** What changes between two sets of compiled modules do to the names of fields. */
export function compareFields(before: ReadonlyMap<string, CompiledModule>, after: ReadonlyMap<string, CompiledModule>, version: number): Map<string, FieldChange[]> {
  const changes = new Map<string, FieldChange[]>();
  const old = new Map([...before.values()].map((module) => [module.id, module]));
  for (const module of after.values()) {
    const list: FieldChange[] = [];
    for (const field of old.get(module.id)?.fields.values() ?? []) {
      const now = module.fieldsById.get(field.id);
      if (!now) list.push({ version, from: field.name });
      else if (now.name !== field.name) list.push({ version, from: field.name, to: now.name });
    }
    if (list.length > 0) changes.set(module.id, list);
  }
  return changes;
}

/** Fields whose stored values a new version could not read: the same id, but compared in another way or a list no more. */
export function findTypeChanges(before: ReadonlyMap<string, CompiledModule>, after: ReadonlyMap<string, CompiledModule>): DefinitionProblem[] {
  const old = new Map([...before.values()].map((module) => [module.id, module]));
  return [...after.values()].flatMap((module) =>
    [...module.fields.values()].flatMap((field) => {
      const before = old.get(module.id)?.fieldsById.get(field.id);
      if (!before) return [];
      if (before.definition.sensitive === true && field.definition.sensitive !== true) return [{ file: `module/${module.name}`, path: `/fields/${field.name}/sensitive`, cause: `The values of the field with the id ${field.id} are encrypted, and stay so: give a plaintext field an id of its own.` }];
      // A field that becomes sensitive keeps its input type: its values are sealed as they are written.
      const [was, is] = [getFieldType(before.definition.inputType), getFieldType(field.definition.inputType)];
      if (was.comparison === is.comparison && was.list === is.list) return [];
      return [{ file: `module/${module.name}`, path: `/fields/${field.name}/inputType`, cause: `The field with the id ${field.id} was a ${was.name} and cannot become a ${is.name}: give the new field an id of its own.` }];
    }),
  );
}
