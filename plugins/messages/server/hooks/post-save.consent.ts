import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { flagAddresses } from '../services/flag-addresses.ts';

/** The flag of an address follows the last decision about it, on all records that have it. */
export async function flagAddress(context: EffectContext<'consents'>): Promise<void> {
  const { event, record } = context;
  if (event.kind !== 'create' || record?.channel !== 'email' || event.isBulkLoad) return;
  await flagAddresses(context, toText(record.address));
}
