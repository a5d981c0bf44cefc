import type { PluginRouteContext, VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import type { RequiredItem } from '../../shared/item.ts';
import { findByIds } from './read-records.ts';

/** The assignment inside which an item expires. */
export type AssignmentEnd = { readonly placement: string; readonly end_date: string };

/** The assignments of records that have an end, by the id of the record, as far as the caller sees them. */
export async function readAssignments(
  context: Pick<PluginRouteContext, 'records' | 'actor' | 'rights'>,
  records: readonly VisibleRecord[],
): Promise<ReadonlyMap<string, AssignmentEnd>> {
  const placements = await findByIds(
    context,
    'placements',
    records.map((record) => toText(record['placements_credentialing'])),
  );
  return new Map(
    records.flatMap((record) => {
      const placement = placements.get(toText(record['placements_credentialing']));
      const end_date = toText(placement?.['end_date']);
      return placement === undefined || end_date === '' ? [] : [[record._id, { placement: placement._id, end_date }] as const];
    }),
  );
}

/** The assignment if the item expires before its end; else null. */
export function findExpiryInside(
  { expiration_date: expires = '' }: RequiredItem,
  assignment: AssignmentEnd | undefined,
): AssignmentEnd | null {
  return assignment !== undefined && expires !== '' && expires < assignment.end_date ? assignment : null;
}
