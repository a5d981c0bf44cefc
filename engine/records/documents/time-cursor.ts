import { MusterError } from '../../errors/index.ts';
import type { KeySchema } from '#engine/model/compiled';
import { allOf, anyOf, type FilterNode } from '#engine/model/filter';

/** The place of a document in a list that is sorted by a time, the latest first, and then by id. */
export function writeTimeCursor({ _id, at }: { readonly _id: string; readonly at: number }): string {
  return `${at}.${_id}`;
}

/**
 * The documents after a place: earlier, or at the same time with a higher id. `ids` says what an id looks like. Errors: `parameter_invalid`
 * for a text that is no place.
 */
export function afterTimeCursor(cursor: string, key: KeySchema, ids: RegExp): FilterNode {
  const dot = cursor.indexOf('.');
  const [at, id] = [cursor.slice(0, Math.max(0, dot)), cursor.slice(dot + 1)];
  if (!/^\d{1,16}$/.test(at) || !ids.test(id))
    throw new MusterError('parameter_invalid', { values: { parameter: 'before', reason: 'It is not the next of a page.' } });
  return anyOf([
    { kind: 'range', key, lt: Number(at) },
    allOf([
      { kind: 'equals', key, values: [Number(at)] },
      { kind: 'idRange', gt: id },
    ]),
  ]);
}
