import { isDeepStrictEqual } from 'node:util';
import type { ModuleAccess } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { AccessLevel } from '#engine/model/wire';
import type { CombinedRule, RowRight } from './module-rights.ts';

/** A level as a role names it; absent: 'None'. */
type RoleLevel = NonNullable<ModuleAccess['edit']>;

/** A level of all roles, with the rules that it consists of if it is 'Rule'. */
export interface CombinedLevel {
  readonly level: AccessLevel;
  readonly rule?: CombinedRule;
}

const NONE: CombinedLevel = { level: 'None' };

/** Combines the levels that roles give for one right: a record that one of them covers is covered. */
export function combineLevels(levels: readonly RoleLevel[]): CombinedLevel {
  if (levels.includes('All')) return { level: 'All' };
  const own = levels.includes('Owner');
  const filters: JsonObject[] = [];
  for (const level of levels) {
    if (typeof level !== 'object') continue;
    const filter = level.filter as JsonObject;
    if (!filters.some((one) => isDeepStrictEqual(one, filter))) filters.push(filter);
  }
  if (filters.length > 0) return { level: 'Rule', rule: { own, filters, isPersonal: filters.some(usesMe) } };
  return own ? { level: 'Owner' } : NONE;
}

/** The level of a role for editing or deleting: with a rule for viewing, 'All' are the records of that rule. */
export function readLevel(access: ModuleAccess, right: RowRight): RoleLevel {
  const level = access[right] ?? 'None';
  return level === 'All' && right !== 'view' && typeof access.view === 'object' ? access.view : level;
}

/**
 * A level for editing or deleting, limited to the records that can be seen: 'Owner' of a user who sees only own records, and 'All' of
 * one who may do it with all that they see.
 */
export function limitLevel(combined: CombinedLevel, view: CombinedLevel): CombinedLevel {
  if (view.level === 'None') return NONE;
  if (view.level === 'Owner') {
    const coversOwn = combined.level === 'All' || combined.rule?.own === true;
    return coversOwn ? { level: 'Owner' } : combined;
  }
  return view.rule !== undefined && combined.rule !== undefined && includesRule(combined.rule, view.rule) ? { level: 'All' } : combined;
}

/** Whether every record of one rule is certainly a record of the other one. */
export function includesRule(outer: CombinedRule, inner: CombinedRule): boolean {
  return (outer.own || !inner.own) && inner.filters.every((filter) => outer.filters.some((one) => isDeepStrictEqual(one, filter)));
}

/** Whether the variable `me` is used, at any depth: then the filter is another one for each user. */
function usesMe(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (value as { readonly $?: unknown }).$ === 'me' || Object.values(value).some(usesMe);
}
