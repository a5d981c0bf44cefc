import type { DefinitionKind } from '#engine/model/definitions';
import type { ChangeSetView, ChangeView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';

/** An edit of one artifact that the server has not confirmed yet. */
export interface PendingEdit {
  readonly kind: DefinitionKind;
  readonly id: string;
  /** The whole definition; null: the artifact is removed; undefined: the change is taken out of the draft. */
  readonly definition?: JsonObject | null;
}

/** Edits by 'kind/id', oldest first; a later edit of the same artifact replaces an earlier one. */
export type PendingEdits = ReadonlyMap<string, PendingEdit>;

/** An edit with what the draft had before, for undo. */
export interface EditStep {
  readonly before: PendingEdit;
  readonly after: PendingEdit;
}

export function keyOfArtifact({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}/${id}`;
}

export function addEdit(edits: PendingEdits, edit: PendingEdit): PendingEdits {
  const next = new Map(edits);
  next.delete(keyOfArtifact(edit));
  next.set(keyOfArtifact(edit), edit);
  return next;
}

/** What the draft has for an artifact, with the edits that are not confirmed yet; undefined: it does not change it. */
export function findDraftDefinition(
  view: Pick<ChangeSetView, 'changes'> | undefined,
  edits: PendingEdits,
  artifact: { readonly kind: DefinitionKind; readonly id: string },
): JsonObject | null | undefined {
  const pending = edits.get(keyOfArtifact(artifact));
  return pending === undefined ? findChange(view, artifact)?.definition : pending.definition;
}

export function findChange(
  view: Pick<ChangeSetView, 'changes'> | undefined,
  { kind, id }: { readonly kind: DefinitionKind; readonly id: string },
): ChangeView | undefined {
  return view?.changes.find((change) => change.kind === kind && change.id === id);
}

/** The body of the request that sends these edits. */
export function toRequest(edits: PendingEdits): {
  readonly changes: readonly { readonly kind: DefinitionKind; readonly id: string; readonly definition: JsonObject | null }[];
  readonly discard: readonly { readonly kind: DefinitionKind; readonly id: string }[];
} {
  const all = [...edits.values()];
  return {
    changes: all.flatMap(({ kind, id, definition }) => (definition === undefined ? [] : [{ kind, id, definition }])),
    discard: all.flatMap(({ kind, id, definition }) => (definition === undefined ? [{ kind, id }] : [])),
  };
}

/** The artifacts of these edits that somebody else changed in the draft between two readings of it. */
export function listOverwritten(
  edits: PendingEdits,
  before: Pick<ChangeSetView, 'changes'>,
  now: Pick<ChangeSetView, 'changes'>,
): readonly PendingEdit[] {
  const textOf = (view: Pick<ChangeSetView, 'changes'>, edit: PendingEdit) => JSON.stringify(findChange(view, edit)?.definition);
  return [...edits.values()].filter((edit) => textOf(before, edit) !== textOf(now, edit));
}
