import type { DefinitionSnapshot } from '../../registry/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model';

const directories = new WeakMap<DefinitionSnapshot, ReadonlyMap<string, CompiledModule>>();

/** The module whose calls are under `/api/<base>`, as the definitions in force say. Throws `module_not_found`. */
export function moduleAtPath(snapshot: DefinitionSnapshot, base: string): CompiledModule {
  return findAtPath(snapshot, base) ?? refuseModule();
}

/** The same; `undefined`: no module has its calls there. */
export function findAtPath(snapshot: DefinitionSnapshot, base: string): CompiledModule | undefined {
  let directory = directories.get(snapshot);
  if (directory === undefined) directories.set(snapshot, (directory = listPaths(snapshot)));
  return directory.get(base);
}

/** The module of a name. Throws `module_not_found`. */
export function moduleNamed(snapshot: DefinitionSnapshot, name: string): CompiledModule {
  const module = snapshot.modules.get(name);
  return module !== undefined && isServed(module) ? module : refuseModule();
}

/** The first served module that fits. Throws `module_not_found`. */
export function findServed(snapshot: DefinitionSnapshot, isWanted: (module: CompiledModule) => boolean): CompiledModule {
  return servedModules(snapshot).find(isWanted) ?? refuseModule();
}

/** Modules that answer calls: those that are active and not deleted. */
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
