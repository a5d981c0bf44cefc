import type { CompiledModule } from '../compiled/compiled-module.ts';
import { isObject } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import type { FilterContext } from './filter-context.ts';
import { readRelatedFilter } from './prune-filter.ts';

/** The current names of what a filter names; a name that is not an earlier one is returned as it is. */
export interface NameReplacement {
  /** Of a field or relation of the module. */
  readonly field: (module: CompiledModule, name: string) => string;
  /** Of a module that `related` names. */
  readonly module: (name: string) => string;
}

/** The filter with current names, also within `related`. What is no valid filter is returned as it is. */
export function renameFilterFields(
  filter: JsonObject,
  module: CompiledModule,
  catalog: Pick<FilterContext['catalog'], 'modules'>,
  replace: NameReplacement,
): JsonObject {
  const inside = (value: JsonValue): JsonValue => (isObject(value) ? renameFilterFields(value, module, catalog, replace) : value);
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if ((name === 'and' || name === 'or') && Array.isArray(value)) return [name, (value as readonly JsonValue[]).map(inside)];
      if (name === 'not') return [name, inside(value)];
      const now = replace.field(module, name);
      if (!isObject(value) || value['related'] === undefined) return [now, value];
      return [now, { ...value, related: renameRelated(now, value['related'], module, catalog, replace) }];
    }),
  );
}

function renameRelated(
  name: string,
  written: JsonValue,
  module: CompiledModule,
  catalog: Pick<FilterContext['catalog'], 'modules'>,
  replace: NameReplacement,
): JsonValue {
  const relation = module.relations.get(name);
  const isFlex = relation?.flex === true && relation.direction === 'forward';
  const named = isFlex && isObject(written) ? written['module'] : undefined;
  const operand = typeof named === 'string' ? { ...(written as JsonObject), module: replace.module(named) } : written;
  const related = readRelatedFilter(name, operand, module, catalog);
  if (related === undefined) return operand;
  const filter = renameFilterFields(related.filter, related.module, catalog, replace);
  return isFlex ? { ...(operand as JsonObject), filter } : filter;
}
