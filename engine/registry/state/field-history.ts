import type { FieldConversion } from '#engine/model/conversions';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { foldText } from '#engine/model/values';
import type { DefinitionChange, FieldFate, InactiveField, StoredFieldChanges } from '../contract.ts';

/** A conversion that is published, in the history of its field: values of documents of earlier versions are converted when they are read. */
export interface PublishedConversion extends FieldConversion {
  /** The id under which the values of the field are stored. */
  readonly field: string;
  /** Id of its key since then. */
  readonly key: string;
  /** Id of its key before. */
  readonly formerKey: string;
  /** Version of the definitions since which saves have written its key. */
  readonly since: number;
}

/**
 * A change of a field's name in the documents of a module, in one version of the definitions: renamed; removed for good
 * (`to` is absent, `id` is its id in the definitions); or inactive or active again (`to` or `from` is its inactive name). A calculated
 * field whose calculation changed has neither `to` nor `id`: documents lose the value until it is calculated again. A field with another
 * type has a `conversion`, and `to` also if its name stays.
 */
export interface FieldChange {
  readonly version: number;
  readonly from: string;
  readonly to?: string;
  /** The type of the values of a field that became inactive; absent in changes of earlier releases. */
  readonly type?: InactiveType;
  /** Absent in changes of earlier releases, which removed the values of fields that were only inactive, too. */
  readonly id?: string;
  readonly conversion?: PublishedConversion;
}

/** What decides whether values have the form of a type, and the dropdowns of the field and its columns; absent: it has none. */
export type InactiveType = Pick<FieldDefinition, 'inputType' | 'sensitive'> & { readonly dropdowns?: InactiveField['dropdowns'] };

/** All changes to the names of a module's fields, oldest first. */
export type ModuleHistory = readonly FieldChange[];

const INACTIVE = '~';

/**
 * The name under which a document has the value of a field that is not active, by its stored id: no field can have such a
 * name, so that no other field reads or overwrites the value.
 */
export function inactiveName(storedId: string): string {
  return INACTIVE + storedId;
}

export function isInactiveName(name: string): boolean {
  return name.startsWith(INACTIVE);
}

/**
 * The id under which the values of a field are stored. A field that is added again with the id of a field that was removed for
 * good has another one, so that it has none of the old keys, links and numbers.
 */
export function storedIdOf(id: string, removals: number): string {
  return removals === 0 ? id : `${id}~${removals}`;
}

/** How often each field of a module was removed for good, by its id in the definitions. */
export function countRemovals(history: ModuleHistory): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { to, id } of history) if (to === undefined && id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Whether documents have values under this inactive name. */
export function isInactive(history: ModuleHistory, name: string): boolean {
  return history.findLast(({ from, to }) => from === name || to === name)?.to === name;
}

/** The type of the values that documents have under this inactive name; undefined: there are none, or it is not known. */
export function inactiveTypeOf(history: ModuleHistory, name: string): InactiveType | undefined {
  return isInactive(history, name) ? history.findLast(({ to }) => to === name)?.type : undefined;
}

/** The fields that are inactive, and whose types are known. */
export function listInactive(history: ModuleHistory): readonly InactiveField[] {
  const names = new Set(history.flatMap(({ to }) => (to !== undefined && isInactiveName(to) ? [to] : [])));
  return [...names].flatMap((name) => {
    const type = inactiveTypeOf(history, name);
    return type === undefined ? [] : [{ id: name.slice(INACTIVE.length), dropdowns: type.dropdowns ?? [] }];
  });
}

/** What became of the field that documents of a version contain under this name. */
export function traceField(history: ModuleHistory, name: string, since: number): FieldFate {
  let current = name;
  const removals = new Map<string, number>();
  const versions = [...new Set(history.map(({ version }) => version))].sort((a, b) => a - b);
  for (const version of versions) {
    const changes = history.filter((change) => change.version === version);
    const change = version > since ? changes.find(({ from }) => from === current) : undefined;
    if (change !== undefined && change.to === undefined)
      return {
        removed: change.id ?? name,
        storedId: change.id === undefined ? undefined : storedIdOf(change.id, removals.get(change.id) ?? 0),
      };
    for (const { to, id } of changes) if (to === undefined && id !== undefined) removals.set(id, (removals.get(id) ?? 0) + 1);
    current = change?.to ?? current;
  }
  return isInactiveName(current) ? { removed: current.slice(INACTIVE.length).replace(/~\d+$/, '') } : { name: current };
}

/** All names that a field has had in documents, starting with its current one; without regard to case. */
export function listNames(history: ModuleHistory, name: string): readonly string[] {
  const starts = [0, ...history.map(({ version }) => version)];
  const earlier = history
    .map(({ from }) => from)
    .filter((from) =>
      starts.some((since) => {
        const fate = traceField(history, from, since);
        return foldText('name' in fate ? fate.name : fate.removed) === foldText(name);
      }),
    );
  return [...new Set([name, ...earlier])];
}

/** The changes for which documents have to be rewritten; undefined: there are none. */
export function listStoredChanges(history: ModuleHistory): StoredFieldChanges | undefined {
  const removals = new Map<string, number>();
  const removed: string[] = [];
  const restored: StoredFieldChanges['restored'][number][] = [];
  for (const { from, to, id, version, conversion } of history) {
    if (conversion !== undefined) removed.push(conversion.formerKey);
    if (to === undefined && id !== undefined) {
      removed.push(storedIdOf(id, removals.get(id) ?? 0));
      removals.set(id, (removals.get(id) ?? 0) + 1);
    } else if (to !== undefined && (isInactiveName(from) || conversion !== undefined)) {
      const fate = traceField(history, to, version);
      if ('name' in fate) restored.push({ name: fate.name, version, ...(conversion === undefined ? {} : { since: conversion.since }) });
    }
  }
  const relevant = history.filter(({ from, to, id, conversion }) =>
    to === undefined ? id !== undefined : isInactiveName(from) || conversion !== undefined,
  );
  const version = Math.max(0, ...relevant.map((change) => change.version));
  return version === 0 ? undefined : { version, removed, restored };
}

/** The fields that published changes remove for good: their names by their ids, by the id of their module. */
export function listRemovedFields(
  changes: readonly DefinitionChange[],
  idOfModule: (name: string) => string | undefined,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const removed = new Map<string, Map<string, string>>();
  const add = (module: string | undefined, id: string, name: string): void => {
    if (module === undefined) return;
    const fields = removed.get(module) ?? new Map<string, string>();
    removed.set(module, fields.set(id, name));
  };
  for (const { kind, id, before, after } of changes) {
    if (kind !== 'module' || before === null) continue;
    const [was, is] = [before as ModuleDefinition, after as ModuleDefinition | null];
    const fields = new Set(is?.fields.map((field) => field.id));
    const relationships = new Set(is?.relationships?.map((relationship) => relationship.id));
    if (is !== null) for (const field of was.fields) if (!fields.has(field.id)) add(id, field.id, field.fieldName);
    for (const { id: own, name, related_module: related } of was.relationships ?? [])
      if (!relationships.has(own)) add(idOfModule(related.name), own, name);
  }
  return removed;
}
