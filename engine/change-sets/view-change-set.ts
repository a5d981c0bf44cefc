import { SYSTEM_ACTOR } from '../access/index.ts';
import type { ChangeSet, PreviewProblem } from '../registry/index.ts';
import type { ChangeAction, ChangeConflict, ChangeProblem, ChangeSetSummary, ChangeSetView, ChangeView } from '#engine/model/wire';
import { ALSO_DELETED } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { ChangeSetServices } from './contract.ts';
import { mergeChanges, nameChange, type FoundConflict, type MergedChange } from './merge-changes.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Problems in a view; a definition of thousands of wrong fields would have as many. */
export const MAX_PROBLEMS = 500;

/** The names of users by their ids, also of deleted ones. */
export type UserNames = ReadonlyMap<string, string>;

export async function readUserNames({ records }: Pick<ChangeSetServices, 'records'>, ids: readonly (string | null)[]): Promise<UserNames> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map();
  const filter = { and: [{ _id: { in: wanted } }, ALSO_DELETED] };
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'users', filter, limit: wanted.length });
  return new Map(data.map((user) => [user._id, typeof user['name'] === 'string' ? user['name'] : user._id]));
}

/** A draft with its problems under the current definitions, and its conflicts with them. */
export async function viewDraft(services: ChangeSetServices, draft: StoredDraft): Promise<ChangeSetView> {
  let conflicts: readonly FoundConflict[] = [];
  const preview = await services.registry.preview((current, changeSets) => {
    const merged = mergeChanges(draft.changes, current, changeSets);
    conflicts = merged.conflicts;
    return merged.inputs;
  }, draft._id);
  const names = await readUserNames(services, [draft.author, ...conflicts.map(({ changeSet }) => changeSet?.author ?? null)]);
  return {
    ...summarizeDraft(draft, names, null),
    changes: draft.changes.map(viewChange),
    problems: preview.problems.slice(0, MAX_PROBLEMS).map(viewProblem),
    warnings: preview.warnings.slice(0, MAX_PROBLEMS).map(viewProblem),
    conflicts: conflicts.map((conflict) => viewConflict(conflict, names)),
    conversion: null,
    replacement: null,
  };
}

type Conversion = ChangeSetSummary['conversion'];

export function summarizeDraft(draft: StoredDraft, names: UserNames, conversion: Conversion): ChangeSetSummary {
  const { _id, _version, name, shared, author, createdAt, updatedAt, definitionVersion, changes } = draft;
  return {
    _id,
    _version,
    name,
    state: 'draft',
    shared,
    author: viewAuthor(author, names),
    createdAt,
    updatedAt,
    definitionVersion,
    counts: countActions(changes),
    reverts: null,
    revertedBy: null,
    conversion,
    replacement: null,
  };
}

export function summarizePublished(
  changeSet: ChangeSet,
  revertedBy: string | undefined,
  names: UserNames,
  conversion: Conversion,
): ChangeSetSummary {
  const { _id, author, at, definitionVersion, reverts = null } = changeSet;
  const changes = toChanges(changeSet);
  return {
    _id,
    _version: 1,
    name: nameChangeSet(changeSet),
    state: revertedBy === undefined ? 'published' : 'reverted',
    shared: true,
    author: viewAuthor(author, names),
    createdAt: at,
    updatedAt: at,
    definitionVersion,
    counts: countActions(changes),
    reverts,
    revertedBy: revertedBy ?? null,
    conversion,
    replacement: null,
  };
}

export function viewPublished(changeSet: ChangeSet, revertedBy: string | undefined, names: UserNames): ChangeSetView {
  const changes = toChanges(changeSet).map(viewChange);
  return {
    ...summarizePublished(changeSet, revertedBy, names, null),
    changes,
    problems: [],
    warnings: [],
    conflicts: [],
    conversion: null,
    replacement: null,
  };
}

/** The change-sets that a later one reverts, which is not reverted itself: ids of the later ones by their ids. */
export function listReverted(changeSets: readonly ChangeSet[]): ReadonlyMap<string, string> {
  const reverted = new Map<string, string>();
  for (const { _id, reverts } of [...changeSets].reverse())
    if (reverts !== undefined && !reverted.has(_id) && !reverted.has(reverts)) reverted.set(reverts, _id);
  return reverted;
}

/** As its author named it; else its artifacts: 'module/tickets and 2 more'. */
export function nameChangeSet(changeSet: ChangeSet): string {
  if (changeSet.name !== undefined) return changeSet.name;
  const [first, ...more] = toChanges(changeSet).map((change) => nameChange(change));
  return more.length === 0 ? (first ?? changeSet._id) : `${first ?? ''} and ${more.length} more`;
}

export function viewConflict({ changeSet, ...conflict }: FoundConflict, names: UserNames): ChangeConflict {
  if (changeSet === undefined) return { ...conflict, changeSet: null };
  const { _id, author } = changeSet;
  return {
    ...conflict,
    changeSet: { _id, name: nameChangeSet(changeSet), author: author === null ? null : (names.get(author) ?? author) },
  };
}

type AnyChange = Omit<MergedChange, 'since'>;

/** The changes of a published change-set in the form of a draft. */
export function toChanges({ changes }: ChangeSet): readonly AnyChange[] {
  return changes.map(({ kind, id, before, after }) => ({
    kind,
    id,
    before: before as JsonObject | null,
    definition: after as JsonObject | null,
  }));
}

function viewChange(change: AnyChange): ChangeView {
  const { kind, id, before, definition } = change;
  return { kind, id, artifact: nameChange(change), action: actionOf(change), before, definition };
}

export function actionOf({ before, definition }: Pick<AnyChange, 'before' | 'definition'>): ChangeAction {
  return before === null ? 'added' : definition === null ? 'removed' : 'changed';
}

function countActions(changes: readonly AnyChange[]): ChangeSetSummary['counts'] {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const change of changes) counts[actionOf(change)] += 1;
  return counts;
}

function viewAuthor(author: string | null, names: UserNames): ChangeSetSummary['author'] {
  return author === null ? null : { _id: author, name: names.get(author) ?? author };
}

export function viewProblem({ file, path, cause, kind, id, place }: PreviewProblem): ChangeProblem {
  return { file, path, cause, change: kind === undefined || id === undefined ? null : { kind, id }, place: place ?? null };
}
