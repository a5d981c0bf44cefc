import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ApiResponse } from '../responses/send-response.ts';

const directories = new WeakMap<DefinitionSnapshot, ReadonlyMap<string, CompiledModule>>();

/** Returns the module whose endpoints are under `/api/<base>`, by the active definitions. Throws `module_not_found`. */
export function moduleAtPath(snapshot: DefinitionSnapshot, base: string): CompiledModule {
  return findAtPath(snapshot, base) ?? refuseModule();
}

/** Same as `moduleAtPath`, but returns `undefined` when no module has its endpoints there. */
export function findAtPath(snapshot: DefinitionSnapshot, base: string): CompiledModule | undefined {
  let directory = directories.get(snapshot);
  if (directory === undefined) directories.set(snapshot, (directory = listPaths(snapshot)));
  return directory.get(base);
}

/** Returns the module with this name. Throws `module_not_found`. */
export function moduleNamed(snapshot: DefinitionSnapshot, name: string): CompiledModule {
  const module = snapshot.modules.get(name);
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
