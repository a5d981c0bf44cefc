import { getFieldType } from '#engine/model/field-types';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { DefinitionProblem } from '../problem.ts';

/** A change of a field's name in one version of the definitions: renamed, or removed (`to` is absent). */
export interface FieldChange {
  readonly version: number;
  readonly from: string;
  readonly to?: string;
}

/** All changes to the names of a module's fields, oldest first. */
export type ModuleHistory = readonly FieldChange[];

/** Upgrades a stored record to the current fields of its module. Returns the same object when nothing changed. */
export type UpgradeDocument = (
  module: CompiledModule,
  stored: { readonly document: RecordDocument; readonly definitionVersion: number },
) => RecordDocument;

/** Creates an upgrader for these histories (by stable id of the module). */
export function createUpgrader(histories: ReadonlyMap<string, ModuleHistory>): UpgradeDocument {
  const latest = new Map([...histories].map(([id, history]) => [id, history.at(-1)?.version ?? 0]));
  return (module, stored) => {
    if (stored.definitionVersion >= (latest.get(module.id) ?? 0)) return stored.document;
    return applyHistory(stored.document, stored.definitionVersion, histories.get(module.id) ?? []);
  };
}

/** All changes of one version are applied at once, so that two fields may swap their names. */
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

/** The changes of field names between two sets of compiled modules. */
export function compareFields(
  before: ReadonlyMap<string, CompiledModule>,
  after: ReadonlyMap<string, CompiledModule>,
  version: number,
): Map<string, FieldChange[]> {
  const changes = new Map<string, FieldChange[]>();
  const old = new Map([...before.values()].map((module) => [module.id, module]));
  for (const module of after.values()) {
    const list: FieldChange[] = [];
    const previous = old.get(module.id);
    // An unchanged module is the same object.
    for (const field of previous === module ? [] : (previous?.fields.values() ?? [])) {
      const now = module.fieldsById.get(field.id);
      if (!now) list.push({ version, from: field.name });
      else if (now.name !== field.name) list.push({ version, from: field.name, to: now.name });
    }
    if (list.length > 0) changes.set(module.id, list);
  }
  return changes;
}

/** Fields whose stored values a new version could not read: the same id, but with another comparison or no longer a list. */
export function findTypeChanges(
  before: ReadonlyMap<string, CompiledModule>,
  after: ReadonlyMap<string, CompiledModule>,
): DefinitionProblem[] {
  const old = new Map([...before.values()].map((module) => [module.id, module]));
  const changed = [...after.values()].filter((module) => old.get(module.id) !== module);
  return changed.flatMap((module) =>
    [...module.fields.values()].flatMap((field) => {
      const before = old.get(module.id)?.fieldsById.get(field.id);
      if (!before) return [];
      if (before.definition.sensitive === true && field.definition.sensitive !== true)
        return [
          {
            file: `module/${module.name}`,
            path: `/fields/${field.name}/sensitive`,
            cause: `The values of the field with the id ${field.id} are encrypted, and stay so: give a plaintext field an id of its own.`,
          },
        ];
      // A field that becomes sensitive has the same input type: its values are encrypted when they are next written.
      const [was, is] = [getFieldType(before.definition.inputType), getFieldType(field.definition.inputType)];
      if (was.comparison === is.comparison && was.list === is.list) return [];
      return [
        {
          file: `module/${module.name}`,
          path: `/fields/${field.name}/inputType`,
          cause: `The field with the id ${field.id} was a ${was.name} and cannot become a ${is.name}: give the new field an id of its own.`,
        },
      ];
    }),
  );
}
