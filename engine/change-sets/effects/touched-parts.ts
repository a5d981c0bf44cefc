import { isDeepStrictEqual } from 'node:util';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { RoleDefinition } from '#engine/model/definitions';

/** A module before and after a change; undefined: it is not active. */
export interface ModulePair {
  readonly before: CompiledModule | undefined;
  readonly after: CompiledModule | undefined;
}

/** The parts of a change that can give or take rights. */
export interface TouchedParts {
  readonly modules: readonly ModulePair[];
  /** Ids of the roles that give access to one of the modules, before or after. */
  readonly roles: ReadonlySet<string>;
  /** Ids of the roles that the change itself adds, changes or removes. */
  readonly changedRoles: ReadonlySet<string>;
}

/** The modules that differ, and those whose rights differ in a role. */
export function findTouchedParts({ before, after }: PublishReview): TouchedParts {
  const roles = [...new Set([...before.roles.keys(), ...after.roles.keys()])];
  const changed = roles.filter((id) => before.roles.get(id) !== after.roles.get(id));
  const isTouched = (pair: ModulePair): boolean =>
    pair.before !== pair.after ||
    changed.some((id) => !isDeepStrictEqual(rightsOn(before.roles.get(id), pair), rightsOn(after.roles.get(id), pair)));
  const modules = pairModules(before, after).filter(isTouched);
  const giving = roles.filter((id) =>
    modules.some((pair) => givesAccess(before.roles.get(id), pair.before) || givesAccess(after.roles.get(id), pair.after)),
  );
  return { modules, roles: new Set(giving), changedRoles: new Set(changed) };
}

function pairModules(before: DefinitionSnapshot, after: DefinitionSnapshot): readonly ModulePair[] {
  const [was, is] = [before, after].map(({ modules }) => new Map([...modules.values()].map((module) => [module.id, module])));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].map((id) => ({ before: was?.get(id), after: is?.get(id) }));
}

function rightsOn(role: RoleDefinition | undefined, { before, after }: ModulePair): unknown {
  return [before?.name, after?.name].map((name) =>
    name === undefined ? undefined : [role?.module_access[name], role?.field_access?.[name], role?.sensitive_access?.includes(name)],
  );
}

function givesAccess(role: RoleDefinition | undefined, module: CompiledModule | undefined): boolean {
  return module !== undefined && role?.module_access[module.name]?.access === true;
}
