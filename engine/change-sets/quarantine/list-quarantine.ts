import { MusterError } from '../../errors/index.ts';
import type { DefinitionChange, ChangeSet, DefinitionSet } from '../../registry/index.ts';
import type { FieldDefinition, LayoutDefinition, ModuleDefinition } from '#engine/model/definitions';

/** Days for which the values of a removed field or module stay. */
export const QUARANTINE_DAYS = 30;

/** A removed field or module whose values stay. */
export interface Quarantined {
  /** Its stable id. */
  readonly id: string;
  /** The module as it was before the removal. */
  readonly module: ModuleDefinition;
  /** Undefined: the whole module is removed. */
  readonly field: FieldDefinition | undefined;
  /** The layouts that were removed with the module. */
  readonly layouts: readonly LayoutDefinition[];
  readonly changeSet: ChangeSet;
}

/** What is removed now, and has its values still, in the order of removal. */
export function listQuarantined(changeSets: readonly ChangeSet[], current: DefinitionSet): readonly Quarantined[] {
  const found = new Map<string, Quarantined>();
  for (const changeSet of changeSets) {
    for (const id of changeSet.cleared ?? []) found.delete(id);
    const retained = new Set(changeSet.retained);
    for (const removed of listRemoved(changeSet)) {
      found.delete(removed.id);
      if (retained.has(removed.id)) found.set(removed.id, removed);
    }
  }
  return [...found.values()].filter(({ module, field }) => isMissing(module, field, current));
}

function listRemoved(changeSet: ChangeSet): readonly Quarantined[] {
  const { changes } = changeSet;
  return changes.flatMap(({ kind, id, before, after }): readonly Quarantined[] => {
    if (kind !== 'module' || before === null) return [];
    const module = before as ModuleDefinition;
    if (after === null) return [{ id, module, field: undefined, layouts: listLayouts(changes, module.name), changeSet }];
    const left = new Set((after as ModuleDefinition).fields.map((field) => field.id));
    return module.fields.filter((field) => !left.has(field.id)).map((field) => ({ id: field.id, module, field, layouts: [], changeSet }));
  });
}

function listLayouts(changes: readonly DefinitionChange[], module: string): readonly LayoutDefinition[] {
  return changes.flatMap(({ kind, before, after }) => {
    if (kind !== 'layout' || before === null || after !== null) return [];
    const layout = before as LayoutDefinition;
    return layout.ssModule === module ? [layout] : [];
  });
}

/** A field of a module that is missing too is restored with the module. */
function isMissing(module: ModuleDefinition, field: FieldDefinition | undefined, current: DefinitionSet): boolean {
  const now = current.module.get(module.id);
  return field === undefined ? now === undefined : now?.fields.every(({ id }) => id !== field.id) === true;
}

export function removedNotFound(): MusterError {
  return new MusterError('definition_not_found', { values: { kind: 'removed definition' } });
}
