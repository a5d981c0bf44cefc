import type { PreSaveContext } from '#engine';
import { toText, type RecordDocument } from '#engine/model';
import type { PtoRequestsRecord, Unchecked } from '../../../records.d.ts';

type Request = Unchecked<PtoRequestsRecord>;

/** The balance of the request's user for the year of its date. Rejects the save if there is none or more than one. */
export async function findBalance(context: Pick<PreSaveContext, 'unit' | 'refuse'>, request: Request): Promise<RecordDocument> {
  const year = Number(toText(request.pto_date).slice(0, 4));
  const found = await context.unit.find('ptoBalance', { users_ptoBalance: request.users_ptoRequests ?? null, year }, { limit: 2 });
  if (found.length > 1) context.refuse('pto_balance_ambiguous');
  return found[0] ?? context.refuse('pto_balance_missing');
}
