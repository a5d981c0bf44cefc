import type { LayoutDefinition, ModuleDefinition, RoleDefinition, WorkflowDefinition } from '#engine/model/definitions';
import type { AnyDefinition, DefinitionSet } from '../base/definition-set.ts';
import type { DefinitionChange } from '../contract.ts';
import { renameInWorkflow } from './rename-in-workflow.ts';
import { isInactiveName, traceField, type ModuleHistory } from '../state/field-history.ts';

function listModules({ module }: DefinitionSet): ReadonlyMap<string, ModuleDefinition> {
  return new Map([...module.values()].map((one) => [one.name, one]));
}

/** Changes of the names of fields, by stable id of their module. */
export type FieldHistories = ReadonlyMap<string, ModuleHistory>;

/**
 * Replaces, in changes of layouts, roles and workflows, the names of fields that the base has renamed since by their current ones. Otherwise a layout
 * would lose the field, a role its restriction, and a workflow would be broken.
 */
export function createChangeRenamer(base: DefinitionSet, histories: FieldHistories): (change: DefinitionChange) => DefinitionChange {
  const renamed = [...base.module.values()].flatMap((module) => {
    const reader = createNameReader(module, histories.get(module.id) ?? []);
    return reader === undefined ? [] : [[module.name, reader] as const];
  });
  if (renamed.length === 0) return (change) => change;
  const readers = new Map(renamed);
  const rename = (kind: DefinitionChange['kind'], definition: AnyDefinition | null): AnyDefinition | null => {
    if (definition === null) return null;
    if (kind === 'layout') return renameInLayout(definition as LayoutDefinition, readers);
    if (kind === 'workflow')
      return renameInWorkflow(definition as WorkflowDefinition, {
        modules: listModules(base),
        nameOf: (module, name) => readers.get(module)?.(name) ?? name,
      });
    return kind === 'role' ? renameInRole(definition as RoleDefinition, readers) : definition;
  };
  return (change) => ({ ...change, before: rename(change.kind, change.before), after: rename(change.kind, change.after) });
}

type NameReader = (name: string) => string;
type NameReaders = ReadonlyMap<string, NameReader>;

/** Reads names of fields as they were, also in parts such as 'address.city'. A name that a field has now is never an old one. */
function createNameReader({ fields }: ModuleDefinition, history: ModuleHistory): NameReader | undefined {
  const renamed = new Set(
    history.flatMap(({ from, to }) => (to === undefined || isInactiveName(from) || isInactiveName(to) ? [] : [from])),
  );
  const current = new Set(fields.map(({ fieldName }) => fieldName));
  const known = new Map<string, string>();
  for (const name of renamed) {
    const fate = traceField(history, name, 0);
    if (!current.has(name) && 'name' in fate && current.has(fate.name)) known.set(name, fate.name);
  }
  if (known.size === 0) return undefined;
  return (name) => {
    const [head = '', ...rest] = name.split('.');
    return [known.get(head) ?? head, ...rest].join('.');
  };
}

function renameInLayout(layout: LayoutDefinition, readers: NameReaders): LayoutDefinition {
  const nameOf = readers.get(layout.ssModule);
  if (nameOf === undefined) return layout;
  const { defaultSort, sections } = layout;
  return {
    ...layout,
    ...(defaultSort === undefined ? {} : { defaultSort: { ...defaultSort, sortField: nameOf(defaultSort.sortField) } }),
    sections: sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => ({ ...field, fieldName: nameOf(field.fieldName) })),
    })),
  };
}

function renameInRole(role: RoleDefinition, readers: NameReaders): RoleDefinition {
  if (role.field_access === undefined) return role;
  const access = Object.entries(role.field_access).map(([module, fields]) => {
    const nameOf = readers.get(module) ?? ((name: string) => name);
    return [module, Object.fromEntries(Object.entries(fields).map(([name, level]) => [nameOf(name), level]))] as const;
  });
  return { ...role, field_access: Object.fromEntries(access) };
}
