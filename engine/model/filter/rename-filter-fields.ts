import type { CompiledModule } from '../compiled/compiled-module.ts';
import { isObject } from '../field-types/field-type.ts';
import { namesModules } from '../keys/module-names.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import type { FilterContext } from './filter-context.ts';
import { readRelatedFilter } from './prune-filter.ts';

/** The current names of what a filter names; a name that is not an earlier one is returned as it is. */
export interface NameReplacement {
  /** Of a field or relation of the module. */
  readonly field: (module: CompiledModule, name: string) => string;
  /** Of a module that `related` or a value names. */
  readonly module: (name: string) => string;
  /** The current name of a field or relation that stays in the filter under the name it has there; default: that of `field`. */
  readonly current?: (module: CompiledModule, name: string) => string;
  /** What a field, by its current name, is compared with; default: unchanged. */
  readonly value?: (module: CompiledModule, name: string, value: JsonValue) => JsonValue;
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
      const written = replace.field(module, name);
      const now = replace.current?.(module, name) ?? written;
      const field = module.fields.get(now);
      const compared = field !== undefined && namesModules(field.definition) ? renameValues(value, replace) : value;
      const named = replace.value?.(module, now, compared) ?? compared;
      if (!isObject(named) || named['related'] === undefined) return [written, named];
      return [written, { ...named, related: renameRelated(now, named['related'], module, catalog, replace) }];
    }),
  );
}

/** The values that a field which names modules is compared with: names, `{ module, id }`, lists of them, by operators or alone. */
function renameValues(value: JsonValue, replace: NameReplacement): JsonValue {
  if (typeof value === 'string') return replace.module(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => renameValues(one, replace));
  if (!isObject(value)) return value;
  const { module: name } = value;
  if (typeof name === 'string') return { ...value, module: replace.module(name) };
  return Object.fromEntries(
    Object.entries(value).map(([operator, operand]) => [operator, operator === 'related' ? operand : renameValues(operand, replace)]),
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
