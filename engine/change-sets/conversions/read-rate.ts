import type { StorePort } from '../../ports/index.ts';
import { findDone, type StoredConversion } from './stored-conversion.ts';

/**
 * Records that the job converts in a second while people work, if no earlier conversion says it: it leaves most of the time to readers. What
 * the slower of the stores reached (see tests/bench).
 */
export const SLOW_RATE = 75;
/** Conversions of fewer records say nothing: the first rounds do not rest. */
const MIN_RECORDS = 2_000;

/** Records that the job converts in a second here: the most of the latest conversions, because those that were stopped took longer. */
export async function readConversionRate(store: StorePort): Promise<number> {
  const rates = (await findDone(store)).flatMap(rateOf);
  return rates.length === 0 ? SLOW_RATE : Math.max(...rates);
}

function rateOf({ fields, startedAt, endedAt }: StoredConversion): readonly number[] {
  const records = fields.reduce((sum, { done }) => sum + done, 0);
  const seconds = (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;
  return records < MIN_RECORDS || seconds <= 0 ? [] : [records / seconds];
}
