import type { CompiledModule } from '#engine/model/compiled';
import { renameFilterFields } from '#engine/model/filter';
import { containsModuleNames, renameModules } from '#engine/model/keys';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { DefinitionSnapshot, NameAlias } from '../contract.ts';

/** Replaces earlier names of modules, fields and relations by the current ones. What is no earlier name is returned as it is. */
export interface NameResolver {
  /** The current name of a module. */
  readonly module: (name: string) => string;
  /** The current name of a field or relation, or of a part of a field: 'address.city'. */
  readonly field: (module: CompiledModule, name: string) => string;
  /** A filter with current names. What is no filter is returned as it is; parsing it refuses it. */
  readonly filter: <Filter extends JsonValue | undefined>(module: CompiledModule, filter: Filter) => Filter;
  /** A value of a field, which may name modules. */
  readonly value: (module: CompiledModule, field: string, value: JsonValue) => JsonValue;
}

/** Creates a resolver for the aliases of a snapshot; `use` is called for each alias that it replaces. */
export function createNameResolver(
  { modules, aliases }: Pick<DefinitionSnapshot, 'modules' | 'aliases'>,
  use: (alias: NameAlias) => void = () => undefined,
): NameResolver {
  const nameOf = (alias: NameAlias): string => {
    use(alias);
    return alias.name;
  };
  const resolver: NameResolver = {
    module: (name) => {
      const alias = modules.has(name) ? undefined : aliases.module(name);
      return alias === undefined ? name : nameOf(alias);
    },
    field: (module, name) => {
      if (module.fields.has(name) || module.relations.has(name)) return name;
      const [head = '', ...rest] = name.split('.');
      const alias = aliases.part(module.name, head);
      return alias === undefined ? name : [nameOf(alias), ...rest].join('.');
    },
    filter: (module, filter) => {
      if (aliases.all.length === 0 || typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter;
      const replace = { field: resolver.field, module: resolver.module };
      return renameFilterFields(filter as JsonObject, module, { modules }, replace) as unknown as typeof filter;
    },
    value: (module, name, value) => {
      const field = aliases.all.length === 0 ? undefined : module.fields.get(name);
      return field === undefined || !containsModuleNames(field) ? value : renameModules(field, value, resolver.module);
    },
  };
  return resolver;
}
