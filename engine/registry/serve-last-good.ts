import type { ChangeSet, DefinitionChange, DefinitionSnapshot } from './contract.ts';
import { nameArtifact, type AnyDefinition } from './base/definition-set.ts';
import { makeBrokenError, type DefinitionProblem } from './problem.ts';
import { compileCandidate, makeCandidate, type DefinitionCandidate, type RegistryOptions } from './registry-core.ts';
import type { ModuleHistory } from './state/upgrade-document.ts';

/**
 * The base with the customizations applied, in a form that can be activated. Definitions that were valid before stay
 * active when a stricter rule rejects them, so that no field disappears with an upgrade of the application; customizations
 * that can no longer be compiled are replaced by the base. The problems are in its findings. Throws `definition_broken`
 * when nothing can be compiled.
 */
export function makeServableCandidate(
  options: RegistryOptions,
  base: DefinitionCandidate['base'],
  changeSets: readonly ChangeSet[],
  histories: ReadonlyMap<string, ModuleHistory>,
): DefinitionCandidate {
  const whole = makeCandidate(base, changeSets);
  const { problems } = whole.findings;
  if (problems.length === 0 || tryCompile(options, whole, histories)) return whole;
  const reduced = makeCandidate(base, excludeChanges(changeSets, whole, new Set(problems.map(({ file }) => file))));
  if (!tryCompile(options, reduced, histories)) throw makeBrokenError(problems);
  reduced.findings.problems.unshift(...problems);
  return reduced;
}

/** The problems that are not in the second list. */
export function subtractProblems(problems: readonly DefinitionProblem[], known: readonly DefinitionProblem[]): DefinitionProblem[] {
  const seen = new Set(known.map(describeProblem));
  return problems.filter((problem) => !seen.has(describeProblem(problem)));
}

function describeProblem({ file, path, cause }: DefinitionProblem): string {
  return JSON.stringify([file, path, cause]);
}

function tryCompile(
  options: RegistryOptions,
  candidate: DefinitionCandidate,
  histories: ReadonlyMap<string, ModuleHistory>,
): DefinitionSnapshot | undefined {
  try {
    return compileCandidate(options, candidate, 0, histories);
  } catch {
    return undefined;
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
