import { MusterError } from '../errors/index.ts';
import type { MakeChanges, PublishReview } from '../registry/index.ts';
import type { ChangeSetServices, CompiledDraft, DraftState } from './contract.ts';
import { requireDraft } from './manage-drafts.ts';
import { mergeChanges } from './merge-changes.ts';
import { findDrafts, type DraftChange, type StoredDraft } from './stored-draft.ts';

/** A draft without its changes. */
export function describeDraft({ _id, name, _version }: StoredDraft): DraftState {
  return { _id, name, version: _version };
}

/** The latest draft that a user may edit and that changes a definition without removing it. */
export async function findDraftOf(
  { store }: Pick<ChangeSetServices, 'store'>,
  user: string,
  { kind, id }: Pick<DraftChange, 'kind' | 'id'>,
): Promise<DraftState | undefined> {
  const drafts = [...(await findDrafts(store, user))].filter(({ changes }) =>
    changes.some((change) => change.kind === kind && change.id === id && change.definition !== null),
  );
  const [latest] = drafts.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return latest && describeDraft(latest);
}

/** Compiles the definitions that publishing a draft would lead to. Changes nothing. */
export async function compileDraft(services: ChangeSetServices, user: string, id: string): Promise<CompiledDraft> {
  const draft = await requireDraft(services, user, id);
  const review = await compileChanges(services, (current, changeSets) => mergeChanges(draft.changes, current, changeSets).inputs);
  return { draft: describeDraft(draft), published: review.before, definitions: review.after };
}

/** The definitions before and after changes that can be published. Errors: `definition_invalid` with all problems. */
export async function compileChanges({ registry }: Pick<ChangeSetServices, 'registry'>, changes: MakeChanges): Promise<PublishReview> {
  const { review, problems } = await registry.preview(changes);
  if (review !== undefined) return review;
  throw new MusterError('definition_invalid', {
    details: problems.map(({ file, path, cause }) => ({ field: path, code: 'definition_invalid', message: cause, definition: file })),
  });
}
