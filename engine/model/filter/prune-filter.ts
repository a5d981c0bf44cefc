import type { CompiledModule, CompiledRelation } from '../compiled/compiled-module.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import type { FilterContext } from './filter-context.ts';
import { findField } from './filter-parsing.ts';
import { parseFilter } from './parse-filter.ts';
import { isObject } from '../field-types/field-type.ts';

/** A filter entry that the reader cannot use. */
export interface OmittedEntry {
  readonly code: 'field_gone' | 'field_not_visible' | 'not_valid';
  readonly module: string;
  /** The name that the filter uses. */
  readonly field: string;
}

export interface PrunedFilter {
  readonly filter: JsonObject;
  readonly omitted: readonly OmittedEntry[];
}

/** The current name of a field that a saved filter uses; `undefined`: the field no longer exists. */
export type FieldNameResolver = (module: CompiledModule, name: string) => string | undefined;

interface Pruning {
  readonly context: FilterContext;
  readonly resolveName: FieldNameResolver;
  readonly omitted: OmittedEntry[];
}

/**
 * The part of a saved filter that one reader can use: fields are renamed to their current names, and entries are omitted
 * if they are no longer valid or use fields that the reader may not see. The result can be parsed for this reader;
 * `omitted` lists the rest.
 */
export function pruneFilter(
  filter: JsonObject,
  context: FilterContext,
  resolveName: FieldNameResolver = (_module, name) => name,
): PrunedFilter {
  const omitted: OmittedEntry[] = [];
  const pruned = pruneEntries(filter, { context, resolveName, omitted }) ?? {};
  // Limits of the whole filter, such as its depth, do not belong to one entry.
  if (parseFilter(pruned, context).ok) return { filter: pruned, omitted };
  return { filter: {}, omitted: [...omitted, { code: 'not_valid', module: context.module.name, field: '' }] };
}

