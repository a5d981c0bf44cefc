import type { CompiledModule } from '#engine/model/compiled';
import type { ChangeSet } from '../contract.ts';
import type { DefinitionProblem } from '../problem.ts';
import { createTargetFinder, type RenamedTarget } from './alias-directory.ts';
import { listRenames, type Rename } from './list-renames.ts';

type Modules = ReadonlyMap<string, CompiledModule>;

/**
 * New names of modules, fields and relations that are aliases of others, also of one that the last change-set makes: a program that uses the
 * old name would silently get something else. Two that swap their names in one change-set have no aliases, and are fine.
 */
export function findTakenAliases(changeSets: readonly ChangeSet[], before: Modules, after: Modules): readonly DefinitionProblem[] {
  const last = changeSets.at(-1)?._id;
  const targetNow = createTargetFinder(after);
  return listRenames(changeSets).flatMap((rename): readonly DefinitionProblem[] => {
    const target = targetNow(rename);
    if (target === undefined || target.name === rename.alias) return [];
    const mayHaveBeenThere = rename.changeSet._id === last;
    if (rename.kind === 'module') return findModuleProblems(rename, target, { before, after, mayHaveBeenThere });
    const was = [...before.values()].find(({ id }) => id === target.module.id);
    const taker = idOfName(target.module, rename.alias);
    if (taker === undefined || taker === rename.targetId) return [];
    const earlier = was && nameOfId(was, taker);
    if (earlier === rename.alias || (mayHaveBeenThere && earlier !== undefined)) return [];
    const cause = `${rename.alias} is an alias of the field ${target.name} of ${target.module.name}: remove the alias first.`;
    return [{ file: `module/${target.module.name}`, path: `/fields/${rename.alias}/fieldName`, cause }];
  });
}

interface Comparison {
  readonly before: Modules;
  readonly after: Modules;
  readonly mayHaveBeenThere: boolean;
}

/** Names of modules are compared without case, as their paths are. */
function findModuleProblems(rename: Rename, target: RenamedTarget, { before, after, mayHaveBeenThere }: Comparison): DefinitionProblem[] {
  const isTaken = (module: CompiledModule): boolean =>
    module.name.toLowerCase() === rename.alias.toLowerCase() || (module.path === rename.path && target.module.path !== rename.path);
  return [...after.values()]
    .filter((module) => {
      if (module.id === rename.targetId || !isTaken(module)) return false;
      const earlier = [...before.values()].find(({ id }) => id === module.id);
      return earlier === undefined || (!isTaken(earlier) && !mayHaveBeenThere);
    })
    .map((module) => ({
      file: `module/${module.name}`,
      path: '/name',
      cause: `${rename.alias} is an alias of the module ${target.name}: remove the alias first.`,
    }));
}

/** The stable id of the field of this name, or of the relationship by which a relation has it. */
function idOfName({ fields, definition }: CompiledModule, name: string): string | undefined {
  return fields.get(name)?.definition.id ?? definition.relationships?.find((one) => (one.reverseName ?? one.name) === name)?.id;
}

function nameOfId({ fields, definition }: CompiledModule, id: string): string | undefined {
  const relationship = definition.relationships?.find((one) => one.id === id);
  return [...fields.values()].find((field) => field.definition.id === id)?.name ?? relationship?.reverseName ?? relationship?.name;
}
