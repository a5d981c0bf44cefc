import { isDeepStrictEqual } from 'node:util';
import { MusterError } from '../errors/index.ts';
import type { IdsPort } from '../ports/index.ts';
import type { AnyDefinition, DefinitionSet } from '../registry/index.ts';
import type { DefinitionKind } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { DraftChange } from './stored-draft.ts';

/** One edit of a draft. Without an id the artifact is new. */
export interface DraftEdit {
  readonly kind: DefinitionKind;
  readonly id?: string | undefined;
  /** The whole definition; null: the artifact is removed. */
  readonly definition: JsonObject | null;
}

/** The edits of one request. */
export interface DraftEdits {
  readonly changes: readonly DraftEdit[];
  /** Changes that are taken out of the draft. */
  readonly discard: readonly { readonly kind: DefinitionKind; readonly id: string }[];
}

/** The effective definitions, and their version. */
export interface EditContext {
  readonly current: DefinitionSet;
  readonly version: number;
  readonly ids: IdsPort;
}

/** Characters of JSON that the definitions of a draft can have, before and after together. */
const MAX_LENGTH = 4_000_000;

/**
 * The changes of a draft after these edits. What an artifact was before its first edit stays; an edit that restores it takes the
 * change out. Errors: `definition_not_found` for the removal of what does not exist, `body_invalid`, `change_set_too_large`.
 */
export function editChanges(
  changes: readonly DraftChange[],
  { changes: edits, discard }: DraftEdits,
  context: EditContext,
): readonly DraftChange[] {
  const edited = new Map(changes.map((change) => [keyOf(change), change]));
  for (const one of discard) edited.delete(keyOf(one));
  for (const edit of edits) {
    const change = toChange(edit, edited, context);
    if (isDeepStrictEqual(change.before, change.definition)) edited.delete(keyOf(change));
    else edited.set(keyOf(change), change);
  }
  const after = [...edited.values()];
  if (JSON.stringify(after).length > MAX_LENGTH) throw new MusterError('change_set_too_large');
  return after;
}

function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}/${id}`;
}

function toChange(
  { kind, id: given, definition: sent }: DraftEdit,
  edited: ReadonlyMap<string, DraftChange>,
  { current, version, ids }: EditContext,
): DraftChange {
  const id = given ?? idOf(sent) ?? `${kind}_${ids.next()}`;
  const effective = (current[kind] as ReadonlyMap<string, AnyDefinition>).get(id) as JsonObject | undefined;
  const known = edited.get(keyOf({ kind, id }));
  const before = known === undefined ? (effective ?? null) : known.before;
  const since = known?.since ?? version;
  if (sent === null) {
    if (known === undefined && effective === undefined) throw new MusterError('definition_not_found', { values: { kind } });
    return { kind, id, before, definition: null, since };
  }
  if (idOf(sent) !== undefined && idOf(sent) !== id)
    throw new MusterError('body_invalid', { values: { reason: 'the id of a definition is not the id of its change' } });
  const { _id: _, ...definition } = sent;
  return { kind, id, before, definition: withFieldIds(kind, { ...definition, id }, ids), since };
}

function idOf(definition: JsonObject | null): string | undefined {
  const id = definition?.['id'] ?? definition?.['_id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** New fields of a module get their ids here. */
function withFieldIds(kind: DefinitionKind, definition: JsonObject, ids: IdsPort): JsonObject {
  const { fields } = definition;
  return kind === 'module' && Array.isArray(fields)
    ? { ...definition, fields: addFieldIds(fields as readonly JsonValue[], ids) }
    : definition;
}

/** The fields of a module, with a new id for each that has none. */
export function addFieldIds(fields: readonly JsonValue[], ids: IdsPort): readonly JsonValue[] {
  return fields.map((field) =>
    typeof field === 'object' && field !== null && !Array.isArray(field) && !('id' in field)
      ? { id: `field_${ids.next()}`, ...(field as JsonObject) }
      : field,
  );
}