/** `undefined` when all of its entries were omitted. */
function pruneEntries(filter: JsonObject, pruning: Pruning): JsonObject | undefined {
  const pruned: { [name: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(filter)) {
    const entry = pruneEntry(name, value, pruning);
    if (entry !== undefined) pruned[entry[0]] = entry[1];
  }
  return Object.keys(pruned).length === 0 && Object.keys(filter).length > 0 ? undefined : pruned;
}

function pruneEntry(name: string, value: JsonValue, pruning: Pruning): readonly [string, JsonValue] | undefined {
  if ((name === 'and' || name === 'or') && Array.isArray(value)) {
    const members = (value as readonly JsonValue[]).flatMap((member) => (isObject(member) ? (pruneEntries(member, pruning) ?? []) : []));
    return members.length === 0 ? undefined : [name, members];
  }
  if (name === 'not' && isObject(value)) {
    const inner = pruneEntries(value, pruning);
    return inner === undefined ? undefined : [name, inner];
  }
  return pruneField(name, value, pruning);
}

function pruneField(name: string, value: JsonValue, pruning: Pruning): readonly [string, JsonValue] | undefined {
  const { context } = pruning;
  const now = pruning.resolveName(context.module, name);
  if (now === undefined) return omit(pruning, 'field_gone', name);
  if (!isObject(value) || Object.hasOwn(value, '$'))
    return parses(now, value, context) ? [now, value] : omitInvalid(pruning, name, now, value);
  const operators: { [operator: string]: JsonValue } = {};
  for (const [operator, operand] of Object.entries(value)) {
    const pruned = operator === 'related' ? pruneRelated(now, operand, pruning) : operand;
    if (pruned === undefined) continue;
    if (parses(now, { [operator]: pruned }, context)) operators[operator] = pruned;
    else omitInvalid(pruning, name, now, { [operator]: pruned });
  }
  return Object.keys(operators).length === 0 ? undefined : [now, operators];
}

/** The pruned filter on the other module; `undefined` when all of its entries were omitted. */
function pruneRelated(name: string, operand: JsonValue, pruning: Pruning): JsonValue | undefined {
  const relation = pruning.context.module.relations.get(name);
  const flex = relation?.flex === true && relation.direction === 'forward';
  const inner = flex && isObject(operand) ? operand['filter'] : operand;
  const other = relation === undefined ? undefined : otherModule(relation, operand, pruning.context);
  if (other === undefined || !isObject(inner)) return operand;
  const pruned = pruneEntries(inner, { ...pruning, context: { ...pruning.context, module: other } });
  if (pruned === undefined) return undefined;
  return flex ? { ...(operand as JsonObject), filter: pruned } : pruned;
}

function otherModule(relation: CompiledRelation, operand: JsonValue, { catalog }: FilterContext): CompiledModule | undefined {
  const named =
    relation.flex && relation.direction === 'forward' ? (isObject(operand) ? operand['module'] : undefined) : relation.modules[0];
  return typeof named === 'string' ? catalog.modules.get(named) : undefined;
}

/** Whether a value is an object, not a list or null. */

function parses(name: string, value: JsonValue, context: FilterContext): boolean {
  return parseFilter({ [name]: value }, context).ok;
}

function omitInvalid(pruning: Pruning, name: string, now: string, value: JsonValue): undefined {
  const { context } = pruning;
  const parsed = parseFilter({ [now]: value }, context);
  if (!parsed.ok && parsed.code === 'field_not_visible') return omit(pruning, 'field_not_visible', name);
  const head = now.split('.')[0] ?? '';
  const isThere =
    now === '_id' ||
    findField(context.module, now, context) !== undefined ||
    findField(context.module, head, context) !== undefined ||
    context.module.relations.has(now);
  return omit(pruning, isThere ? 'not_valid' : 'field_gone', name);
}

function omit({ context, omitted }: Pruning, code: OmittedEntry['code'], field: string): undefined {
  omitted.push({ code, module: context.module.name, field });
  return undefined;
}

/** Calls `visit` for every field that a filter uses, with the module of the field; skips relations that cannot be resolved. */
export function visitFilterFields(
  filter: JsonObject,
  module: CompiledModule,
  catalog: Pick<FilterContext['catalog'], 'modules'>,
  visit: (module: CompiledModule, name: string) => void,
): void {
  for (const [name, value] of Object.entries(filter)) {
    if ((name === 'and' || name === 'or') && Array.isArray(value)) {
      for (const member of value as readonly JsonValue[]) if (isObject(member)) visitFilterFields(member, module, catalog, visit);
    } else if (name === 'not' && isObject(value)) visitFilterFields(value, module, catalog, visit);
    else {
      visit(module, name);
      if (isObject(value) && Object.hasOwn(value, 'related')) visitRelated(name, value['related'] ?? null, module, catalog, visit);
    }
  }
}

function visitRelated(
  name: string,
  operand: JsonValue,
  module: CompiledModule,
  catalog: Pick<FilterContext['catalog'], 'modules'>,
  visit: (module: CompiledModule, name: string) => void,
): void {
  const related = readRelatedFilter(name, operand, module, catalog);
  if (related !== undefined) visitFilterFields(related.filter, related.module, catalog, visit);
}

/** The other module of an operator `related` and the filter on it; `undefined` if they cannot be resolved. */
export function readRelatedFilter(
  name: string,
  operand: JsonValue,
  module: CompiledModule,
  catalog: Pick<FilterContext['catalog'], 'modules'>,
): { readonly module: CompiledModule; readonly filter: JsonObject } | undefined {
  const relation = module.relations.get(name);
  if (relation === undefined || !isObject(operand)) return undefined;
  const isFlex = relation.flex && relation.direction === 'forward';
  const named = isFlex ? operand['module'] : relation.modules[0];
  const other = typeof named === 'string' ? catalog.modules.get(named) : undefined;
  const filter = isFlex ? operand['filter'] : operand;
  return other !== undefined && isObject(filter) ? { module: other, filter } : undefined;
}
