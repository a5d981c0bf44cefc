import { createHash } from 'node:crypto';
import type { AccessScope } from '../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { visitFilterFields } from '#engine/model/filter';
import type { JsonObject, JsonValue } from '#engine/model/values';

/** What decides which records and names a reader gets of a report. */
export interface RecordsUse {
  /** The filter of the report. */
  readonly filter: JsonObject;
  /** Names of the fields that are grouped by. */
  readonly groups: readonly string[];
}

/**
 * Which records of each module a reader sees: 'all', 'none', or a digest that is equal for readers who see the same ones. `records:` and the id
 * of the module for records that are counted, `names:` for those whose names are labels, `user` for a filter with variables of the user.
 */
export type RecordsReach = { readonly [part: string]: string };

/** Variables that are the same for every reader. */
const COMMON_VARIABLES: readonly JsonValue[] = ['today', 'now'];

/** The reach of a reader: in the module, and in the modules that the filter and the groups lead to. */
export function describeReach(scope: AccessScope, module: CompiledModule, use: RecordsUse): RecordsReach {
  const { rights, snapshot } = scope;
  const { filter } = use;
  const { counted, named } = findModules(scope, module, use);
  const digest = (of: CompiledModule): string => {
    const node = rights.visibilityFilter(of);
    return node === undefined ? 'all' : createHash('sha256').update(JSON.stringify(node, sortTexts)).digest('base64url');
  };
  return Object.fromEntries([
    ...[...counted].map((one) => [`records:${one.id}`, digest(one)]),
    ...named.flatMap((name) => {
      const other = snapshot.modules.get(name);
      return other === undefined ? [] : [[`names:${other.id}`, rights.canReadNames(other) ? digest(other) : 'none']];
    }),
    ...(usesReader(filter) ? [['user', rights.userId ?? 'none']] : []),
  ]) as RecordsReach;
}

/** The modules whose records are counted, and the names of those whose records name groups. */
function findModules({ snapshot }: AccessScope, module: CompiledModule, { filter, groups }: RecordsUse) {
  const counted = new Set([module]);
  visitFilterFields(filter, module, snapshot, (owner) => counted.add(owner));
  return { counted, named: groups.flatMap((name) => module.fields.get(name.split('.')[0] ?? name)?.refs ?? []) };
}

/** The modules whose saves may change a report, of those that the reader has access to. */
export function listModules(scope: AccessScope, module: CompiledModule, use: RecordsUse): readonly string[] {
  const { counted, named } = findModules(scope, module, use);
  const names = new Set([...[...counted].map(({ name }) => name), ...named]);
  return [...names].filter((name) => name === module.name || scope.rights.module(name).access);
}

/** The teams of two users are the same in any order. */
function sortTexts(_name: string, value: unknown): unknown {
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isTexts ? [...(value as readonly string[])].sort() : value;
}

function usesReader(value: JsonValue): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(usesReader);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value as JsonObject).some(([name, part]) => (name === '$' ? !COMMON_VARIABLES.includes(part) : usesReader(part)));
}
