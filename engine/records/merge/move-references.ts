import { allOf, anyOf, notOf } from '#engine/model/filter';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { canSeeRecord } from '../access/record-access.ts';
import { buildReferenceFilter, canReadReference, countsAsDependent, replaceLinks, type Reference } from '../read/references.ts';
import { saveRecord } from '../save/save-record.ts';
import type { SaveAttempt } from '../save/write-context.ts';

/** The ids to replace, and the new id. */
export interface ReferenceMove {
  readonly module: CompiledModule;
  readonly from: readonly string[];
  readonly to: string;
}

/** Numbers of moved records. */
export interface MovedCount {
  readonly total: number;
  /** Those that the actor may see, with the field that refers to the merged record. */
  readonly visible: number;
}

/** Moves at most `limit` records that refer to one of the old ids by this field. */
export async function moveReferences(attempt: SaveAttempt, reference: Reference, move: ReferenceMove, limit: number): Promise<MovedCount> {
  const { services, unit, scope } = attempt;
  const others = reference.module === move.module ? [notOf({ kind: 'ids', ids: [...move.from] })] : [];
  const filter = allOf([anyOf(move.from.map((id) => buildReferenceFilter(reference, move.module, id))), ...others]);
  const ids = await services.store.findIds({ collection: reference.module.storage.name, filter, sort: [], limit });
  const isCounted = countsAsDependent(reference) && canReadReference(scope, reference);
  let visible = 0;
  if (ids.length === 0) return { total: 0, visible };
  for (const before of await unit.load(reference.module, ids)) {
    if (before === undefined) continue;
    if (isCounted && (await canSeeRecord(services, scope, reference.module, before.document))) visible += 1;
    const fields = { [reference.field.name]: moveValue(reference, before.document, move) };
    await saveRecord(attempt, {
      kind: 'update',
      module: reference.module,
      actor: scope.actor,
      trusted: true,
      id: before.document._id,
      before,
      fields,
      // Entries may be from before a column was changed: only the reference in them changes.
      acceptedRecords: [{ ...before.document, ...fields }],
    });
  }
  return { total: ids.length, visible };
}

/** The field's value with the new id in place of the old ones; a record never refers to itself. */
function moveValue(reference: Reference, document: RecordDocument, { module: target, from, to }: ReferenceMove): JsonValue {
  return replaceLinks(reference, document[reference.field.name], (link) => {
    const moved = link.module === target.name && from.includes(link.id) ? { module: link.module, id: to } : link;
    return reference.module === target && moved.id === document._id ? undefined : moved;
  });
}
