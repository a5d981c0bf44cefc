import type { ActiveDefinitions } from './activate-definitions.ts';
import { nameArtifact, type AnyDefinition, type DefinitionSet } from './base/definition-set.ts';
import type {
  DefinitionChange,
  DefinitionInput,
  DefinitionReference,
  PreviewProblem,
  PublicationPreview,
  PublishInput,
} from './contract.ts';
import { listChanges, preparePublication, resolveInputs, startPublication, type PublicationStart } from './prepare-publication.ts';
import type { DefinitionProblem } from './problem.ts';
import { checkInput } from './publish-changes.ts';
import type { RegistryOptions } from './registry-core.ts';
import { createPlaceFinder } from './find-problem-place.ts';
import { findFile } from './serve-last-good.ts';
import { readState } from './state/definition-state.ts';

/** What a publication of these changes would do, with everything that prevents it. Changes nothing. */
export async function previewChanges(
  options: RegistryOptions,
  active: ActiveDefinitions,
  changes: PublishInput['changes'],
  conversion?: string,
): Promise<PublicationPreview> {
  const start = await startPublication(options, active, await readState(options.store, active.candidate.changeSets));
  const inputs = resolveInputs(start, changes).filter((input) => hasEffect(start.candidate.effective.set, input));
  const findShape = createPlaceFinder(start.candidate.base, start.candidate.effective.set, inputs);
  const shapes = inputs.flatMap((input) =>
    checkInput(input).map((problem): PreviewProblem => ({ ...problem, kind: input.kind, id: input.id, place: findShape(problem) })),
  );
  const invalid = new Set(shapes.map(({ kind, id }) => `${String(kind)}/${String(id)}`));
  const differing = listChanges(start.candidate, inputs);
  const valid = differing.filter(({ kind, id }) => !invalid.has(`${kind}/${id}`));
  // Without a new artifact the others would seem to refer to nothing: then only the problems of its own form are reported.
  const isNewInvalid = differing.some(({ kind, id, before }) => before === null && invalid.has(`${kind}/${id}`));
  if (isNewInvalid || valid.length === 0)
    return { changes: differing, problems: shapes, warnings: [], review: shapes.length > 0 ? undefined : unchanged(start) };
  const prepared = await preparePublication(options, start, valid, { author: undefined, conversion });
  const { base, effective } = prepared.candidate;
  const locate = createLocator(base, effective.set, valid);
  return {
    changes: differing,
    problems: [
      ...shapes,
      ...prepared.locked.map(locate),
      ...prepared.references.map((one) => locate(describeReference(one))),
      ...prepared.problems.map(locate),
    ],
    warnings: prepared.warnings.map(locate),
    review: shapes.length > 0 ? undefined : prepared.compiled?.review,
  };
}

/** False: it removes what does not exist. */
function hasEffect(set: DefinitionSet, { kind, id, definition }: DefinitionInput): boolean {
  return (definition ?? null) !== null || (set[kind] as ReadonlyMap<string, AnyDefinition>).has(id);
}

function unchanged({ snapshot }: PublicationStart): PublicationPreview['review'] {
  return { changeSet: '', before: snapshot, after: snapshot, removedFields: new Map(), removedModules: new Set(), conversions: [] };
}

function describeReference({ from, path }: DefinitionReference): DefinitionProblem {
  return { file: from, path, cause: 'This refers to what the change-set removes or renames.' };
}

/** Adds the changed artifact of a file, and the place, to a problem in it. */
function createLocator(
  base: Parameters<typeof findFile>[0],
  set: DefinitionSet,
  changes: readonly DefinitionChange[],
): (problem: DefinitionProblem) => PreviewProblem {
  // Problems name an artifact by its file, or, if they are about its change, by its name before.
  const byFile = new Map(
    changes.flatMap((change) => {
      const { kind, before, after } = change;
      const named = before ?? after;
      return [...(named === null ? [] : [nameArtifact(kind, named)]), findFile(base, change)].map((name) => [name, change] as const);
    }),
  );
  const findPlace = createPlaceFinder(base, set, []);
  return (problem) => {
    const change = byFile.get(problem.file);
    const placed = { ...problem, place: findPlace(problem) };
    return change === undefined ? placed : { ...placed, kind: change.kind, id: change.id };
  };
}
