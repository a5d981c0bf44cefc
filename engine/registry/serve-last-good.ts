import type { ChangeSet, DefinitionChange } from './contract.ts';
import { nameArtifact, type AnyDefinition } from './base/definition-set.ts';
import { makeBrokenError, type DefinitionProblem } from './problem.ts';
import {
  compileCandidate,
  isMadeFrom,
  makeCandidate,
  type DefinitionCandidate,
  type KnownDefinitions,
  type RegistryOptions,
} from './registry-core.ts';
import type { ModuleHistory } from './state/field-history.ts';

/**
 * The base with the customizations applied, in a form that can be activated. Definitions that were valid before stay
 * active when a stricter rule rejects them, so that no field disappears with an upgrade of the application; customizations
 * that can no longer be compiled are replaced by the base. The problems are in its findings. Throws `definition_broken`
 * when nothing can be compiled. Returns the candidate of `known` if it was made from the same.
 */
export async function makeServableCandidate(
  options: RegistryOptions,
  base: DefinitionCandidate['base'],
  changeSets: readonly ChangeSet[],
  histories: ReadonlyMap<string, ModuleHistory>,
  known?: KnownDefinitions,
): Promise<DefinitionCandidate> {
  if (known !== undefined && isMadeFrom(base, changeSets, known.candidate)) return known.candidate;
  const whole = await makeCandidate(options, base, changeSets, known, { histories });
  const { problems } = whole.findings;
  if (problems.length === 0 || (await canCompile(options, whole, histories))) return whole;
  const servable = excludeChanges(changeSets, whole, new Set(problems.map(({ file }) => file)));
  const reduced = await makeCandidate(options, base, servable, undefined, { histories });
  if (!(await canCompile(options, reduced, histories))) throw makeBrokenError(problems);
  reduced.findings.problems.unshift(...problems);
  return { ...reduced, changeSets };
}

/** The problems that are not in the second list. */
export function subtractProblems(problems: readonly DefinitionProblem[], known: readonly DefinitionProblem[]): DefinitionProblem[] {
  const seen = new Set(known.map(describeProblem));
  return problems.filter((problem) => !seen.has(describeProblem(problem)));
}

function describeProblem({ file, path, cause }: DefinitionProblem): string {
  return JSON.stringify([file, path, cause]);
}

async function canCompile(
  options: RegistryOptions,
  candidate: DefinitionCandidate,
  histories: ReadonlyMap<string, ModuleHistory>,
): Promise<boolean> {
  try {
    await compileCandidate(options, candidate, 0, { histories });
    return true;
  } catch {
    return false;
  }
}

/** The file of a changed artifact, or its name if it has no file, under which its problems are reported. */
export function findFile(base: DefinitionCandidate['base'], { kind, id, before, after }: DefinitionChange): string {
  return base.origins.get(`${kind}/${id}`)?.split('#')[0] ?? nameArtifact(kind, (after ?? before) as AnyDefinition);
}

/** The change-sets without the changes of artifacts with problems. */
function excludeChanges(changeSets: readonly ChangeSet[], { base }: DefinitionCandidate, faulty: ReadonlySet<string>): ChangeSet[] {
  const named = new Set(
    changeSets.flatMap(({ changes }) =>
      changes.filter((change) => faulty.has(findFile(base, change))).map(({ kind, id }) => `${kind}/${id}`),
    ),
  );
  return changeSets.map((changeSet) => ({
    ...changeSet,
    changes: changeSet.changes.filter(({ kind, id }) => !named.has(`${kind}/${id}`)),
  }));
}
