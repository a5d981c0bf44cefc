import type { FastifyRequest } from 'fastify';
import type { CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { aliasUserOf } from '../../change-sets/index.ts';
import { MusterError } from '../../errors/index.ts';
import { createNameResolver, type NameAlias, type NameResolver } from '../../registry/index.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Replaces the earlier names of modules, fields and relations in a request by the current ones, before rights are checked: an alias
 * gives exactly the rights of what it names. Each alias counts once per request.
 */
export type AliasContext = Pick<RequestContext, 'snapshot' | 'services' | 'session' | 'request'>;

const counted = new WeakMap<FastifyRequest, Set<string>>();

/** The current name of a module. */
export function resolveModuleName(context: AliasContext, name: string): string {
  return resolverOf(context).module(name);
}

/** Counts a request to an earlier path of a module, such as '/api/old-name'. */
export function countPathUse(context: AliasContext, path: string): void {
  const alias = context.snapshot.aliases.path(path);
  if (alias !== undefined) use(context, alias);
}

/** The current name of a field or relation, or of a part of a field: 'address.city'. */
export function resolveFieldName(context: AliasContext, module: CompiledModule, name: string): string {
  return resolverOf(context).field(module, name);
}

/** A body with the current names of the modules that it has at these paths, such as 'record.module', also in each entry of a list. */
export function resolveModulesIn(context: AliasContext, paths: readonly string[], body: JsonObject): JsonObject {
  if (!hasAliases(context)) return body;
  return paths.reduce<JsonValue>((value, path) => resolveAt(context, path.split('.'), value), body) as JsonObject;
}

function resolveAt(context: AliasContext, [name, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((entry) => resolveAt(context, [name ?? '', ...rest], entry));
  if (!isObject(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  const found = value[name] ?? null;
  return { ...value, [name]: rest.length > 0 ? resolveAt(context, rest, found) : resolveNamesIn(context, found) };
}

/** A name, or a list of names. */
function resolveNamesIn(context: AliasContext, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((entry) => resolveNamesIn(context, entry));
  return typeof value === 'string' ? resolveModuleName(context, value) : value;
}

/** The fields of a record by their current names. Errors: `body_invalid` when a field is sent under two names. */
export function resolveFields<Fields extends JsonObject>(context: AliasContext, module: CompiledModule, fields: Fields): Fields {
  if (!hasAliases(context)) return fields;
  const resolver = resolverOf(context);
  const resolved: { [name: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(fields)) {
    const now = resolver.field(module, name);
    if (now !== name && now in fields)
      throw new MusterError('body_invalid', { values: { reason: `${name} and ${now} are the same field: send only ${now}` } });
    resolved[now] = resolver.value(module, now, value);
  }
  return resolved as unknown as Fields;
}

/** A filter with current names. What is no filter is returned as it is; parsing it refuses it. */
export function resolveFilter<Filter extends JsonValue | undefined>(context: AliasContext, module: CompiledModule, filter: Filter): Filter {
  return resolverOf(context).filter(module, filter);
}

/** The parts of a search that name fields and relations. */
interface NamingParts {
  readonly searchTerms?: JsonValue | undefined;
  readonly sortField?: string | undefined;
  readonly thenBy?: readonly { readonly sortField: string }[] | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly populate?: readonly string[] | boolean | 'all' | undefined;
}

/** A search with current names. */
export function resolveSearch<Search extends NamingParts>(context: AliasContext, module: CompiledModule, search: Search): Search {
  if (!hasAliases(context)) return search;
  const nameOf = (name: string): string => resolveFieldName(context, module, name);
  const { searchTerms, sortField, thenBy, fields, populate } = search;
  return {
    ...search,
    ...(searchTerms === undefined ? {} : { searchTerms: resolveFilter(context, module, searchTerms) }),
    ...(sortField === undefined ? {} : { sortField: nameOf(sortField) }),
    ...(thenBy === undefined ? {} : { thenBy: thenBy.map((one) => ({ ...one, sortField: nameOf(one.sortField) })) }),
    ...(fields === undefined ? {} : { fields: fields.map(nameOf) }),
    ...(Array.isArray(populate) ? { populate: (populate as readonly string[]).map(nameOf) } : {}),
  };
}

function resolverOf(context: AliasContext): NameResolver {
  return createNameResolver(context.snapshot, (alias) => use(context, alias));
}

function hasAliases({ snapshot }: AliasContext): boolean {
  return snapshot.aliases.all.length > 0;
}

function use({ services, session, request }: AliasContext, alias: NameAlias): void {
  const seen = counted.get(request) ?? new Set<string>();
  counted.set(request, seen);
  if (seen.has(alias.id)) return;
  seen.add(alias.id);
  services.aliasUses.count(alias.id, aliasUserOf(session));
}
