import { MusterError } from '../errors/index.ts';
import type { ChangeSet } from '../registry/index.ts';
import type { RevertPlan } from '#engine/model/wire';
import type { ChangeSetServices, Publication, PublicationInput, Reversion } from './contract.ts';
import { requireDraft } from './manage-drafts.ts';
import { mergeChanges, type FoundConflict, type MergedChange } from './merge-changes.ts';
import { listLosses } from './list-losses.ts';
import { makeReviewedPlan } from './plan/make-plan.ts';
import { removeDraft } from './stored-draft.ts';
import { listReverted, nameChangeSet, readUserNames, toChanges, viewConflict, type UserNames } from './view-change-set.ts';

/** Makes the publication of a draft: its changes are merged with the definitions as they are then, and its document is removed. */
export async function makePublication(
  services: ChangeSetServices,
  user: string,
  id: string,
  { version, conflicts: choices }: PublicationInput,
): Promise<Publication> {
  const draft = await requireDraft(services, user, id, version);
  const names = await readAuthors(services);
  return {
    id,
    name: draft.name,
    changes: (current, changeSets) => {
      if (changeSets.some(({ _id }) => _id === id)) throw new MusterError('change_set_not_draft');
      const { inputs, conflicts } = mergeChanges(draft.changes, current, changeSets, choices);
      if (conflicts.length > 0) throw makeConflictError('change_set_conflict', conflicts, names);
      if (inputs.length === 0) throw new MusterError('change_set_empty');
      return inputs;
    },
    extraWrites: async () => [removeDraft(await requireDraft(services, user, id, draft._version))],
  };
}

/** Makes the publication that reverts a change-set: the opposite of its changes, merged with the definitions as they are then. */
export async function makeReversion(services: ChangeSetServices, user: string, id: string): Promise<Reversion> {
  const published = await requirePublished(services, user, id);
  const names = await readAuthors(services);
  const opposite = makeOpposite(published);
  return {
    id: services.ids.next(),
    name: `Revert of ${nameChangeSet(published)}`.slice(0, 200),
    reverts: id,
    changes: (current, changeSets) => {
      if (listReverted(changeSets).has(id)) throw new MusterError('change_set_reverted');
      const { inputs, conflicts } = mergeChanges(opposite, current, changeSets);
      if (conflicts.length > 0) throw makeConflictError('change_set_built_on', conflicts, names);
      if (inputs.length === 0) throw new MusterError('change_set_empty');
      return inputs;
    },
    extraWrites: async () => [],
    listLosses: (snapshot) => listLosses(published, snapshot),
  };
}

/** What reverting a change-set would do now, and what it could not restore. Errors: those of `makeReversion`. */
export async function planRevert(services: ChangeSetServices, user: string, id: string): Promise<RevertPlan> {
  const published = await requirePublished(services, user, id);
  if (listReverted(await services.registry.changeSets()).has(id)) throw new MusterError('change_set_reverted');
  const { plan, after } = await makeReviewedPlan(services, (current, changeSets) =>
    mergeChanges(makeOpposite(published), current, changeSets),
  );
  return { ...plan, notRestored: after === undefined ? [] : listLosses(published, after) };
}

async function requirePublished(services: ChangeSetServices, user: string, id: string): Promise<ChangeSet> {
  const published = (await services.registry.changeSets()).find(({ _id }) => _id === id);
  if (published !== undefined) return published;
  await requireDraft(services, user, id);
  throw new MusterError('change_set_not_published');
}

function makeOpposite(published: ChangeSet): readonly MergedChange[] {
  return toChanges(published).map(
    ({ before, definition, ...change }): MergedChange => ({
      ...change,
      before: definition,
      definition: before,
      since: published.definitionVersion,
    }),
  );
}

/** The names of the authors of all change-sets. */
async function readAuthors(services: ChangeSetServices): Promise<UserNames> {
  return readUserNames(
    services,
    (await services.registry.changeSets()).map(({ author }) => author),
  );
}

function makeConflictError(
  code: 'change_set_conflict' | 'change_set_built_on',
  conflicts: readonly FoundConflict[],
  names: UserNames,
): MusterError {
  return new MusterError(code, { data: { conflicts: conflicts.map((conflict) => viewConflict(conflict, names)) } });
}
