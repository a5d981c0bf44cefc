import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, JsonObject } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { getFinderMethod, type FinderDefinition } from '#engine/model/definitions';
import { fillTerms } from '#engine/model/filter';
import { describeMissing } from '../request/parameters.ts';
import { IGNORED } from '../request/known-names.ts';
import { countPathUse, resolveModuleName, type AliasContext } from '../request/resolve-aliases.ts';
import { withoutNames } from '../request/write-input.ts';

const directories = new WeakMap<DefinitionSnapshot, ReadonlyMap<string, CompiledModule>>();

/** Returns the module whose endpoints are under `/api/<base>`, by the active definitions. Throws `module_not_found`. */
export function moduleAtPath(context: AliasContext, base: string): CompiledModule {
  countPathUse(context, `/api/${base}`);
  return findAtPath(context.snapshot, base) ?? refuseModule();
}

/** The module with its endpoints there, or that had them under an earlier name; `undefined`: none. The use is not counted. */
export function findAtPath(snapshot: DefinitionSnapshot, base: string): CompiledModule | undefined {
  let directory = directories.get(snapshot);
  if (directory === undefined) directories.set(snapshot, (directory = listPaths(snapshot)));
  return directory.get(base) ?? findServedAlias(snapshot, base);
}

function findServedAlias({ aliases, modules }: DefinitionSnapshot, base: string): CompiledModule | undefined {
  const module = modules.get(aliases.path(`/api/${base}`)?.name ?? '');
  return module !== undefined && isServed(module) ? module : undefined;
}

/** Returns the module with this name, or with this alias. Throws `module_not_found`. */
export function moduleNamed(context: AliasContext, name: string): CompiledModule {
  const module = context.snapshot.modules.get(resolveModuleName(context, name));
  return module !== undefined && isServed(module) ? module : refuseModule();
}

/** Returns the first served module that satisfies the predicate. Throws `module_not_found`. */
export function findServed(snapshot: DefinitionSnapshot, isWanted: (module: CompiledModule) => boolean): CompiledModule {
  return servedModules(snapshot).find(isWanted) ?? refuseModule();
}

/** Returns the modules that have endpoints: those that are active and not deleted. */
export function servedModules(snapshot: DefinitionSnapshot): readonly CompiledModule[] {
  return [...snapshot.modules.values()].filter(isServed);
}

function listPaths(snapshot: DefinitionSnapshot): ReadonlyMap<string, CompiledModule> {
  return new Map(servedModules(snapshot).map((module) => [module.path.replace(/^\/api\//, ''), module]));
}

function isServed(module: CompiledModule): boolean {
  return module.definition.deleted !== true && module.definition.active !== false;
}

function refuseModule(): never {
  throw new MusterError('module_not_found');
}

/** The context of a request to one of the common endpoints of a module. */
export interface ModuleRequestContext extends RequestContext {
  readonly module: CompiledModule;
  readonly body: { readonly [name: string]: JsonValue };
  /** True under `/api/generic-modules/`: the body names the module and holds the record's fields under `fields`. */
  readonly isGeneric: boolean;
}

export type ModuleOperation = (context: ModuleRequestContext) => Promise<ApiResponse>;

/** A finder that matches a URL, with the values of its path parameters. */
export interface FinderMatch {
  readonly finder: FinderDefinition;
  readonly parameters: { readonly [name: string]: string };
}

/** Returns the finder of a module that matches a request, if there is one; a fixed segment takes precedence over a parameter. */
export function matchFinder(
  { path, finders }: CompiledModule,
  { method, url }: { readonly method: string; readonly url: string },
): FinderMatch | undefined {
  if (finders.length === 0) return undefined;
  const segments = segmentsBelow(path, url);
  const found = finders.filter((finder) => getFinderMethod(finder) === method && isAt(finder, segments));
  const finder = found.length < 2 ? found[0] : found.sort((one, other) => rankOf(one).localeCompare(rankOf(other)))[0];
  if (finder === undefined) return undefined;
  const parts = finder.path
    .split('/')
    .flatMap((word, place) => (word.startsWith(':') ? [[word.slice(1), segments[place] ?? ''] as const] : []));
  return { finder, parameters: Object.fromEntries(parts) };
}

/** Returns the decoded segments of a URL after the module's path. The first one is empty, as in '/by-user/x'. */
function segmentsBelow(base: string, url: string): readonly string[] {
  const [path = ''] = url.split('?', 1);
  return path
    .replace(/\/$/, '')
    .split('/')
    .slice(base.split('/').length - 1)
    .map((word, place) => (place === 0 ? '' : decodeURIComponent(word)));
}

function isAt({ path }: FinderDefinition, segments: readonly string[]): boolean {
  const wanted = path.split('/');
  return wanted.length === segments.length && wanted.every((word, place) => word.startsWith(':') || word === segments[place]);
}

function rankOf({ path }: FinderDefinition): string {
  return path
    .split('/')
    .map((word) => (word.startsWith(':') ? '1' : '0'))
    .join('');
}

/** A parameter in the terms of a finder that is read from the request body. */
interface FinderBodyParameter {
  readonly name: string;
  /** Its value is a list of accepted values. */
  readonly many: boolean;
}

/** Lists the required body parameters of a finder, in the order of its terms; empty for a finder without a body. */
export function listFinderBodyParameters(
  { path, terms, usesBody }: FinderDefinition,
  module: CompiledModule,
): readonly FinderBodyParameter[] {
  if (usesBody !== true) return [];
  const inPath = path.split('/');
  const found = new Map<string, FinderBodyParameter>();
  fillTerms((terms ?? {}) as JsonObject, module, ({ name, member }) => {
    if (!inPath.includes(`:${name}`)) found.set(name, { name, many: member === 'in' });
    return name;
  });
  return [...found.values()];
}

/**
 * Splits the body into the values of the terms and the rest, which holds the page options. Errors: `parameter_invalid`
 * when a value is missing.
 */
export function splitFinderBody(
  terms: readonly FinderBodyParameter[],
  body: { readonly [name: string]: JsonValue },
): { readonly bodyValues: JsonObject; readonly rest: JsonObject } {
  const names = terms.map(({ name }) => name);
  const missing = names.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length > 0)
    throw new MusterError('parameter_invalid', {
      details: missing.map((field) => ({ field, code: 'required', message: describeMissing(field) })),
    });
  const bodyValues = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
  return { bodyValues, rest: withoutNames(body, [...names, ...IGNORED, 'moduleOptions']) };
}
